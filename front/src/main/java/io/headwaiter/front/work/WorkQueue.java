package io.headwaiter.front.work;

/** The queue in front of the container's worker threads. Several threads ask it, often. */
public interface WorkQueue {
  /** Returns how many turns of work wait for a worker now. */
  int waiting();

  /** Returns how many workers there can be; 0 for any number. */
  int workers();

  /**
   * Returns how long the turn at the head has waited, in ns; 0 if there is none.
   *
   * @param nowNanos of {@link System#nanoTime}
   */
  long headDelayNanos(long nowNanos);

  /**
   * Returns how long the turn that has waited longest has waited, wherever it is in the queue.
   * Takes time proportional to the length of the queue.
   *
   * @param nowNanos of {@link System#nanoTime}
   */
  default long longestDelayNanos(long nowNanos) {
    return headDelayNanos(nowNanos);
  }

  /**
   * Returns whether turns of visits over their accounts wait because other such turns hold all
   * workers that these may hold.
   */
  default boolean isExcessShort() {
    return false;
  }
}
