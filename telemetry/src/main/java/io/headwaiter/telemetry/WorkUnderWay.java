package io.headwaiter.telemetry;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Work under way on any threads, and how to end what has begun long ago: its thread is interrupted,
 * which closes the channel on which it reads or writes.
 *
 * <p>Thread-safe. An interrupt meant for one piece of work never reaches the next one on its
 * thread.
 */
final class WorkUnderWay {
  // In the order in which it began.
  private final Set<Begun> underWay = new LinkedHashSet<>();

  /** One piece of work; equal to none but itself, because a class and no record. */
  private static final class Begun {
    private final Thread thread = Thread.currentThread();
    private final long sinceNanos = System.nanoTime();
  }

  /** Does some work on the calling thread; until it is done it can be ended. */
  void run(Runnable work) {
    Begun begun = new Begun();
    synchronized (this) {
      underWay.add(begun);
    }
    try {
      work.run();
    } finally {
      synchronized (this) {
        underWay.remove(begun);
      }
      // The thread that would have ended it can do so no more; an interrupt that is left of that
      // must
      // not end another.
      var unused = Thread.interrupted();
    }
  }

  /**
   * Ends work that began before an instant, the oldest first. What does not end at once is ended
   * again with the next call.
   *
   * @param beforeNanos as {@code System.nanoTime} tells it
   * @param most how much is ended at most
   */
  synchronized void end(long beforeNanos, int most) {
    int left = most;
    for (Begun begun : underWay) {
      if (left <= 0 || begun.sinceNanos - beforeNanos >= 0) {
        return;
      }
      begun.thread.interrupt();
      left--;
    }
  }
}
