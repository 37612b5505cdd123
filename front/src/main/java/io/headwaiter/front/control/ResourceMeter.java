package io.headwaiter.front.control;

import io.headwaiter.core.capacity.Resource;
import io.headwaiter.core.capacity.ResourceUse;
import io.headwaiter.front.pools.ResourceGauge;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Samples gauges, and takes means over the samples of an interval. Any thread may add gauges; the
 * rest belongs to the control thread.
 */
public final class ResourceMeter {
  private static final System.Logger LOG = System.getLogger(ResourceMeter.class.getName());

  private final List<Gauged> gauges = new CopyOnWriteArrayList<>();

  public void add(ResourceGauge gauge) {
    gauges.add(new Gauged(gauge));
  }

  /** Asks all gauges once. */
  public void sample() {
    for (Gauged gauged : gauges) {
      gauged.sample();
    }
  }

  /** Returns the samples since the last call, without gauges that gave none. */
  List<ResourceUse> take() {
    List<ResourceUse> uses = new ArrayList<>();
    for (Gauged gauged : gauges) {
      gauged.takeInto(uses);
    }
    return uses;
  }

  /**
   * All samples of a gauge since the start.
   *
   * @param busySum their sum
   */
  public record Total(Resource resource, double busySum, long samples) {}

  /** Returns the totals since the start of gauges with samples, up to the last {@link #take}. */
  List<Total> totals() {
    return gauges.stream()
        .filter(g -> g.samplesTotal > 0)
        .map(g -> new Total(g.gauge.resource(), g.busyTotal, g.samplesTotal))
        .toList();
  }

  private static final class Gauged {
    private final ResourceGauge gauge;
    private int capacity;
    private int limit;
    private int waiting;
    private double busySum;
    private int samples;
    private double busyTotal;
    private long samplesTotal;
    private boolean failed;

    Gauged(ResourceGauge gauge) {
      this.gauge = gauge;
    }

    void sample() {
      try {
        capacity = gauge.capacity();
        if (capacity < 1) {
          return;
        }
        limit = Math.max(capacity, gauge.limit());
        int busy = Math.max(0, gauge.busy());
        waiting = Math.max(0, gauge.waiting());
        busySum += busy;
        samples++;
      } catch (RuntimeException e) {
        if (!failed) {
          LOG.log(
              System.Logger.Level.WARNING,
              "The use of " + gauge.resource().label() + " cannot be measured",
              e);
        }
        failed = true;
      }
    }

    void takeInto(List<ResourceUse> uses) {
      if (samples > 0 && capacity >= 1) {
        uses.add(new ResourceUse(gauge.resource(), capacity, limit, busySum / samples, waiting));
      }
      busyTotal += busySum;
      samplesTotal += samples;
      busySum = 0;
      samples = 0;
    }
  }
}
