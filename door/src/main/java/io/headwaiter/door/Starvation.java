package io.headwaiter.door;

import java.util.function.LongSupplier;

/**
 * Tells whether the door's thread lacks a processor: many connections wait in the backlog, and the
 * thread gets less than a third of a processor to accept them. With more than that it is only
 * slower than the clients, and nobody else is to blame. Told by the door's thread; any thread may
 * ask.
 *
 * <pre>
 *   starved = the first 20 ms in which many wait, and then, for each 20 ms that follow:
 *             CPU time of the thread / time &lt; 1/3 in the 20 ms before
 * </pre>
 */
final class Starvation {
  static final long WINDOW_NANOS = 20_000_000L;
  private static final double SHARE = 1.0 / 3;

  private final LongSupplier clock;
  private final LongSupplier cpuClock;
  private boolean manyWait;
  private long sinceNanos;
  private long cpuSinceNanos;
  private volatile boolean isStarved;

  /**
   * @param clock monotonic, in ns
   * @param cpuClock CPU time of the door's thread, in ns; a constant if the system does not tell
   */
  Starvation(LongSupplier clock, LongSupplier cpuClock) {
    this.clock = clock;
    this.cpuClock = cpuClock;
  }

  /** Returns whether the thread lacks a processor. */
  boolean isStarved() {
    return isStarved;
  }

  /** Returns whether many connections wait. For the door's thread. */
  boolean manyWait() {
    return manyWait;
  }

  /** Notes whether many connections wait now. */
  void note(boolean many) {
    if (!many) {
      if (manyWait) {
        manyWait = false;
        isStarved = false;
      }
      return;
    }
    long now = clock.getAsLong();
    if (!manyWait) {
      manyWait = true;
      isStarved = true;
      begin(now);
    } else if (now - sinceNanos >= WINDOW_NANOS) {
      isStarved = cpuClock.getAsLong() - cpuSinceNanos < SHARE * (now - sinceNanos);
      begin(now);
    }
  }

  private void begin(long nowNanos) {
    sinceNanos = nowNanos;
    cpuSinceNanos = cpuClock.getAsLong();
  }
}
