package io.headwaiter.tomcat;

import io.headwaiter.front.ExcessTurns;

/** Work in the executor's queue that knows since when it waits. */
interface QueuedWork extends Runnable {
  /** When it was queued, on the clock of {@link System#nanoTime}. */
  long queuedNanos();

  /**
   * Since when the customer waits for what this is part of, on the same clock; once it is in the
   * queue perhaps later than now, if its visit has other work that waits there already.
   */
  long waitingSinceNanos();

  /** It goes to the queue, and has its place there; {@link #leavesQueue} follows. */
  default void entersQueue() {}

  /** It has left the queue, because it begins or because it was taken out. */
  default void leavesQueue() {}

  /** The later of two instants on the clock of {@link System#nanoTime}. */
  static long later(long oneNanos, long otherNanos) {
    return oneNanos - otherNanos > 0 ? oneNanos : otherNanos;
  }

  /**
   * How long it has waited for a worker: not for what its own visit had asked for before, and not
   * while it was held back.
   */
  default long delayNanos(long nowNanos) {
    return Math.max(0, nowNanos - later(waitingSinceNanos(), queuedNanos()));
  }

  /** Whether it is done behind all others: for a client that was refused, or took too much. */
  default boolean isBehindOthers() {
    return false;
  }

  /** Whether it does not count as waiting work; also before its place has come. */
  default boolean isUncounted(long nowNanos) {
    return isBehindOthers() || waitingSinceNanos() - nowNanos > 0;
  }

  /** The object that stands for the visit that holds the worker; null if it is not known. */
  default Object holder() {
    return null;
  }

  /** Whether it may be held back while its holder has too many workers. */
  default boolean canBeHeldBack() {
    return false;
  }

  /** It was held back until now, and goes to the queue as if it had come now. */
  default void heldBackUntil(long nowNanos) {}

  /** The visit for which it is done, if that is over its account and it can wait; else null. */
  default ExcessTurns.Owner excessOf() {
    return null;
  }

  /**
   * Does the work on the calling thread, which is no worker, if it has waited for too long and
   * comes to no application then.
   *
   * @param beforeNanos work that has waited since before this instant waits for too long
   * @param workers in whose queue it is
   * @return whether that was done; if not, it is where it was
   */
  default boolean refuseIfLate(long beforeNanos, TurnExecutor workers) {
    return false;
  }
}
