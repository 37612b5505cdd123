package io.headwaiter.telemetry;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much CPU time the worker threads have entered for turns of work that have ended, thread by
 * thread: what their clocks show beyond that was spent between turns, or in one under way.
 *
 * <p>Thread-safe; a thread writes only its own.
 */
public final class TurnClocks {
  // A thread's own is written by that thread only.
  private final Map<Long, AtomicLong> all = new ConcurrentHashMap<>();

  // Not static: a thread of a pool may work for several connectors.
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<AtomicLong> own = new ThreadLocal<>();

  /**
   * A turn begins on the current thread.
   *
   * @param clockNanos CPU time of the thread; less than 0 where it has no clock, as virtual ones
   */
  public void begins(long clockNanos) {
    if (clockNanos >= 0 && own.get() == null) {
      AtomicLong entered = new AtomicLong();
      own.set(entered);
      all.put(Thread.currentThread().getId(), entered);
    }
  }

  /** A turn has ended on the current thread, and so much was entered for it. */
  public void entered(long cpuNanos) {
    AtomicLong entered = own.get();
    if (entered != null) {
      entered.lazySet(entered.get() + cpuNanos);
    }
  }

  /** Whether the thread has run a turn. */
  public boolean isKnown(long threadId) {
    return all.containsKey(threadId);
  }

  /** What a thread has entered so far, nanoseconds; 0 if it is not known. */
  public long enteredNanos(long threadId) {
    AtomicLong entered = all.get(threadId);
    return entered == null ? 0 : entered.get();
  }

  /** The thread has ended. */
  public void forget(long threadId) {
    all.remove(threadId);
  }
}
