package io.headwaiter.front;

import java.util.ArrayList;
import java.util.List;

/** The gauges of a connector, which outlive its stops and starts. Thread-safe. */
public final class ResourceGauges {
  private final List<ResourceGauge> gauges = new ArrayList<>();
  private Front front;

  /** Another one, measured from now on. */
  public synchronized void add(ResourceGauge gauge) {
    gauges.add(gauge);
    if (front != null) {
      front.measure(gauge);
    }
  }

  /** The connector starts, with a new front. */
  public synchronized void measureBy(Front started) {
    front = started;
    gauges.forEach(started::measure);
  }
}
