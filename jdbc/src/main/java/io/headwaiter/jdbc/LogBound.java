package io.headwaiter.jdbc;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Passes one message in a given time and counts the others, so that clients cannot fill the log by
 * sending requests. Thread-safe.
 */
final class LogBound {
  /** Returned by {@link #pass} for a message that is not to be logged. */
  static final long NOT_NOW = -1;

  private final long everyNanos;
  private final LongSupplier clock;
  private long lastNanos;
  private long heldBack;

  /**
   * @param every least time between two messages that pass
   * @param clock returns the time in nanoseconds
   */
  LogBound(Duration every, LongSupplier clock) {
    this.everyNanos = every.toNanos();
    this.clock = clock;
    lastNanos = clock.getAsLong() - everyNanos;
  }

  /** Returns how many were held back since the last one that passed; or {@link #NOT_NOW}. */
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
