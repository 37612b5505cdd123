package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConnectionPriceTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);

  private long nowNanos = 5 * SECOND;
  private final ConnectionPrice price = new ConnectionPrice(() -> nowNanos, () -> 10);

  /** For some seconds, each of which has so many takes of such a wait. */
  private void seconds(int seconds, int takes, long waitNanos) {
    for (int i = 0; i < seconds; i++) {
      for (int j = 0; j < takes; j++) {
        price.waited(waitNanos, true);
      }
      nowNanos += SECOND;
      assertThat(price.value()).isNotNegative();
    }
  }

  @Test
  void isNothingWhileNobodyWaits() {
    seconds(10, 1_000, 0);
    assertThat(price.value()).isZero();
    assertThat(price.takeNanos()).isZero();
  }

  @Test
  void followsWhatIsWaited() {
    // 200 takes a second of 20 ms each: four wait on average.
    seconds(20, 200, 20 * MS);
    assertThat(price.value()).isEqualTo(1.4, within(0.01));
    assertThat(price.takeNanos()).isEqualTo(20.0 * MS, within(0.1 * MS));
    seconds(1, 0, 0);
    assertThat(price.value()).as("not forgotten within a second").isGreaterThan(1);
    seconds(20, 200, 0);
    assertThat(price.value()).as("forgotten within twenty").isLessThan(0.01);
  }

  @Test
  void whoGotNothingHasWaitedToo() {
    for (int i = 0; i < 20; i++) {
      price.waited(SECOND, false);
      nowNanos += SECOND;
      assertThat(price.value()).isPositive();
    }
    assertThat(price.value()).isEqualTo(1.1, within(0.01));
    assertThat(price.takeNanos()).isZero();
  }

  @Test
  void isNotReadBetweenIntervals() {
    price.waited(SECOND, true);
    nowNanos += 10 * MS;
    assertThat(price.value()).isZero();
    nowNanos += SECOND;
    assertThat(price.value()).isPositive();
  }
}
