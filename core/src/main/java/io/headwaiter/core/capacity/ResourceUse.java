package io.headwaiter.core.capacity;

import java.util.Objects;

/**
 * The use of a resource in an interval.
 *
 * @param resource the resource
 * @param capacity units there are, at least 1
 * @param limit units to which it can grow by itself, at least the capacity
 * @param busyMean units in use, mean over the interval or samples of it, at least 0
 * @param waiting turns that wait for a unit at the end of the interval, at least 0
 */
public record ResourceUse(
    Resource resource, int capacity, int limit, double busyMean, int waiting) {
  /** Checks the ranges. */
  public ResourceUse {
    Objects.requireNonNull(resource, "resource");
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity must be at least 1, got " + capacity);
    }
    if (limit < capacity) {
      throw new IllegalArgumentException(
          "limit must be at least the capacity of " + capacity + ", got " + limit);
    }
    if (!(busyMean >= 0)) {
      throw new IllegalArgumentException("busyMean must be at least 0, got " + busyMean);
    }
    if (waiting < 0) {
      throw new IllegalArgumentException("waiting must be at least 0, got " + waiting);
    }
  }

  /** Creates the use of a resource that cannot grow by itself. */
  public ResourceUse(Resource resource, int capacity, double busyMean, int waiting) {
    this(resource, capacity, capacity, busyMean, waiting);
  }
}
