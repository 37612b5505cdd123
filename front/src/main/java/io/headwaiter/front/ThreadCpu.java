package io.headwaiter.front;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;

/** CPU time of threads and of the process, in nanoseconds. Costs a system call each. */
public final class ThreadCpu {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private ThreadCpu() {}

  /** Of the current thread; constant (-1) on a virtual thread, where differences are 0. */
  public static long nanos() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** Whether that is a reading of {@link #nanos} which says something. */
  static boolean isMeasured(long reading) {
    return reading >= 0;
  }

  /** Of other threads together; those that have ended or are not known count as 0. */
  public static long nanosOf(List<Long> threadIds) {
    long sum = 0;
    for (long id : threadIds) {
      sum += id <= 0 ? 0 : Math.max(0, THREADS.getThreadCpuTime(id));
    }
    return sum;
  }

  /** Of the process: user and system, all threads, with collector and compiler. */
  public static long processNanos() {
    return SYSTEM.getProcessCpuTime();
  }
}
