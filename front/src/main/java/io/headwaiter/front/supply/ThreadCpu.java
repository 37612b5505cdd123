package io.headwaiter.front.supply;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;

/** CPU time of threads and of the process, in nanoseconds. Each reading costs a system call. */
public final class ThreadCpu {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private ThreadCpu() {}

  /**
   * Returns the CPU time of the current thread; constant (-1) on a virtual thread, where
   * differences are 0.
   */
  public static long nanos() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** Returns whether a reading of {@link #nanos} was measured. */
  public static boolean isMeasured(long reading) {
    return reading >= 0;
  }

  /**
   * Returns the CPU time of other threads together; those that have ended or are not known count as
   * 0.
   */
  public static long nanosOf(List<Long> threadIds) {
    long sum = 0;
    for (long id : threadIds) {
      sum += id <= 0 ? 0 : Math.max(0, THREADS.getThreadCpuTime(id));
    }
    return sum;
  }

  /**
   * Returns the CPU time of the process: user and system, all threads, with collector and compiler.
   */
  public static long processNanos() {
    return SYSTEM.getProcessCpuTime();
  }
}
