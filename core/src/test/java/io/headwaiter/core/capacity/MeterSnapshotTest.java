package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MeterSnapshotTest {
  @Test
  void rejectsElapsedTimeAndProcessorsOutOfRange() {
    assertThatThrownBy(() -> Snapshots.of(0, 1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("elapsedNanos must be above 0, got 0");
    assertThatThrownBy(() -> Snapshots.of(1, 0, 0))
        .hasMessage("processors must be above 0, got 0.0");
    assertThatThrownBy(() -> Snapshots.of(1, Double.NaN, 0))
        .hasMessage("processors must be above 0, got NaN");
  }
}
