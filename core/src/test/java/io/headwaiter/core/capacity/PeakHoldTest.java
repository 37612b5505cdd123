package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PeakHoldTest {
  private static final double TICK_NANOS = 50e6;

  @Test
  void risesAtOnce() {
    PeakHold peak = new PeakHold();
    peak.add(2, 0);
    assertThat(peak.value()).isEqualTo(2);
  }

  @Test
  void fallsExponentiallyWithWorkDone() {
    PeakHold peak = new PeakHold();
    for (int i = 0; i < 4; i++) {
      peak.add(0.5, TICK_NANOS);
    }
    assertThat(peak.value()).isCloseTo(0.5 + 0.5 * Math.exp(-2), within(1e-9));
    assertThat(peak.value()).isCloseTo(0.57, within(0.005));
  }

  @Test
  void doesNotFallWithoutWork() {
    PeakHold peak = new PeakHold();
    for (int i = 0; i < 1_000; i++) {
      peak.add(0.1, 0);
    }
    assertThat(peak.value()).isEqualTo(1);
  }

  @Test
  void priceOfVaryingFigureStaysAboveItsMean() {
    PeakHold peak = new PeakHold();
    for (int i = 0; i < 1_000; i++) {
      peak.add(i % 2 == 0 ? 1.1 : 0.9, 20e6);
      assertThat(peak.mean()).isCloseTo(1, within(0.02));
      assertThat(peak.value()).isBetween(1.06, 1.1);
    }
  }

  @Test
  void meanStaysWithoutWork() {
    PeakHold peak = new PeakHold();
    peak.add(0.1, 0);
    peak.add(10, 0);
    assertThat(peak.mean()).isEqualTo(1);
  }
}
