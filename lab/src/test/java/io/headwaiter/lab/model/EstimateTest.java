package io.headwaiter.lab.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class EstimateTest {
  @Test
  void batchMeansGiveWorkedInterval() {
    Estimate estimate = Estimate.ofBatches(10, 12, 11, 13);
    assertThat(estimate.value()).isEqualTo(11.5);
    assertThat(estimate.high() - estimate.value()).isCloseTo(2.05, within(0.005));
    assertThat(estimate.value() - estimate.low()).isCloseTo(2.05, within(0.005));
  }

  @Test
  void omitsBatchesWithoutValue() {
    assertThat(Estimate.ofBatches(Double.NaN, Double.NaN)).isEqualTo(Estimate.UNKNOWN);
    assertThat(Estimate.ofBatches(4, Double.NaN).hasInterval()).isFalse();
    assertThat(Estimate.ofBatches(4, Double.NaN, 6).value()).isEqualTo(5);
  }

  @Test
  void intervalDoesNotFallBelowZero() {
    assertThat(Estimate.ofBatches(0, 0, 3).low()).isZero();
  }

  @Test
  void relativeWidthsOfRatioAddAsSquares() {
    Estimate ratio = new Estimate(90, 81, 99).dividedBy(new Estimate(100, 95, 105));
    assertThat(ratio.value()).isCloseTo(0.9, within(1e-12));
    assertThat(ratio.high() - 0.9).isCloseTo(0.9 * Math.hypot(0.1, 0.05), within(1e-12));
    assertThat(ratio.dividedBy(Estimate.of(0))).isEqualTo(Estimate.UNKNOWN);
    assertThat(Estimate.UNKNOWN.dividedBy(ratio).known()).isFalse();
  }

  @Test
  void intervalCutAtZeroIsAsWideAsItsUpperHalf() {
    Estimate cut = new Estimate(1, 0, 4).dividedBy(Estimate.ofBatches(2, 2));
    assertThat(cut).isEqualTo(new Estimate(0.5, 0, 2));
  }

  @Test
  void figureBelowZeroKeepsItsInterval() {
    Estimate below = Estimate.ofBatches(-10, -12, -11, -13);
    assertThat(below.low()).isCloseTo(-13.55, within(0.01));
    assertThat(below.high()).isCloseTo(-9.45, within(0.01));
  }

  @Test
  void worstOfSeveralHasTheWorstEnds() {
    Estimate sure = new Estimate(0.93, 0.92, 0.94);
    Estimate unsure = new Estimate(0.933, 0.75, 1.12);
    assertThat(Estimate.least(List.of(sure, unsure))).isEqualTo(new Estimate(0.93, 0.75, 0.94));
    assertThat(Estimate.greatest(List.of(sure, unsure))).isEqualTo(new Estimate(0.933, 0.92, 1.12));
    assertThat(Estimate.least(List.of(sure, Estimate.of(1)))).isEqualTo(Estimate.of(0.93));
    assertThat(Estimate.least(List.of(sure, Estimate.UNKNOWN))).isEqualTo(Estimate.UNKNOWN);
    assertThat(Estimate.least(List.of())).isEqualTo(Estimate.UNKNOWN);
  }

  @Test
  void rejectsIntervalWithoutItsValue() {
    assertThatThrownBy(() -> new Estimate(5, 6, 7)).hasMessageContaining("must hold its value");
  }
}
