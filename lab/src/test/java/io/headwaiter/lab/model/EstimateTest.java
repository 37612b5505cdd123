package io.headwaiter.lab.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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
  void differenceHasItsOwnInterval() {
    Estimate low = new Estimate(5, 3.5, 6.5);
    assertThat(new Estimate(10, 8, 12).minus(low)).isEqualTo(new Estimate(5, 2.5, 7.5));
    // The intervals overlap, but the difference is significant.
    assertThat(new Estimate(7.5, 6, 9).minus(low).isNotZero()).isTrue();
    assertThat(new Estimate(7, 5.5, 8.5).minus(low).isNotZero()).isFalse();
    assertThat(Estimate.of(100).minus(low).isNotZero()).isFalse();
    assertThat(Estimate.UNKNOWN.minus(low)).isEqualTo(Estimate.UNKNOWN);
  }

  @Test
  void rejectsIntervalWithoutItsValue() {
    assertThatThrownBy(() -> new Estimate(5, 6, 7)).hasMessageContaining("must hold its value");
  }
}
