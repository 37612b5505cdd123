package io.headwaiter.tls;

import java.util.concurrent.atomic.AtomicLong;

/** Generated ticket keys with a clock that the test advances. */
final class TestKeys {
  static final int ROTATION_SECONDS = 43_200;

  private final AtomicLong aheadMillis =
      new AtomicLong(Tickets.fromTheEndOfAPeriodMillis(ROTATION_SECONDS));
  private final TicketKeys keys =
      Tickets.generated(ROTATION_SECONDS, () -> System.currentTimeMillis() + aheadMillis.get());

  TicketRealm realm(String host) {
    return keys.realm(host);
  }

  /** Advances the clock; the keys in force stay. */
  void later(long millis) {
    aheadMillis.addAndGet(millis);
  }

  /** Sets the clock to this time since the epoch; it runs on from there. */
  void setMillis(long millis) {
    aheadMillis.set(millis - System.currentTimeMillis());
  }

  /** Starts the next key period. */
  void rotate() {
    later(ROTATION_SECONDS * 1000L);
    keys.refresh();
  }
}
