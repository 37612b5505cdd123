package io.headwaiter.front;

/** The queue in front of the container's worker threads. Asked from several threads, often. */
public interface WorkQueue {
  /** Turns of work that wait for a worker now. */
  int waiting();

  /**
   * How long the turn at the head has waited, in ns; 0 if there is none.
   *
   * @param nowNanos of {@link System#nanoTime}
   */
  long headDelayNanos(long nowNanos);
}
