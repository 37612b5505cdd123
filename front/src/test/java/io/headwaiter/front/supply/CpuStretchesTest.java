package io.headwaiter.front.supply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CpuStretchesTest {
  private static final long SECOND = 1_000_000_000L;
  private final CpuStretches stretches = new CpuStretches(10 * SECOND);

  private void look(long second, double processSeconds, double requestSeconds) {
    stretches.add(
        second * SECOND,
        new CpuBreakdown(
            (long) (processSeconds * SECOND),
            Map.of(CpuAccount.REQUESTS, (long) (requestSeconds * SECOND))));
  }

  @Test
  void comparesEachStretchSeparately() {
    look(0, 100, 50);
    assertThat(stretches.toMap()).containsEntry("residualPart", 0.0).containsEntry("stretches", 0L);
    look(9, 107, 52);
    assertThat(stretches.toMap()).containsEntry("stretches", 0L);
    look(10, 108, 56);
    assertThat(stretches.toMap())
        .containsEntry("residualPart", 0.25)
        .containsEntry("residualPartMax", 0.25)
        .containsEntry("stretches", 1L);
    look(20, 116, 65);
    assertThat(stretches.toMap())
        .containsEntry("residualPart", -0.125)
        .containsEntry("residualPartMax", 0.25)
        .containsEntry("stretches", 2L);
  }

  @Test
  void largestResidualUsesAbsoluteValue() {
    look(0, 0, 0);
    look(10, 2, 3);
    assertThat(stretches.toMap())
        .containsEntry("residualPart", -0.5)
        .containsEntry("residualPartMax", 0.5);
  }

  @Test
  void largestResidualIgnoresNearlyIdleStretch() {
    look(0, 0, 0);
    look(10, 0.5, 0.25);
    assertThat(stretches.toMap())
        .containsEntry("residualPart", 0.5)
        .containsEntry("residualPartMax", 0.0)
        .containsEntry("stretches", 0L);
  }

  @Test
  void rejectsStretchLengthZero() {
    assertThatThrownBy(() -> new CpuStretches(0)).hasMessageContaining("longer than 0");
  }
}
