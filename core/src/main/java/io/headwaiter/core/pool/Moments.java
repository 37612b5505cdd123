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

  // Eleven days.
  private static final double MEAN_NANOS_MAX = 1e15;

  /** Checks the ranges. */
  public Moments {
    Checks.atLeast0("count", count);
    Checks.within("meanNanos", meanNanos, 0, MEAN_NANOS_MAX);
    Checks.atLeast0("varianceNanos2", varianceNanos2);
  }

  /** Variance of the mean, in square nanoseconds; 0 if there are none. */
  double varianceOfMean() {
    return count > 0 ? varianceNanos2 / count : 0;
  }
}
