package io.headwaiter.telemetry;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Tracks work under way on any threads, and ends work that began long ago: interrupts its thread,
 * which closes the channel on which it reads or writes.
 *
 * <p>Thread-safe. An interrupt meant for one piece of work never reaches the next one on its
 * thread.
 */
final class WorkUnderWay {
  // In the order in which it began.
  private final Set<Begun> underWay = new LinkedHashSet<>();

  /** One piece of work. A class and no record, so that it equals only itself. */
  private static final class Begun {
    private final Thread thread = Thread.currentThread();
    private final long sinceNanos = System.nanoTime();
  }

  /** A piece of work. */
  @FunctionalInterface
  interface Work<E extends Exception> {
    void run() throws E;
  }

  /** Runs work on the calling thread; {@link #end} can end it until it is done. */
  <E extends Exception> void run(Work<E> work) throws E {
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
      // No thread can end this work any more; an interrupt that is left must not end the next.
      var unused = Thread.interrupted();
    }
  }

  /**
   * Makes the work of the calling thread one that {@link #end} does not end any more.
   *
   * @return false if there is none
   */
  synchronized boolean release() {
    boolean isThere = underWay.removeIf(begun -> begun.thread == Thread.currentThread());
    // It was meant for a limit that does not hold any more.
    var unused = isThere && Thread.interrupted();
    return isThere;
  }

  /**
   * Ends work that began before an instant, the oldest first. Work that does not end at once is
   * interrupted again by the next call.
   *
   * @param beforeNanos instant on the clock of {@code System.nanoTime}
   * @param most maximum number of pieces of work that are ended
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
