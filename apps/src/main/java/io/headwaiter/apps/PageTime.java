package io.headwaiter.apps;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Additional work of a page, given as the CPU time that it needs, its service demand. The thread
 * hashes until it has used this much CPU time, so the page costs the same CPU time on every machine
 * and at every clock speed. Waiting for a processor does not count, so a loaded server takes longer
 * for the work, as for everything else. {@link PageWork} is an amount of work instead, the same on
 * a fast and a slow machine.
 *
 * <p>A virtual thread has no such clock, so elapsed time is used there. For {@link #spend} the
 * difference is small: nothing takes a virtual thread off its carrier while it computes, and there
 * are no more carriers than processors. After {@link #begin}, time in which the thread waits
 * counts, too.
 *
 * @param micros CPU time in microseconds, 0 to 10 seconds; the page may use up to the time for
 *     hashing 256 bytes more
 */
public record PageTime(int micros) {
  /** No additional work. */
  public static final PageTime NONE = new PageTime(0);

  private static final int MAX_MICROS = 10_000_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final byte[] BLOCK = new byte[256];

  /** Checks the range. */
  public PageTime {
    if (micros < 0 || micros > MAX_MICROS) {
      throw new IllegalArgumentException(
          "micros is " + micros + "; give a whole number from 0 to " + MAX_MICROS + ".");
    }
  }

  /** Returns the page with this work before it. */
  public Page before(Page page) {
    if (micros == 0) {
      return page;
    }
    return in -> {
      spend();
      return page.answer(in);
    };
  }

  /** Computes on the calling thread until the time is used. */
  public void spend() {
    begin().run();
  }

  /**
   * Starts the time now: all work of the calling thread from now on is part of it.
   *
   * @return a task that computes until the time is used, and does nothing if it is used already;
   *     for the same thread
   */
  public Runnable begin() {
    if (micros == 0) {
      return () -> {};
    }
    MessageDigest sum = PageWork.sha256();
    return begin(clockOfThisThread(), () -> sum.update(BLOCK));
  }

  /**
   * Starts the time by a given clock.
   *
   * @param clock time in nanoseconds
   * @param step one step of the work
   */
  Runnable begin(LongSupplier clock, Runnable step) {
    long end = clock.getAsLong() + TimeUnit.MICROSECONDS.toNanos(micros);
    return () -> {
      while (clock.getAsLong() < end) {
        step.run();
      }
    };
  }

  private static LongSupplier clockOfThisThread() {
    return THREADS.getCurrentThreadCpuTime() < 0
        ? System::nanoTime
        : THREADS::getCurrentThreadCpuTime;
  }
}
