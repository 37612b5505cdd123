package io.headwaiter.front;

import java.util.ArrayList;
import java.util.List;

/**
 * The gauges of a connector and the governor of its pools, which outlive its stops and starts.
 * Thread-safe.
 */
public final class ResourceGauges {
  private final List<ResourceGauge> gauges = new ArrayList<>();
  private Front front;
  private PoolGovernor governor;

  /** Another one, measured from now on. */
  public synchronized void add(ResourceGauge gauge) {
    gauges.add(gauge);
    if (front != null) {
      front.measure(gauge);
    }
  }

  /** Pools are governed from now on, by this one alone. */
  public synchronized void govern(PoolGovernor pools) {
    governor = pools;
    if (front != null) {
      front.govern(pools);
    }
  }

  /** The connector starts, with a new front. */
  public synchronized void measureBy(Front started) {
    front = started;
    gauges.forEach(started::measure);
    if (governor != null) {
      started.govern(governor);
    }
  }
}
