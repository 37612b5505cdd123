package io.headwaiter.load.workload;

import java.util.random.RandomGenerator;

/**
 * Exponential think times, truncated: {@code min(-ln(1 - u) * mean, 10 * mean)}. With a mean of 7 s
 * a draw of u = 0.5 gives 4.85 s, and no think time exceeds 70 s; truncation lowers the mean by
 * less than 0.005 %. Immutable.
 *
 * @param meanNanos mean in nanoseconds, at least 0; 0 means no think time
 */
public record ThinkTime(double meanNanos) {
  private static final double MOST_MEANS = 10;

  /** Checks the mean. */
  public ThinkTime {
    if (!(meanNanos >= 0) || Double.isInfinite(meanNanos)) {
      throw new IllegalArgumentException(
          "The mean think time is " + meanNanos + " ns; give a number that is at least 0.");
    }
  }

  /** Draws one think time in nanoseconds. */
  public long nextNanos(RandomGenerator random) {
    double means = Math.min(-Math.log1p(-random.nextDouble()), MOST_MEANS);
    return Math.round(means * meanNanos);
  }
}
