package io.headwaiter.telemetry;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The CPU time that each worker thread has entered for turns that have ended. Any further CPU time
 * of a thread was used between turns, or in a turn under way.
 *
 * <p>Thread-safe; a thread writes only its own entry.
 */
public final class TurnClocks {
  // Each value is written by its own thread only.
  private final Map<Long, AtomicLong> all = new ConcurrentHashMap<>();

  // Not static: a thread of a pool may work for several connectors.
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<AtomicLong> own = new ThreadLocal<>();

  /**
   * Notes that a turn begins on the current thread.
   *
   * @param clockNanos CPU time of the thread; negative for threads without a clock, such as virtual
   *     ones
   */
  public void begins(long clockNanos) {
    if (clockNanos >= 0 && own.get() == null) {
      AtomicLong entered = new AtomicLong();
      own.set(entered);
      all.put(Thread.currentThread().getId(), entered);
    }
  }

  /** Enters the CPU time of a turn that has ended on the current thread, in nanoseconds. */
  public void entered(long cpuNanos) {
    AtomicLong entered = own.get();
    if (entered != null) {
      entered.lazySet(entered.get() + cpuNanos);
    }
  }

  /** Returns whether the thread has run a turn and has a clock. */
  public boolean isKnown(long threadId) {
    return all.containsKey(threadId);
  }

  /** Returns the CPU time that a thread has entered so far, in nanoseconds; 0 if it is unknown. */
  public long enteredNanos(long threadId) {
    AtomicLong entered = all.get(threadId);
    return entered == null ? 0 : entered.get();
  }

  /** Returns the threads that have run a turn and were not removed; a copy. */
  public Set<Long> threadIds() {
    return new HashSet<>(all.keySet());
  }

  /** Removes a thread that has ended. */
  public void forget(long threadId) {
    all.remove(threadId);
  }
}
