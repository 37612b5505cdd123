package io.headwaiter.lab.experiment;

import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.results.Percentiles;

/**
 * The 95 % interval of a percentile from the order statistics of its sample, read off the summary
 * of the sample.
 *
 * <p>Of n independent values, the number below the true q-quantile is binomial, so the quantile
 * lies between the sample's quantiles at {@code q ± 1.96 * sqrt(q * (1 - q) / n)} with 95 %
 * confidence (David and Nagaraja, Order Statistics, section 7.1). Between the known points of the
 * summary (p50, p90, p99, p99.9, largest), and downwards from the median, values are interpolated
 * on the scale {@code -ln(1 - q)}, on which an exponential distribution is a straight line.
 *
 * <p>Worked: q = 0.99 and n = 10,000 give the levels 0.98805 and 0.99195.
 *
 * <p>Replies of one visit see much the same queue and are no independent values; so n is the number
 * of visits that the replies came from, which makes the interval wider, never narrower.
 */
final class PercentileInterval {
  private static final double NORMAL_95 = 1.96;

  private PercentileInterval() {}

  /** Interval of the median. */
  static Estimate p50(Percentiles sample, long independent) {
    return of(sample, sample.p50(), 0.5, independent);
  }

  /** Interval of the 99th percentile. */
  static Estimate p99(Percentiles sample, long independent) {
    return of(sample, sample.p99(), 0.99, independent);
  }

  private static Estimate of(Percentiles sample, double value, double q, long independent) {
    long n = Math.min(sample.count(), independent);
    if (sample.count() == 0) {
      return Estimate.UNKNOWN;
    }
    if (n < 2) {
      return Estimate.of(value);
    }
    double half = NORMAL_95 * Math.sqrt(q * (1 - q) / n);
    double low = Math.min(value, valueAt(sample, q - half));
    double high = Math.max(value, valueAt(sample, q + half));
    return new Estimate(value, low, high);
  }

  /**
   * The sample's quantile at a level, interpolated; levels outside give zero or the largest value.
   */
  static double valueAt(Percentiles sample, double level) {
    double[] levels = {0, 0.5, 0.9, 0.99, 0.999, 1 - 0.1 / Math.max(1000, sample.count())};
    double[] values = {0, sample.p50(), sample.p90(), sample.p99(), sample.p999(), sample.max()};
    for (int i = 1; i < levels.length; i++) {
      if (level <= levels[i]) {
        double from = depth(levels[i - 1]);
        double share = (depth(Math.max(0, level)) - from) / (depth(levels[i]) - from);
        return values[i - 1] + share * (values[i] - values[i - 1]);
      }
    }
    return sample.max();
  }

  private static double depth(double level) {
    return -Math.log1p(-level);
  }
}
