package io.headwaiter.front.pools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PoolThreadTest {
  private static final long SECOND = 1_000_000_000L;

  /** Returns the interval after a step that was this late, both as parts of the usual interval. */
  private static double after(double late) {
    long due = Long.MAX_VALUE - SECOND / 4; // instants may overflow
    long now = due + (long) (late * SECOND);
    return (PoolThread.nextStep(due, now) - now) / (double) SECOND;
  }

  @Test
  void nextIntervalIsAtLeastHalf() {
    assertThat(after(0)).isEqualTo(1);
    assertThat(after(0.1)).isEqualTo(0.9);
    assertThat(after(0.5)).isEqualTo(0.5);
    assertThat(after(0.9)).isEqualTo(0.5);
    assertThat(after(1.2)).isEqualTo(0.5);
    assertThat(after(3600)).isEqualTo(0.5);
  }
}
