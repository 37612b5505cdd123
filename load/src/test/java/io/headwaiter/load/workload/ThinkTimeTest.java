package io.headwaiter.load.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ThinkTimeTest {
  @Test
  void meanHoldsAndMaximumIsTenMeans() {
    ThinkTime think = new ThinkTime(7e9);
    SplittableRandom random = new SplittableRandom(1);
    double sum = 0;
    long most = 0;
    for (int i = 0; i < 200_000; i++) {
      long nanos = think.nextNanos(random);
      sum += nanos;
      most = Math.max(most, nanos);
    }
    assertThat(sum / 200_000 / 7e9).isCloseTo(1, within(0.01));
    assertThat(most).isEqualTo(70_000_000_000L);
  }

  @Test
  void zeroMeanGivesNoThinkTime() {
    assertThat(new ThinkTime(0).nextNanos(new SplittableRandom(1))).isZero();
  }

  @Test
  void rejectsNegativeMean() {
    assertThatThrownBy(() -> new ThinkTime(-1)).hasMessageContaining("at least 0");
  }
}
