package io.headwaiter.core.capacity;

import java.util.Objects;

/**
 * What the pools carry as they are sized now, by their own model ({@link
 * io.headwaiter.core.pool.PoolModel}).
 *
 * @param visitsPerSecond visits a second that can be kept up, above 0; NaN if nobody knows
 * @param bottleneck the pool that is used up first
 */
public record PoolCapacity(double visitsPerSecond, Resource bottleneck) {
  /** Nobody knows: no bound. */
  public static final PoolCapacity UNKNOWN = new PoolCapacity(Double.NaN, Resource.CPU);

  /** Checks the ranges. */
  public PoolCapacity {
    if (visitsPerSecond <= 0) {
      throw new IllegalArgumentException(
          "visitsPerSecond must be above 0, or NaN if it is not known, got " + visitsPerSecond);
    }
    Objects.requireNonNull(bottleneck, "bottleneck");
  }

  /** Whether there is a bound. */
  boolean isKnown() {
    return !Double.isNaN(visitsPerSecond);
  }
}
