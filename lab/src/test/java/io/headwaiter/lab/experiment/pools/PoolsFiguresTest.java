package io.headwaiter.lab.experiment.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.plan.ProfilingSettings;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.ProcessorUse;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.report.Chart;
import io.headwaiter.tuning.TuningReport;
import io.headwaiter.tuning.TuningRun;
import io.headwaiter.tuning.TuningState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A shop whose pages take 10 ms without and 10 ms with a connection, and are four in a visit. */
class PoolsFiguresTest {
  private static final double SECONDS = 100;
  private static final double NANOS = 10e6;

  /** What the formula says, times something. */
  private static TuningRun run(int m, int n, double times) {
    return run(m, n, times, null);
  }

  private static TuningRun run(int m, int n, double times, ProcessorUse processors) {
    long requests = Math.round(times * SECONDS * 1e9 * Math.min(m / (2 * NANOS), n / NANOS));
    long nanos = Math.round(requests * NANOS);
    double squares = requests * NANOS * NANOS; // no variance
    RequestTotals totals =
        new RequestTotals(
            requests, 0, 0, 0, nanos, squares, requests, requests, 0, nanos, squares, 0);
    return new TuningRun(
        m,
        n,
        4 * m,
        m,
        0,
        new RequestProfile(
            (long) (SECONDS * 1e9),
            requests / 4,
            Map.of("/Home", totals, "/Search", totals, "/Item", totals)),
        processors);
  }

  private static PoolsFigures figures() throws Exception {
    List<TuningRun> runs = new ArrayList<>();
    for (int m : new int[] {20, 10, 4}) {
      for (int n : new int[] {m, m / 2, 1}) {
        runs.add(run(m, n, 1));
      }
    }
    ProfilingSettings settings = new ProfilingSettings(4, 20, 20, 12, 0.02, 0.05, 1.3, 1);
    return new PoolsFigures(
        "h2", new TuningReport(new TuningState("", settings, Map.of(), runs)), run(1, 1, 1));
  }

  private static Check check(PoolsFigures figures, String id) {
    return figures.checks().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
  }

  private static void sustained(PoolsFigures figures, String arrivals, Double... perSecond) {
    figures
        .sustained()
        .add(
            new SustainedFigures.Row(
                "a load", arrivals, figures.chosen(), 100, List.of(perSecond), 0, 9));
  }

  private static void againAndDeciding(RegretFigures regret, PoolSizes sizes, double perSecond) {
    regret.again(sizes, perSecond);
    regret.deciding(sizes, perSecond);
  }

  @Test
  void whatWasPredictedCarriedAndSustainedHolds() throws Exception {
    PoolsFigures figures = figures();
    figures.checked().add("a load", List.of(run(20, 20, 1), run(10, 5, 1)));
    figures.checked().add("another load", List.of(run(20, 20, 1), run(10, 5, 1)));
    PoolSizes chosen = figures.chosen();
    figures.regret().screened(new PoolSizes(20, 20), 300);
    figures.regret().screened(new PoolSizes(8, 8), 120);
    againAndDeciding(figures.regret(), chosen, 290);
    againAndDeciding(figures.regret(), new PoolSizes(20, 19), 292);
    sustained(figures, SustainedFigures.POISSON, 97.0, 103.0, 104.0);
    sustained(figures, "bursty", 70.0, 75.0, 80.0);
    Check bursty = check(figures, "predicted-bursty-h2");
    assertThat(bursty.figure().value()).isCloseTo(1 / 3.0, within(1e-9));
    assertThat(figures.checks()).hasSize(7).filteredOn(Check::holds).hasSize(6);
    assertThat(bursty.holds()).isFalse();
    assertThat(check(figures, "surface-spread-h2").figure().value()).isCloseTo(0.6, within(0.01));
    assertThat(check(figures, "mix-changes-times-h2").figure().value()).isCloseTo(0, within(1e-9));
    assertThat(check(figures, "profiling-runs-h2").figure().value()).isEqualTo(9);
    assertThat(check(figures, "chosen-loses-h2").figure().value()).isCloseTo(0.007, within(0.001));
    // two of three sets reach 103
    assertThat(check(figures, "predicted-sustained-h2").figure().value())
        .isCloseTo(0.029, within(0.001));
  }

  /** A run that ends early tells what there is. */
  @Test
  void whatWasNotMeasuredIsNotKnown() throws Exception {
    PoolsFigures figures = figures();
    assertThat(figures.text()).contains("-- profile", "-- a full server");
    assertThat(figures.raw()).containsKeys("chosenThreads", "checked");
    assertThat(figures.charts()).isNotEmpty();
    assertThat(figures.notes()).isEmpty();
    assertThat(figures.checks()).hasSize(6);
    assertThat(figures.checks().stream().filter(check -> check.figure().known()))
        .extracting(Check::id)
        .containsExactly("profiling-runs-h2");
    figures.regret().screened(new PoolSizes(20, 20), 300);
    assertThat(check(figures, "chosen-loses-h2").figure().known()).isFalse();
    assertThat(figures.text()).contains("300");
  }

  @Test
  void whatWasNotDoesNotHold() throws Exception {
    PoolsFigures figures = figures();
    figures.checked().add("a load", List.of(run(20, 20, 1), run(20, 10, 0.8)));
    figures.regret().screened(new PoolSizes(20, 20), 300);
    figures.regret().screened(new PoolSizes(19, 19), 280);
    againAndDeciding(figures.regret(), figures.chosen(), 270);
    againAndDeciding(figures.regret(), new PoolSizes(20, 19), 300);
    sustained(figures, SustainedFigures.POISSON, 90.0, 93.0, 104.0);
    assertThat(check(figures, "predicted-carried-h2").figure().value())
        .isCloseTo(0.25, within(0.03));
    assertThat(check(figures, "chosen-loses-h2").figure().value()).isCloseTo(0.1, within(0.001));
    assertThat(check(figures, "predicted-sustained-h2").figure().value())
        .isCloseTo(0.075, within(0.001));
    assertThat(figures.checks().stream().filter(c -> !c.holds())).hasSize(5);
  }

  @Test
  void sizesMeasuredAgainCountWithTheirMean() throws Exception {
    PoolsFigures figures = figures();
    figures.checked().add("a load", List.of(run(20, 20, 1.1), run(10, 5, 1), run(20, 20, 0.9)));
    assertThat(figures.checked().raw())
        .extracting(row -> row.get("threads"))
        .containsExactly(20, 10);
    assertThat(check(figures, "predicted-carried-h2").holds()).isTrue();
  }

  /** Of the first pair a sound run is left, of the second there is none. */
  @Test
  void aRunThatLostItsProcessorsCountsOnlyWhereThereIsNoOther() throws Exception {
    PoolsFigures figures = figures();
    ProcessorUse robbed = new ProcessorUse(0.6, 1, 0.3, 0.0);
    figures
        .checked()
        .add("a load", List.of(run(20, 20, 1), run(20, 20, 3, robbed), run(10, 5, 2, robbed)));
    assertThat(figures.checked().raw())
        .extracting(row -> (double) row.get("gainUnstolen") > 1)
        .containsExactly(false, true);
    assertThat(figures.notes())
        .singleElement()
        .asString()
        .contains("full server carries: 1 run(s)");
  }

  @Test
  void whatWasNeverMeasuredDoesNotHold() throws Exception {
    PoolsFigures figures = figures();
    sustained(figures, SustainedFigures.POISSON, Double.NaN, Double.NaN, 100.0);
    assertThat(check(figures, "predicted-sustained-h2").holds()).isFalse();
    assertThat(check(figures, "chosen-loses-h2").holds()).isFalse();
    assertThat(check(figures, "surface-spread-h2").holds()).isFalse();
    assertThat(check(figures, "predicted-carried-h2").holds()).isFalse();
  }

  @Test
  void theLuckiestOfManyIsMeasuredAgainAndOnlyThatDecides() {
    PoolSizes chosen = new PoolSizes(10, 8);
    PoolSizes lucky = new PoolSizes(11, 9);
    RegretFigures figures = new RegretFigures(chosen);
    figures.screened(lucky, 330); // a tenth too much, by chance
    figures.screened(new PoolSizes(9, 8), 310);
    figures.screened(new PoolSizes(4, 1), 100);
    assertThat(figures.best(2)).containsExactly(lucky, new PoolSizes(9, 8));
    assertThat(figures.rival()).isEmpty();
    figures.again(lucky, 309); // and again
    figures.again(new PoolSizes(9, 8), 302);
    figures.again(chosen, 300);
    assertThat(figures.rival()).hasValue(lucky);
    assertThat(figures.regret().known()).isFalse();
    for (double drift : new double[] {1, 1.05, 1.1}) {
      figures.deciding(lucky, 300 * drift);
      figures.deciding(chosen, 301 * drift);
    }
    assertThat(figures.regret().value()).isZero();
    assertThat(figures.checks("", "")).allMatch(Check::holds);
    assertThat(figures.table()).contains("chosen", "requests/s, to decide", "requests/s, once");
    assertThat(figures.raw().get("deciding")).asString().contains("11,9=[300.0");
  }

  @Test
  void thePapersTablesAndFiguresAreThere() throws Exception {
    PoolsFigures figures = figures();
    figures.checked().add("profiling", List.of(run(20, 10, 1), run(10, 5, 1)));
    figures.checked().add("load 1", List.of(run(20, 10, 1)));
    assertThat(figures.text())
        .contains("-- table I", "97", "1165", "-- table II", "31.9 %", "57.7 %", "6.8 %", "14.7")
        .contains("-- profile", "-- a full server", "-- 60 % of runs", "-- the chosen sizes");
    assertThat(figures.charts())
        .extracting(Chart::title)
        .containsExactly(
            "Figure 6: Search, time with a connection over N, h2",
            "Figure 7: Item, time with a connection over N, h2",
            "Figure 8: Home, time without a connection, h2",
            "Figure 9: sessions carried, profiling, h2",
            "Figure 10: sessions carried, load 1, h2");
    // a page's 10 ms are the same whatever N is
    assertThat(figures.charts().get(2).series().get(0).points().get(0).y().value())
        .isCloseTo(10, within(0.01));
    Chart carried = figures.charts().get(3);
    assertThat(carried.series().get(1).points()).extracting(Chart.Point::x).contains(5.0, 10.0);
    Chart.Series most = carried.series().get(carried.series().size() - 1);
    assertThat(most.name()).isEqualTo("M = 20");
    assertThat(most.points().get(9).y().value())
        .isCloseTo(figures.checked().model("profiling").sessionsPerSecond(20, 10), within(1e-9));
    assertThat(figures.raw())
        .containsKeys("times", "checked", "sustained", "regret", "chosenThreads")
        .containsKey("mixShift");
  }

  @Test
  void whatWasAnsweredIsHeldAgainstTheRequestsThatCame() throws Exception {
    PoolModel model = figures().model();
    assertThat(CarriedPart.of(model, run(10, 5, 0.5))).isCloseTo(0.5, within(0.01));
    // Only one type came, and they are all alike.
    TuningRun some = run(10, 10, 1);
    Map<String, RequestTotals> types = new TreeMap<>(some.measured().types());
    types.keySet().retainAll(Set.of("/Home"));
    RequestProfile homes = new RequestProfile(some.measured().spanNanos(), 10, types);
    TuningRun third = new TuningRun(10, 10, 0, 2, 0, homes, null);
    assertThat(CarriedPart.of(model, third)).isCloseTo(1 / 3.0, within(0.01));
    RequestProfile nobody = new RequestProfile(some.measured().spanNanos(), 0, types);
    assertThat(CarriedPart.of(model, new TuningRun(10, 10, 0, 2, 0, nobody, null))).isNaN();
  }
}
