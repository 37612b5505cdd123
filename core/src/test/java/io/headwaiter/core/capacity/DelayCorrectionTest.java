package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DelayCorrectionTest {
  private final DelayCorrection correction = new DelayCorrection(20_000_000);

  private void feed(double seconds, long delayMillis) {
    for (int i = 0; i < seconds * 20; i++) {
      correction.add(Snapshots.delayed(delayMillis * 1_000_000, 0));
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "20, 1", "22, 0.8", "25, 0.5", "30, 0", "500, 0"})
  void factorFallsLinearlyFromTargetToHalfAbove(long delayMillis, double open) {
    feed(3, delayMillis);
    assertThat(correction.open()).isCloseTo(open, within(1e-3));
  }

  @Test
  void opensAgainWhenQueueIsGone() {
    feed(600, 1000);
    assertThat(correction.open()).isZero();
    feed(10, 0);
    assertThat(correction.open()).isEqualTo(1);
  }

  @Test
  void usesDelayOfQueueHeadWithoutFinishedTurns() {
    MeterSnapshot stuck =
        MeterSnapshot.builder(0, 1_000_000_000L).queueDelayNanosHead(900_000_000L).build();
    correction.add(stuck);
    assertThat(correction.open()).isZero();
  }
}
