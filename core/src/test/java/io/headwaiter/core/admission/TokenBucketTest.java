package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TokenBucketTest {
  private static final long SECOND = 1_000_000_000L;

  private static int taken(TokenBucket bucket, int tries, long nowNanos) {
    int taken = 0;
    for (int i = 0; i < tries; i++) {
      taken += bucket.tryTake(nowNanos) ? 1 : 0;
    }
    return taken;
  }

  @Test
  void allowsBurstAndLongRunRate() {
    TokenBucket bucket = new TokenBucket(20, 10);
    long start = Long.MAX_VALUE - SECOND; // a clock may wrap
    assertThat(taken(bucket, 100, start)).isEqualTo(20);
    assertThat(bucket.tryTake(start + SECOND / 20)).isFalse();
    int all = 20;
    for (int i = 1; i <= 100; i++) {
      all += taken(bucket, 5, start + i * (SECOND / 10) + 1);
    }
    assertThat(all).isEqualTo(120);
  }

  @Test
  void longPauseFillsBucketUpToBurst() {
    TokenBucket bucket = new TokenBucket(3, 1_000);
    assertThat(taken(bucket, 10, 0)).isEqualTo(3);
    assertThat(taken(bucket, 10, 3_600 * SECOND)).isEqualTo(3);
  }

  @Test
  void givesNothingWhileClockStandsOrGoesBack() {
    TokenBucket bucket = new TokenBucket(1, 100_000);
    assertThat(bucket.tryTake(SECOND)).isTrue();
    assertThat(bucket.tryTake(SECOND)).isFalse();
    assertThat(bucket.tryTake(0)).isFalse();
    assertThat(bucket.tryTake(SECOND)).isFalse();
    assertThat(bucket.tryTake(2 * SECOND)).isTrue();
  }

  @Test
  void rejectsBurstAndRateOutOfRange() {
    assertThat(new TokenBucket(TokenBucket.BURST_MAX, 1).tryTake(0)).isTrue();
    assertThatThrownBy(() -> new TokenBucket(0, 1)).hasMessageContaining("burst must be from 1");
    assertThatThrownBy(() -> new TokenBucket(100_001, 1)).hasMessageContaining("got 100001");
    assertThatThrownBy(() -> new TokenBucket(1, 0)).hasMessageContaining("perSecond");
    assertThatThrownBy(() -> new TokenBucket(1, Double.NaN)).hasMessageContaining("perSecond");
  }
}
