package io.headwaiter.core.capacity;

import io.headwaiter.core.pool.model.PoolBottleneck;
import io.headwaiter.core.pool.model.SustainableRate;
import java.util.Objects;

/**
 * The rate of visits that the pools carry with their present sizes, by their own model ({@link
 * io.headwaiter.core.pool.model.PoolModel}), as a bound on admission.
 *
 * @param visitsPerSecond highest sustainable rate of visits, above 0; NaN if it is not known
 * @param bottleneck the pool that is used up first
 */
public record PoolCapacity(double visitsPerSecond, Resource bottleneck) {
  /** The rate is not known: no bound. */
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
   * Returns the most that the pools may carry, not the likeliest rate.
   *
   * <pre>
   *   R = max(upper end of the 95 % band, 1.1 lambda)
   * </pre>
   *
   * <p>A bound that is too low refuses visits without need, and no measurement shows it, because
   * the server cannot carry a visit that it refused. A bound that is too high shows at once, by the
   * queue before the worker threads. A narrow band says only that the profile agrees with itself:
   * in one trial a server carried a tenth more than predicted.
   *
   * <p>Worked number: 100 sessions a second, 95 to 105: R = 110. With 80 to 125: R = 125.
   */
  public static PoolCapacity of(SustainableRate rate) {
    boolean database = rate.bottleneck() == PoolBottleneck.CONNECTIONS;
    return new PoolCapacity(
        Math.max(rate.highSessionsPerSecond(), AT_LEAST_ABOVE * rate.sessionsPerSecond()),
        database ? Resource.DATABASE_CONNECTIONS : Resource.WORKER_THREADS);
  }

  /** Returns whether there is a bound. */
  boolean isKnown() {
    return !Double.isNaN(visitsPerSecond);
  }
}
