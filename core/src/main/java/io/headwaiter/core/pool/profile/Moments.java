package io.headwaiter.core.pool.profile;

import io.headwaiter.core.pool.Checks;

/**
 * Count, mean and variance of times of one kind.
 *
 * @param count at least 0. For correlated times, pass the number of independent ones that gives the
 *     same variance of the mean (batch means)
 * @param meanNanos 0 to 1e15; 0 if there are none
 * @param varianceNanos2 of a single time, in square nanoseconds, at least 0
 */
public record Moments(double count, double meanNanos, double varianceNanos2) {
  /** No times. */
  public static final Moments NONE = new Moments(0, 0, 0);

  private static final double FEW = 10;
  // Eleven days.
  private static final double MEAN_NANOS_MAX = 1e15;

  /** Checks the ranges. */
  public Moments {
    Checks.atLeast0("count", count);
    Checks.within("meanNanos", meanNanos, 0, MEAN_NANOS_MAX);
    Checks.atLeast0("varianceNanos2", varianceNanos2);
  }

  /**
   * Returns these moments, with a larger variance if there are fewer than {@value #FEW} times. The
   * variance is then at least that of an exponential distribution with the larger of their mean and
   * the expected one. For example, a single time of 1 s where 10 s are usual has a deviation of 10
   * s.
   */
  public Moments cautious(double expectedNanos) {
    double mean = Math.max(meanNanos, expectedNanos);
    return count < FEW
        ? new Moments(count, meanNanos, Math.max(varianceNanos2, mean * mean))
        : this;
  }

  /** Variance of the mean, in square nanoseconds; 0 if there are none. */
  double varianceOfMean() {
    return count > 0 ? varianceNanos2 / count : 0;
  }
}
