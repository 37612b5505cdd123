package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.jdbc.holding.ConnectionValue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConnectionValueTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int CONNECTIONS = 2;

  private long nowNanos = 5 * SECOND;
  private final ConnectionValue price = new ConnectionValue(() -> nowNanos, () -> CONNECTIONS);

  private void take(long wokenNanos) {
    price.asks();
    nowNanos += wokenNanos;
    price.answered(true);
  }

  /** For some seconds a connection is used 8 ms of every 10 ms, and no caller waits. */
  private void calm(int seconds) {
    for (int i = 0; i < seconds * 100; i++) {
      take(MS / 100);
      nowNanos += 8 * MS;
      price.returns();
      nowNanos += 2 * MS;
    }
  }

  @Test
  void connectionHasNoValueWithoutQueue() {
    calm(10);
    assertThat(price.value()).isZero();
    assertThat(price.idleThoughWantedNanos()).isEqualTo(0.01 * MS, within(0.001 * MS));
  }

  @Test
  void valueRisesWithQueueAndDecays() {
    // Both connections are lent, and four callers wait half of the time.
    take(0);
    take(0);
    for (int i = 0; i < 100; i++) {
      for (int j = 0; j < 4; j++) {
        price.asks();
      }
      nowNanos += 100 * MS;
      for (int j = 0; j < 4; j++) {
        price.answered(false);
      }
      nowNanos += 100 * MS;
    }
    // P = 0.5, Q = 2, N = 2
    assertThat(price.value()).isEqualTo(1.5, within(0.1));
    price.returns();
    price.returns();
    calm(20);
    assertThat(price.value()).as("forgotten within twenty seconds").isLessThan(0.01);
  }

  @Test
  void measuresIdleTimeOfSlowHandover() {
    // At least one caller always waits, and a returned connection works again after 1 ms.
    take(0);
    take(0);
    price.asks();
    price.asks();
    price.asks();
    for (int i = 0; i < 2_000; i++) {
      nowNanos += 4 * MS;
      price.returns();
      nowNanos += MS;
      price.answered(true);
      price.asks();
    }
    assertThat(price.idleThoughWantedNanos()).isEqualTo(1.0 * MS, within(0.01 * MS));
    assertThat(price.value()).isEqualTo(1 + (0.8 * 3 + 0.2 * 2) / 2, within(0.05));
  }

  @Test
  void toleratesClockThatGoesBack() {
    take(MS);
    nowNanos -= MS / 2;
    price.returns();
    calm(10);
    assertThat(price.value()).isZero();
    assertThat(price.idleThoughWantedNanos()).isNotNegative();
  }
}
