package io.headwaiter.tomcat;

import io.headwaiter.front.ExcessTurns;

/** Work in the executor's queue that knows since when it waits. */
interface QueuedWork extends Runnable {
  /** When it was queued, on the clock of {@link System#nanoTime}. */
  long queuedNanos();

  /**
   * Since when the customer waits for what this is part of, on the same clock; later than now if
   * its visit has other work that waits already.
   */
  long waitingSinceNanos();

  /** How long it has waited for a worker: not for what its own visit had asked for before. */
  default long delayNanos(long nowNanos) {
    boolean behindItsOwn = waitingSinceNanos() - queuedNanos() > 0;
    return Math.max(0, nowNanos - (behindItsOwn ? waitingSinceNanos() : queuedNanos()));
  }

  /** Whether it is done behind all others: for a client that was refused, or took too much. */
  default boolean isBehindOthers() {
    return false;
  }

  /** Whether it does not count as waiting work; also where it waits for its own visit. */
  default boolean isUncounted() {
    return isBehindOthers() || waitingSinceNanos() - queuedNanos() > 0;
  }

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
