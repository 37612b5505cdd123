package io.headwaiter.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AcceptBucketTest {
  private final AtomicLong clock = new AtomicLong(7);
  private final AcceptBucket bucket = new AcceptBucket(clock::get);

  private int taken(int asked) {
    int taken = 0;
    for (int i = 0; i < asked; i++) {
      taken += bucket.take() ? 1 : 0;
    }
    return taken;
  }

  @Test
  void acceptsTheBurstAndThenTheRate() {
    bucket.rate(50);
    bucket.burst(5);
    assertThat(taken(20)).isEqualTo(5);
    int inASecond = 0;
    for (int i = 0; i < 100; i++) {
      clock.addAndGet(10_000_000);
      inASecond += taken(2);
    }
    assertThat(inASecond).isBetween(49, 50);
    clock.addAndGet(3_600_000_000_000L);
    assertThat(taken(20)).isEqualTo(5);
  }

  @Test
  void boundsNothingBeforeItIsSet() {
    assertThat(taken(1000)).isEqualTo(1000);
  }

  @Test
  void refusesValuesOutOfRange() {
    assertThatThrownBy(() -> bucket.rate(0))
        .hasMessageContaining("above 0")
        .hasMessageContaining("0.0");
    assertThatThrownBy(() -> bucket.rate(Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> bucket.burst(0.5)).hasMessageContaining("from 1 to 1000000");
  }
}
