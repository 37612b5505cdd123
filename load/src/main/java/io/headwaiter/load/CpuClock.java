package io.headwaiter.load;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** CPU time of the calling thread and of the process between two instants. Not thread-safe. */
final class CpuClock {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private long wallNanos;
  private long threadNanos;
  private long processNanos;
  private double share;
  private double processCores;

  void start() {
    wallNanos = System.nanoTime();
    threadNanos = THREADS.getCurrentThreadCpuTime();
    processNanos = PROCESS.getProcessCpuTime();
  }

  /** Must be called on the thread that called {@link #start()}. */
  void stop() {
    if (wallNanos == 0) {
      return; // ended before the window began
    }
    double elapsed = Math.max(1, System.nanoTime() - wallNanos);
    share = (THREADS.getCurrentThreadCpuTime() - threadNanos) / elapsed;
    processCores = (PROCESS.getProcessCpuTime() - processNanos) / elapsed;
  }

  /** Returns the share of one core that the thread used. */
  double share() {
    return share;
  }

  /** Returns the number of cores that the process used. */
  double processCores() {
    return processCores;
  }
}
