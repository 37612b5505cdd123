package io.headwaiter.tomcat;

import io.headwaiter.front.work.ExcessTurns;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Work in the executor's queue that records its waiting time. */
interface QueuedWork extends Runnable {
  /** Returns when it was queued, on the clock of {@link System#nanoTime}. */
  long queuedNanos();

  /**
   * Returns since when the client has waited for the page that this work is part of, on the same
   * clock. The queue is in this order. Once the work is in the queue this may be a future time, if
   * its visit has other work there.
   */
  long waitingSinceNanos();

  /** Called when it enters the queue, which fixes its place; {@link #leavesQueue} follows. */
  default void entersQueue() {}

  /** Called when it has left the queue, because it begins or was taken out. */
  default void leavesQueue() {}

  /** Returns the later of two instants on the clock of {@link System#nanoTime}. */
  static long later(long oneNanos, long otherNanos) {
    return oneNanos - otherNanos > 0 ? oneNanos : otherNanos;
  }

  /**
   * Returns how long it has waited for a worker, in ns. Excludes the wait for earlier work of its
   * visit and the time for which it was held back.
   */
  default long delayNanos(long nowNanos) {
    return Math.max(0, nowNanos - later(waitingSinceNanos(), queuedNanos()));
  }

  /**
   * Returns how long it has waited for its own visit's sake, in ns: all but {@link #delayNanos}.
   */
  default long heldBackNanos(long nowNanos) {
    return nowNanos - queuedNanos() - delayNanos(nowNanos);
  }

  /**
   * Returns whether it counts as waiting work; false for that of a refused client and for a visit's
   * excess.
   */
  default boolean counts() {
    return true;
  }

  /**
   * Returns whether it does not count as waiting now: never, by {@link #counts}, or {@link
   * #waitingSinceNanos} is in the future.
   */
  default boolean isUncounted(long nowNanos) {
    return !counts() || waitingSinceNanos() - nowNanos > 0;
  }

  /** Returns the object that represents its visit as a holder of workers; null if unknown. */
  default @Nullable Object holder() {
    return null;
  }

  /** Returns whether it may be held back while its visit holds too many workers. */
  default boolean canBeHeldBack() {
    return false;
  }

  /** Called when it was held back until now, and enters the queue as if it were new. */
  default void heldBackUntil(long nowNanos) {}

  /** Returns its visit if that is over its account and the work can wait; otherwise null. */
  default ExcessTurns.@Nullable Owner excessOf() {
    return null;
  }

  /**
   * Does the work on the calling thread, which is no worker, if it has waited too long and no
   * application code would run.
   *
   * @param beforeNanos work that has waited since before this instant has waited too long
   * @param takeOut takes it out of where it waits; false if a worker was faster
   * @param workers the executor that holds it
   * @return whether the work was done; if not, it still waits where it was
   */
  default boolean refuseIfLate(long beforeNanos, BooleanSupplier takeOut, TurnExecutor workers) {
    return false;
  }
}
