package io.headwaiter.front;

import io.headwaiter.core.capacity.PoolCapacity;
import io.headwaiter.front.control.WorkerSizer;
import io.headwaiter.front.pools.PoolGovernor;
import io.headwaiter.front.pools.PoolReading;
import io.headwaiter.front.pools.PoolSetter;
import io.headwaiter.front.pools.PoolThread;
import io.headwaiter.telemetry.MetricsText;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What sets the sizes of a connector's pools: nothing, the worker sizer, the governor, or programs
 * over the admin endpoint. Thread-safe.
 */
final class PoolControl {
  private final String threadName;
  private final LongFunction<PoolReading> readings;
  private volatile @Nullable WorkerSizer workers;
  private volatile @Nullable PoolGovernor governor;
  private volatile @Nullable PoolSetter setter;
  private @Nullable PoolThread thread;

  /**
   * @param threadName of the governor's thread
   * @param readings returns what the governor reads at a time
   */
  PoolControl(String threadName, LongFunction<PoolReading> readings) {
    this.threadName = threadName;
    this.readings = readings;
  }

  /** Leaves the worker threads to this sizer. */
  void size(WorkerSizer sizer) {
    workers = sizer;
  }

  /**
   * Leaves all pools to this governor, until the stop.
   *
   * @throws IllegalStateException if programs set them
   */
  synchronized void govern(PoolGovernor by) {
    if (setter != null) {
      throw new IllegalStateException(
          "Programs set the pools over the admin endpoint until the next stop. Stop the connector"
              + " before a profile sizes them.");
    }
    stop();
    leaveWorkersTo("They follow the profile of the pools.");
    governor = by;
    thread = new PoolThread(threadName, by, readings);
    thread.start();
  }

  /** Leaves all pools to programs that use this setter. */
  synchronized void allowTuning(PoolSetter by) {
    setter = by;
    leaveWorkersTo("A program sets them over the admin endpoint.");
  }

  private void leaveWorkersTo(String whom) {
    WorkerSizer sizer = workers;
    if (sizer != null) {
      sizer.leaveTo(whom);
    }
  }

  synchronized void stop() {
    if (thread != null) {
      thread.stop();
      thread = null;
    }
  }

  /** Returns whether a governor sets the pools. */
  boolean isGoverned() {
    return governor != null;
  }

  PoolCapacity capacity() {
    PoolGovernor by = governor;
    return by == null ? PoolCapacity.UNKNOWN : by.capacity();
  }

  Map<String, Object> page() {
    PoolGovernor by = governor;
    PoolSetter programs = setter;
    if (by == null && programs != null) {
      return programs.page();
    }
    return by == null ? Map.of() : by.page();
  }

  void count(MetricsText metrics) {
    PoolGovernor by = governor;
    if (by != null) {
      by.count(metrics);
    }
  }
}
