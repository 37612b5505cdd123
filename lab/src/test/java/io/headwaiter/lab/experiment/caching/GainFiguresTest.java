package io.headwaiter.lab.experiment.caching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.report.Chart;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class GainFiguresTest {
  private static Sustained of(CachingPolicy policy, int connections, Double... thresholds) {
    return new Sustained(connections, policy, List.of(thresholds), List.of(thresholds), 0, 12);
  }

  private static List<Sustained> healthy() {
    return List.of(
        of(CachingPolicy.TRANSACTION, 2, 10.0, 11.0, 9.0),
        of(CachingPolicy.REQUEST, 2, 13.0, 14.3, 11.7),
        of(CachingPolicy.ADAPTIVE, 2, 13.0, 14.3, 11.6),
        of(CachingPolicy.TRANSACTION, 8, 20.0, 22.0, 21.0),
        of(CachingPolicy.REQUEST, 8, 19.0, 21.0, 20.0),
        of(CachingPolicy.ADAPTIVE, 8, 20.0, 22.0, 20.9));
  }

  @Test
  void theGainIsTakenWithinEachRound() {
    GainFigures figures = new GainFigures(healthy());
    assertThat(figures.gain(2).value()).isCloseTo(1.3, within(1e-9));
    // the rounds differ by a fifth, the ratios not at all
    assertThat(figures.gain(2).high()).isCloseTo(1.3, within(1e-9));
    assertThat(figures.gain(2).low()).isCloseTo(1.3, within(1e-9));
    assertThat(figures.better(2)).isEqualTo(CachingPolicy.REQUEST);
    assertThat(figures.better(8)).isEqualTo(CachingPolicy.TRANSACTION);
    assertThat(figures.adaptive(8).value()).isCloseTo(0.9984, within(1e-3));
  }

  @Test
  void healthyFiguresHold() {
    GainFigures figures = new GainFigures(healthy());
    Check gain = figures.gainCheck("gain", 2, ", M = 8");
    assertThat(gain.holds()).isTrue();
    assertThat(gain.what()).contains("N = 2, M = 8");
    assertThat(figures.adaptiveCheck("adaptive", ", M = 8").holds()).isTrue();
    assertThat(figures.notes()).isEmpty();
  }

  @Test
  void aGainThatIsTooSmallDoesNotHold() {
    GainFigures figures =
        new GainFigures(
            List.of(
                of(CachingPolicy.TRANSACTION, 2, 10.0, 11.0),
                of(CachingPolicy.REQUEST, 2, 11.9, 13.0),
                of(CachingPolicy.ADAPTIVE, 2, 11.9, 13.0)));
    assertThat(figures.gainCheck("gain", 2, "").holds()).isFalse();
    assertThat(figures.gainCheck("gain", 2, "").figure().value()).isCloseTo(1.186, within(1e-3));
  }

  /** The crowd's ratio is 1 here: only what is sustained differs. */
  @Test
  void whatIsSustainedIsComparedWithinEachSetOfCustomers() {
    List<Double> same = List.of(20.0, 20.0);
    List<Double> few = List.of(10.0, 20.0, Double.NaN);
    List<Double> more = List.of(13.0, 26.0, 40.0);
    GainFigures figures =
        new GainFigures(
            List.of(
                new Sustained(2, CachingPolicy.TRANSACTION, same, few, 0, 9),
                new Sustained(2, CachingPolicy.REQUEST, same, more, 0, 9),
                new Sustained(2, CachingPolicy.ADAPTIVE, same, more, 0, 9)));
    assertThat(figures.sustainedGain(2).value()).isCloseTo(1.3, within(1e-9));
    assertThat(figures.sustainedGain(2).low()).isCloseTo(1.3, within(1e-9));
    assertThat(figures.sustainedCheck("sustained", 2, ", M = 8").holds()).isTrue();
    assertThat(figures.sustainedCheck("sustained", 2, ", M = 8").what()).contains("N = 2, M = 8");
    assertThat(figures.gainCheck("gain", 2, "").holds()).isFalse();
    assertThat(figures.table()).endsWith("1.3 [1.3, 1.3]\n");
  }

  @Test
  void withoutAThresholdNothingIsClaimed() {
    List<Sustained> unknown = new ArrayList<>(healthy());
    unknown.set(0, of(CachingPolicy.TRANSACTION, 2, Double.NaN, Double.NaN));
    assertThat(new GainFigures(unknown).sustainedCheck("sustained", 2, "").holds()).isFalse();
  }

  @Test
  void anAdaptivePolicyThatFollowsTheWorseDoesNotHoldWhereverThatIs() {
    List<Sustained> broken = new ArrayList<>(healthy());
    broken.set(5, of(CachingPolicy.ADAPTIVE, 8, 19.0, 21.0, 20.0));
    Check check = new GainFigures(broken).adaptiveCheck("adaptive", "");
    assertThat(check.holds()).isFalse();
    assertThat(check.figure().value()).isCloseTo(0.952, within(1e-3));
    assertThat(check.what()).contains("the worst is N = 8");
  }

  @Test
  void whatWasNotMeasuredDoesNotHold() {
    List<Sustained> unknown = new ArrayList<>(healthy());
    unknown.set(2, of(CachingPolicy.ADAPTIVE, 2, Double.NaN, Double.NaN, Double.NaN));
    GainFigures figures = new GainFigures(unknown);
    assertThat(figures.adaptiveCheck("adaptive", "").holds()).isFalse();
    assertThat(figures.notes()).hasSize(1).first().asString().contains("not sustained at any rate");
    assertThatThrownBy(() -> new GainFigures(healthy().subList(0, 2)).table())
        .isInstanceOf(NoSuchElementException.class)
        .hasMessageContaining("adaptive with N = 2");
  }

  @Test
  void aSearchWithoutAnEndIsTold() {
    List<Sustained> high = new ArrayList<>(healthy());
    high.set(
        1,
        new Sustained(
            2, CachingPolicy.REQUEST, List.of(20.0), List.of(13.0, Double.NaN, 12.0), 1, 5));
    assertThat(high.get(1).perSecond()).isEqualTo(12); // of the two that are known
    assertThat(new GainFigures(high).notes())
        .singleElement()
        .asString()
        .contains("request with N = 2", "1 set(s) were sustained at every rate tried");
  }

  @Test
  void theTableHasALineForEachN() {
    String table = new GainFigures(healthy()).table();
    assertThat(table.lines()).hasSize(4);
    assertThat(table).containsSubsequence("2", "10", "13", "1.3", "request", "8", "21", "20");
  }

  @Test
  void theChartHasALineForEachPolicy() {
    Chart chart = new GainFigures(healthy()).chart(", M = 8");
    assertThat(chart.title()).isEqualTo("Sessions carried, M = 8");
    assertThat(chart.series()).extracting(Chart.Series::name).contains("adaptive").hasSize(3);
    assertThat(chart.series().get(0).points()).extracting(Chart.Point::x).containsExactly(2.0, 8.0);
    assertThat(chart.series().get(0).points().get(0).y().value()).isCloseTo(10, within(1e-9));
  }

  @Test
  void sustainedIsWhatTwoOfThreeReach() {
    Sustained sustained = of(CachingPolicy.REQUEST, 2, 13.0, 14.3, 11.7);
    assertThat(sustained.perSecond()).isEqualTo(13);
    assertThat(sustained.raw()).containsEntry("sustainablePerSecond", 13.0);
    assertThat(of(CachingPolicy.REQUEST, 2, Double.NaN, 5.0).raw().get("thresholdsPerSecond"))
        .asString()
        .isEqualTo("[null, 5.0]");
    assertThat(of(CachingPolicy.REQUEST, 2, Double.NaN, Double.NaN, 5.0).perSecond()).isNaN();
  }
}
