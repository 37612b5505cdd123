package io.headwaiter.front;

import io.headwaiter.front.pools.AdjustablePool;
import io.headwaiter.front.pools.PoolGovernor;
import io.headwaiter.front.pools.PoolSetter;
import io.headwaiter.front.pools.ResourceGauge;
import io.headwaiter.front.pools.WorkerPool;
import io.headwaiter.telemetry.StatusPart;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The gauges of a connector, what else it shows, and the governor of its pools. They outlive its
 * stops and starts. Thread-safe.
 */
public final class ResourceGauges {
  private final List<ResourceGauge> gauges = new ArrayList<>();
  private final List<StatusPart> parts = new ArrayList<>();
  private @Nullable WorkerPool workers;
  private @Nullable ConnectorRuntime runtime;
  private @Nullable PoolGovernor governor;

  /** Adds a gauge, measured from now on. */
  public synchronized void add(ResourceGauge gauge) {
    gauges.add(gauge);
    if (runtime != null) {
      runtime.measure(gauge);
    }
  }

  /** Adds the worker threads, measured from now on, and sized unless something else sizes them. */
  public synchronized void addWorkers(WorkerPool pool) {
    add(pool);
    workers = pool;
    if (runtime != null) {
      runtime.size(pool);
    }
  }

  /** Shows a part from now on. */
  public synchronized void show(StatusPart part) {
    parts.add(part);
    if (runtime != null) {
      runtime.show(part);
    }
  }

  /**
   * Lets this governor alone size the pools from now on.
   *
   * @throws IllegalStateException with a sentence if programs set them until the next stop
   */
  public synchronized void govern(PoolGovernor pools) {
    if (runtime != null) {
      runtime.govern(pools);
    }
    governor = pools;
  }

  /**
   * Allows programs on this machine to set these pools over the admin endpoint from now on, to the
   * next stop of the connector.
   *
   * @throws IllegalStateException with a sentence if the set-up does not allow it
   */
  public synchronized void allowTuning(AdjustablePool threads, AdjustablePool connections) {
    if (runtime == null) {
      throw new IllegalStateException("The pools have no size yet: start the server.");
    }
    runtime.allowTuning(new PoolSetter(threads, connections));
  }

  /** Connects all of these to the new runtime of a connector that starts. */
  public synchronized void measureBy(ConnectorRuntime started) {
    runtime = started;
    gauges.forEach(started::measure);
    parts.forEach(started::show);
    if (workers != null) {
      started.size(workers);
    }
    if (governor != null) {
      started.govern(governor);
    }
  }

  /** Forgets the runtime of a connector that stops. To be called before the runtime is stopped. */
  public synchronized void forget(ConnectorRuntime stopped) {
    if (runtime == stopped) {
      runtime = null;
    }
  }
}
