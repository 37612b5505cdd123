package io.headwaiter.core.capacity;

import io.headwaiter.core.pool.queueing.FiniteSource;
import java.util.List;

/**
 * The bounds of {@link HeldResources} at one instant: how many processors worker threads and
 * database connections can keep busy. Immutable.
 *
 * @param turnNanos c, processor time of a turn, above 0
 * @param bounds a bound for each resource
 */
record HeldBounds(double turnNanos, List<Bound> bounds) {
  // Above this part of the processors, holders of a unit mostly wait for a processor.
  static final double CPU_BUSY = 0.9;

  HeldBounds {
    bounds = List.copyOf(bounds);
  }

  /**
   * The units of one resource.
   *
   * @param mayGrow whether there will be more units as soon as they are wanted
   * @param heldNanos z of a thread, q of a connection
   * @param busyWhileTaken w, from 0 to 1
   */
  record Bound(
      Resource resource, int units, boolean mayGrow, double heldNanos, double busyWhileTaken) {}

  /** Returns the smallest A_r, at most {@code available}. */
  double processors(double available) {
    double least = available;
    for (Bound bound : bounds) {
      least = Math.min(least, processors(bound, available));
    }
    return least;
  }

  /** Returns the resource with the smallest A_r, if that is below 0.9 A; else the processors. */
  Resource bottleneck(double available) {
    Resource bottleneck = Resource.CPU;
    double least = available * CPU_BUSY;
    for (Bound bound : bounds) {
      double processors = processors(bound, available);
      if (processors < least) {
        least = processors;
        bottleneck = bound.resource();
      }
    }
    return bottleneck;
  }

  private double processors(Bound bound, double available) {
    double seen = available * bound.busyWhileTaken();
    return Math.max(seen, byModel(bound, available));
  }

  private double byModel(Bound bound, double available) {
    if (bound.mayGrow()) {
      return available;
    }
    double held = bound.heldNanos();
    if (bound.resource() == Resource.WORKER_THREADS) {
      return turnNanos * FiniteSource.turnsPerNano(bound.units(), turnNanos, held, available);
    }
    return held > 0 ? Math.min(available, turnNanos * bound.units() / held) : available;
  }
}
