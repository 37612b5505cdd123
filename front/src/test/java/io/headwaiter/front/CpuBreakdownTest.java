package io.headwaiter.front;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CpuBreakdownTest {
  private static final long MILLI = 1_000_000;

  @Test
  void partsAndRestAreTheWhole() {
    CpuBreakdown parts =
        new CpuBreakdown(
            1_000 * MILLI,
            MILLI,
            2 * MILLI,
            4 * MILLI,
            8 * MILLI,
            16 * MILLI,
            32 * MILLI,
            64 * MILLI,
            128 * MILLI,
            256 * MILLI);
    assertThat(parts.claimed()).isEqualTo(511 * MILLI);
    assertThat(parts.rest()).isEqualTo(489 * MILLI);
    assertThat(parts.toMap().keySet())
        .containsExactly(
            "process",
            "front",
            "control",
            "handshakes",
            "requests",
            "connections",
            "courtesy",
            "firstUses",
            "gc",
            "jit",
            "rest");
    double sum =
        parts.toMap().values().stream().mapToDouble(value -> ((Number) value).doubleValue()).sum();
    assertThat(sum).isEqualTo(2 * 1_000);
  }

  @Test
  void theTicksOfTheProcessMayBeBehind() {
    CpuBreakdown parts = new CpuBreakdown(10 * MILLI, 0, 0, 15 * MILLI, 0, 0, 0, 0, 0, 0);
    assertThat(parts.rest()).isZero();
  }

  @Test
  void whatWasBeforeDoesNotCount() {
    CpuBreakdown before = new CpuBreakdown(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    CpuBreakdown after = new CpuBreakdown(100, 12, 13, 14, 15, 16, 17, 18, 19, 20);
    assertThat(after.since(before))
        .isEqualTo(new CpuBreakdown(99, 10, 10, 10, 10, 10, 10, 10, 10, 10));
  }
}
