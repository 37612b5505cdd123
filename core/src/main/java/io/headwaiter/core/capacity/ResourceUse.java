package io.headwaiter.core.capacity;

import java.util.Objects;

/**
 * How much of a resource was in use in an interval.
 *
 * @param resource which one
 * @param capacity units there are, at least 1
 * @param busyMean units in use, mean over the interval or samples of it, at least 0
 * @param waiting who waits for a unit at the end of the interval, at least 0
 */
public record ResourceUse(Resource resource, int capacity, double busyMean, int waiting) {
  /** Checks the ranges. */
  public ResourceUse {
    Objects.requireNonNull(resource, "resource");
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity must be at least 1, got " + capacity);
    }
    if (!(busyMean >= 0)) {
      throw new IllegalArgumentException("busyMean must be at least 0, got " + busyMean);
    }
    if (waiting < 0) {
      throw new IllegalArgumentException("waiting must be at least 0, got " + waiting);
    }
  }
}
