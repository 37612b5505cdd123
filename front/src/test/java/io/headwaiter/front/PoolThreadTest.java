package io.headwaiter.front;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PoolThreadTest {
  private static final long SECOND = 1_000_000_000L;

  /** The interval after a step that came so late, in parts of the usual one. */
  private static double after(double late) {
    long due = Long.MAX_VALUE - SECOND / 4; // instants may overflow
    long now = due + (long) (late * SECOND);
    return (PoolThread.nextStep(due, now) - now) / (double) SECOND;
  }

  @Test
  void noIntervalIsAMomentAlone() {
    assertThat(after(0)).isEqualTo(1);
    assertThat(after(0.1)).isEqualTo(0.9);
    assertThat(after(0.5)).isEqualTo(0.5);
    assertThat(after(0.9)).isEqualTo(0.5);
    assertThat(after(1.2)).isEqualTo(0.5);
    assertThat(after(3600)).isEqualTo(0.5);
  }
}
