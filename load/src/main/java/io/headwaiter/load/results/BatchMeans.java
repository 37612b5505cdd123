package io.headwaiter.load.results;

/**
 * 95 % confidence interval of a rate from the batch means of its 1 s series.
 *
 * <p>With k batches of b seconds, batch means y_1 .. y_k, their mean m and their standard deviation
 * s: {@code halfWidth = t(0.975, k - 1) * s / sqrt(k)}. Neighbouring seconds are correlated, so one
 * second is no batch: b is at least 2 and large enough that k is at most 20; seconds that do not
 * fill a batch are left out. Worked number: means 10, 12, 14, 16 have m = 13, s = 2.582, t(0.975,
 * 3) = 3.182 and the half-width 4.108. Source: A. M. Law, Simulation Modeling and Analysis, section
 * 9.5.
 */
public final class BatchMeans {
  private static final int LEAST_BATCH_SECONDS = 2;
  private static final int MOST_BATCHES = 20;

  /** Quantile 0.975 of Student's t, by degrees of freedom from 1 to 19. */
  private static final double[] T_975 = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093
  };

  private BatchMeans() {}

  /**
   * Computes the interval.
   *
   * @param perSecond events in each whole second of the window
   * @return the interval, without a half-width if the series is shorter than two batches
   */
  public static Interval of(long[] perSecond) {
    int batchSeconds =
        Math.max(LEAST_BATCH_SECONDS, (perSecond.length + MOST_BATCHES - 1) / MOST_BATCHES);
    int batches = perSecond.length / batchSeconds;
    if (batches < 2) {
      double mean = sum(perSecond, 0, perSecond.length) / Math.max(1, perSecond.length);
      return new Interval(mean, null, batches, batchSeconds);
    }
    double[] means = new double[batches];
    double total = 0;
    for (int i = 0; i < batches; i++) {
      means[i] = sum(perSecond, i * batchSeconds, batchSeconds) / batchSeconds;
      total += means[i];
    }
    double mean = total / batches;
    return new Interval(mean, halfWidth(means, mean), batches, batchSeconds);
  }

  private static double halfWidth(double[] means, double mean) {
    double squares = 0;
    for (double value : means) {
      squares += (value - mean) * (value - mean);
    }
    double variance = squares / (means.length - 1);
    return T_975[means.length - 2] * Math.sqrt(variance / means.length);
  }

  private static double sum(long[] values, int from, int count) {
    double sum = 0;
    for (int i = from; i < from + count; i++) {
      sum += values[i];
    }
    return sum;
  }
}
