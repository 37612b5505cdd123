package io.headwaiter.tomcat;

/** Work in the executor's queue that knows since when it waits. */
interface QueuedWork {
  /** When it was queued, on the clock of {@link System#nanoTime}. */
  long queuedNanos();
}
