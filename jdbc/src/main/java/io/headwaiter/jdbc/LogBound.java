package io.headwaiter.jdbc;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Lets one message through in a while and counts the others, so that nobody can fill the log by
 * sending requests. Thread-safe.
 */
final class LogBound {
  /** Said by {@link #pass} of a message that is not to be logged. */
  static final long NOT_NOW = -1;

  private final long everyNanos;
  private final LongSupplier clock;
  private long lastNanos;
  private long heldBack;

  /**
   * @param every how long after a message the next one may come
   * @param clock has the time in nanoseconds
   */
  LogBound(Duration every, LongSupplier clock) {
    this.everyNanos = every.toNanos();
    this.clock = clock;
    lastNanos = clock.getAsLong() - everyNanos;
  }

  /** How many were held back since the last one that passed; or {@link #NOT_NOW}. */
  synchronized long pass() {
    long now = clock.getAsLong();
    if (now - lastNanos < everyNanos) {
      heldBack++;
      return NOT_NOW;
    }
    lastNanos = now;
    long before = heldBack;
    heldBack = 0;
    return before;
  }
}
