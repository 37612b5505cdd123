package io.headwaiter.tls;

import java.util.concurrent.atomic.AtomicLong;

/** Generated keys of tickets, by a clock that a test puts on. */
final class TestKeys {
  static final int ROTATION_SECONDS = 43_200;

  private final AtomicLong aheadMillis =
      new AtomicLong(Tickets.fromTheEndOfAPeriodMillis(ROTATION_SECONDS));
  private final TicketKeys keys =
      Tickets.generated(ROTATION_SECONDS, () -> System.currentTimeMillis() + aheadMillis.get());

  TicketRealm realm(String host) {
    return keys.realm(host);
  }

  /** Time goes on; the keys that are in force stay. */
  void later(long millis) {
    aheadMillis.addAndGet(millis);
  }

  /** Sets the clock to this time since the epoch, from where it goes on. */
  void setMillis(long millis) {
    aheadMillis.set(millis - System.currentTimeMillis());
  }

  /** The next period of keys begins. */
  void rotate() {
    later(ROTATION_SECONDS * 1000L);
    keys.refresh();
  }
}
