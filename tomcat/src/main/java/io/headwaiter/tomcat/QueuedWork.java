package io.headwaiter.tomcat;

/** Work in the executor's queue that knows since when it waits. */
interface QueuedWork {
  /** When it was queued, on the clock of {@link System#nanoTime}. */
  long queuedNanos();

  /** Since when the customer waits for what this is part of, on the same clock. */
  long waitingSinceNanos();

  /**
   * Whether it is done for somebody who was refused: then nobody counts as waiting because of it.
   */
  default boolean isCourtesy() {
    return false;
  }

  /**
   * Does the work on the calling thread, which is no worker, if it has waited for too long and
   * comes to no application then.
   *
   * @param beforeNanos who has waited since before this instant waits for too long
   * @param workers in whose queue it is
   * @return whether that was done; if not, it is where it was
   */
  default boolean refuseIfLate(long beforeNanos, TurnExecutor workers) {
    return false;
  }
}
