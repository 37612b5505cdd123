package io.headwaiter.apps;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Additional work of a page as the processor time it needs, its service demand. The thread hashes
 * until so much of its own processor time is gone: on every machine, and however fast that is at
 * the moment, the page is as dear to a processor. Waiting for one does not count, so a loaded
 * server takes longer for it, as for everything else. {@link PageWork} is an amount instead, the
 * same on a fast and a slow machine.
 *
 * <p>A virtual thread has no such clock, and time that passes is taken there. For {@link #spend} it
 * is much the same: nothing takes a virtual thread off its carrier while it computes, and there are
 * no more carriers than processors. After {@link #begin} time in which it waits counts, too.
 *
 * @param micros of one processor, 0 to 10 seconds; up to the time that hashing 256 bytes takes is
 *     spent beyond it
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

  /** The page after this work. */
  public Page before(Page page) {
    if (micros == 0) {
      return page;
    }
    return in -> {
      spend();
      return page.answer(in);
    };
  }

  /** Computes on the calling thread until the time is gone. */
  public void spend() {
    begin().run();
  }

  /**
   * Lets the time run from now: whatever the calling thread computes meanwhile is a part of it.
   *
   * @return computes until the rest is gone, nothing if none is left; for the same thread
   */
  public Runnable begin() {
    if (micros == 0) {
      return () -> {};
    }
    MessageDigest sum = PageWork.sha256();
    return begin(clockOfThisThread(), () -> sum.update(BLOCK));
  }

  /**
   * The same by a clock.
   *
   * @param clock in nanoseconds
   * @param step of the work
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
