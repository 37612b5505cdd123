package io.headwaiter.core.pool;

/**
 * Times of a kind, summed up.
 *
 * @param count how many, at least 0. Who knows that they are correlated passes as many independent
 *     ones as have the same variance of their mean (batch means)
 * @param meanNanos 0 to 1e15; 0 if there are none
 * @param varianceNanos2 of a single time, in square nanoseconds, at least 0
 */
public record Moments(double count, double meanNanos, double varianceNanos2) {
  /** None were seen. */
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
   * The same, where fewer than {@value #FEW} do not tell how much they vary: as if exponentially
   * distributed with their mean or the expected one, unless they vary more. A single one of 1 s
   * where 10 s are usual varies by 10 s.
   */
  Moments cautious(double expectedNanos) {
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
