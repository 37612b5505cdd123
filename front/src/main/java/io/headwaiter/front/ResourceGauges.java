package io.headwaiter.front;

import java.util.ArrayList;
import java.util.List;

/**
 * The gauges of a connector, what else it shows, and the governor of its pools. They outlive its
 * stops and starts. Thread-safe.
 */
public final class ResourceGauges {
  private final List<ResourceGauge> gauges = new ArrayList<>();
  private final List<StatusPart> parts = new ArrayList<>();
  private WorkerPool workers;
  private Front front;
  private PoolGovernor governor;

  /** Adds a gauge, measured from now on. */
  public synchronized void add(ResourceGauge gauge) {
    gauges.add(gauge);
    if (front != null) {
      front.measure(gauge);
    }
  }

  /** Adds the worker threads, measured from now on, and sized unless something else sizes them. */
  public synchronized void addWorkers(WorkerPool pool) {
    add(pool);
    workers = pool;
    if (front != null) {
      front.size(pool);
    }
  }

  /** Shows a part from now on. */
  public synchronized void show(StatusPart part) {
    parts.add(part);
    if (front != null) {
      front.show(part);
    }
  }

  /** Lets this governor alone size the pools from now on. */
  public synchronized void govern(PoolGovernor pools) {
    governor = pools;
    if (front != null) {
      front.govern(pools);
    }
  }

  /**
   * Allows programs on this machine to set these pools over the admin endpoint from now on, to the
   * next stop of the connector.
   *
   * @throws IllegalStateException with a sentence if the set-up does not allow it
   */
  public synchronized void allowTuning(AdjustablePool threads, AdjustablePool connections) {
    if (front == null) {
      throw new IllegalStateException("The pools have no size yet: start the server.");
    }
    front.allowTuning(new PoolSetter(threads, connections));
  }

  /** Connects all of these to the new front of a connector that starts. */
  public synchronized void measureBy(Front started) {
    front = started;
    gauges.forEach(started::measure);
    parts.forEach(started::show);
    if (workers != null) {
      started.size(workers);
    }
    if (governor != null) {
      started.govern(governor);
    }
  }
}
