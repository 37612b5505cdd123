package io.headwaiter.core.visit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class BurstNormTest {
  private static final long MILLI = 1_000_000L;

  private final Random random = new Random(3);
  private final BurstNorm norm = new BurstNorm();

  private void bursts(int count, double meanMillis) {
    for (int i = 0; i < count; i++) {
      norm.observe((long) (meanMillis * MILLI * (0.5 + random.nextDouble())));
    }
  }

  @Test
  void isUnknownBeforeFiftyBursts() {
    bursts(BurstNorm.BURSTS_MIN - 1, 10);
    assertThat(norm.nanos()).isInfinite();
    bursts(1, 10);
    assertThat(norm.nanos()).isBetween(8.0 * MILLI, 20.0 * MILLI);
  }

  /** From 5 to 15 ms, evenly: nine tenths are below 14 ms. */
  @Test
  void normIsNineTenthsQuantile() {
    bursts(1000, 10);
    assertThat(norm.nanos()).isBetween(13.0 * MILLI, 15.0 * MILLI);
  }

  @Test
  void fewLongBurstsHardlyMoveNorm() {
    bursts(1000, 10);
    double before = norm.nanos();
    bursts(20, 10_000);
    assertThat(norm.nanos()).isLessThan(1.5 * before);
  }

  @Test
  void followsAllBursts() {
    bursts(1000, 10);
    bursts(100, 30);
    assertThat(norm.nanos()).isGreaterThan(35.0 * MILLI);
  }
}
