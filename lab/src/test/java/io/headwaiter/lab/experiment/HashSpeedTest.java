package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HashSpeedTest {
  private static final long ROUND_NANOS = 256 * 650;

  private long nanos = 1_000;
  private int rounds;

  /** Slow until it is compiled, and whenever somebody else has the processor. */
  private void round() {
    rounds++;
    nanos += rounds < 400 || rounds % 3 == 0 ? 4 * ROUND_NANOS : ROUND_NANOS;
  }

  @Test
  void theFastestRoundCounts() {
    HashSpeed speed = HashSpeed.measure(() -> nanos, this::round);
    assertThat(speed.nanosPerKib()).isCloseTo(650, within(1e-9));
    assertThat(nanos).isGreaterThanOrEqualTo(500_000_000);
    assertThat(speed.kib(65_000)).isEqualTo(100);
    assertThat(speed.kib(100)).isEqualTo(1);
    assertThat(speed.kib(0)).isZero();
  }

  @Test
  void workThatTakesNoTimeHasASpeed() {
    assertThat(HashSpeed.measure(() -> nanos += 10_000_000, () -> {}).nanosPerKib()).isPositive();
    assertThatIllegalArgumentException().isThrownBy(() -> new HashSpeed(0));
    assertThatIllegalArgumentException().isThrownBy(() -> new HashSpeed(Double.NaN));
  }

  @Test
  void thisMachineHashesAtSomeSpeed() {
    assertThat(HashSpeed.measure().nanosPerKib()).isBetween(1.0, 1e6);
  }
}
