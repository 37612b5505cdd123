package io.headwaiter.door;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * The clocks of the door's thread, all in ns.
 *
 * @param now monotonic
 * @param cpu CPU time of the thread; a constant if the system does not tell
 * @param processCpu CPU time of all threads of the process; a constant if the system does not tell
 */
record DoorClocks(LongSupplier now, LongSupplier cpu, LongSupplier processCpu) {

  /**
   * Returns the clocks of this JVM.
   *
   * @param now the monotonic one
   */
  static DoorClocks of(LongSupplier now) {
    return new DoorClocks(
        now,
        ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)::getProcessCpuTime);
  }
}
