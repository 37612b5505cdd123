package io.headwaiter.core.capacity;

import io.headwaiter.core.pool.PoolBottleneck;
import io.headwaiter.core.pool.SustainableRate;
import java.util.Objects;

/**
 * What the pools carry as they are sized now, by their own model ({@link
 * io.headwaiter.core.pool.PoolModel}), as a bound on who is let in.
 *
 * @param visitsPerSecond visits a second that can be kept up at most, above 0; NaN if nobody knows
 * @param bottleneck the pool that is used up first
 */
public record PoolCapacity(double visitsPerSecond, Resource bottleneck) {
  /** Nobody knows: no bound. */
  public static final PoolCapacity UNKNOWN = new PoolCapacity(Double.NaN, Resource.CPU);

  private static final double AT_LEAST_ABOVE = 1.1;

  /** Checks the ranges. */
  public PoolCapacity {
    if (visitsPerSecond <= 0) {
      throw new IllegalArgumentException(
          "visitsPerSecond must be above 0, or NaN if it is not known, got " + visitsPerSecond);
    }
    Objects.requireNonNull(bottleneck, "bottleneck");
  }

  /**
   * The most that the pools may carry, not what they most likely do.
   *
   * <pre>
   *   R = max(upper end of the 95 % band, 1.1 lambda)
   * </pre>
   *
   * <p>A bound that is too low refuses customers for nothing, and nobody ever learns of it: who is
   * not let in cannot be carried. One that is too high is found out at once, by the line before the
   * threads. A narrow band says only that the profile agrees with itself: in one trial a server
   * carried a tenth more than was said.
   *
   * <p>Worked number: 100 sessions a second, 95 to 105: R = 110. With 80 to 125: R = 125.
   */
  public static PoolCapacity of(SustainableRate rate) {
    boolean database = rate.bottleneck() == PoolBottleneck.CONNECTIONS;
    return new PoolCapacity(
        Math.max(rate.highSessionsPerSecond(), AT_LEAST_ABOVE * rate.sessionsPerSecond()),
        database ? Resource.DATABASE_CONNECTIONS : Resource.WORKER_THREADS);
  }

  /** Whether there is a bound. */
  boolean isKnown() {
    return !Double.isNaN(visitsPerSecond);
  }
}
