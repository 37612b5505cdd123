package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DelayCorrectionTest {
  private static final double AGE = 1e9;
  private final DelayCorrection correction = new DelayCorrection(20_000_000);

  private void feed(double seconds, long delayMillis, long refused, boolean costKnown) {
    for (int i = 0; i < seconds * 20; i++) {
      correction.add(
          Snapshots.delayed(delayMillis * 1_000_000, refused),
          AGE,
          costKnown,
          Double.MAX_VALUE,
          true,
          false);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "20, 1", "22, 0.8", "25, 0.5", "30, 0", "500, 0"})
  void fastFactorTakesTheWorkedShares(long delayMillis, double fast) {
    feed(3, delayMillis, 0, true);
    assertThat(correction.fast()).isCloseTo(fast, within(1e-3));
  }

  @Test
  void slowFactorRisesOnlyWhileVisitsAreRefusedAndStopsAtTwo() {
    feed(60, 0, 0, true);
    assertThat(correction.slow()).isEqualTo(1);
    feed(4, 0, 5, true);
    assertThat(correction.slow()).isBetween(1.2, 1.3);
    feed(60, 0, 5, true);
    assertThat(correction.slow()).isEqualTo(2);
  }

  @Test
  void slowFactorStaysAtOneUntilTheCostIsKnown() {
    feed(60, 0, 5, false);
    assertThat(correction.slow()).isEqualTo(1);
  }

  @Test
  void slowFactorDoesNotWindUpWhileTheDoorIsShut() {
    feed(600, 1000, 50, true);
    assertThat(correction.fast()).isZero();
    feed(10, 0, 50, true);
    assertThat(correction.fast()).isEqualTo(1);
    assertThat(correction.slow()).isGreaterThan(0.9);
  }

  @Test
  void headOfTheQueueCountsWhereNothingHasBeenTakenOut() {
    MeterSnapshot stuck =
        MeterSnapshot.builder(0, 1_000_000_000L).queueDelayNanosHead(900_000_000L).build();
    correction.add(stuck, AGE, true, Double.MAX_VALUE, true, false);
    assertThat(correction.fast()).isZero();
  }

  @Test
  void settlesAtAShorterDelayWhereThatIsWanted() {
    for (int i = 0; i < 20 * 60; i++) {
      correction.add(Snapshots.delayed(10_000_000, 5), AGE, true, 10e6, true, false);
    }
    assertThat(correction.slow()).isCloseTo(1, within(0.05));
    assertThat(correction.fast()).isEqualTo(1);
  }

  /** Whom the queue keeps out no larger budget lets in. */
  @Test
  void slowFactorDoesNotRiseWhileProcessorsAreBusy() {
    for (int i = 0; i < 20 * 60; i++) {
      correction.add(Snapshots.delayed(5_000_000, 50), AGE, true, Double.MAX_VALUE, false, false);
    }
    assertThat(correction.slow()).isEqualTo(1);
  }

  /** After a loss of capacity work waits for what was promised, not for a wrong estimate. */
  @Test
  void aQueueOfPromisesSaysNothingAboutTheEstimate() {
    for (int i = 0; i < 100; i++) {
      correction.add(Snapshots.delayed(300_000_000, 50), AGE, true, 20e6, false, true);
    }
    assertThat(correction.slow()).isEqualTo(1);
    assertThat(correction.fast()).isZero();
    correction.add(Snapshots.delayed(300_000_000, 50), AGE, true, 20e6, false, false);
    assertThat(correction.slow()).isLessThan(1);
  }
}
