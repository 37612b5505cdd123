package io.headwaiter.load.results;

import org.HdrHistogram.AbstractHistogram;

/**
 * Summary of a distribution; all values 0 when {@code count} is 0.
 *
 * @param count number of values
 * @param mean arithmetic mean
 * @param p50 median
 * @param p90 90th percentile
 * @param p99 99th percentile
 * @param p999 99.9th percentile
 * @param max largest value
 */
public record Percentiles(
    long count, double mean, double p50, double p90, double p99, double p999, double max) {

  /**
   * Summarises a histogram.
   *
   * @param unit number of the histogram's units in one of the result's, 1000 for microseconds
   *     recorded and milliseconds reported
   */
  public static Percentiles of(AbstractHistogram histogram, double unit) {
    if (histogram.getTotalCount() == 0) {
      return new Percentiles(0, 0, 0, 0, 0, 0, 0);
    }
    return new Percentiles(
        histogram.getTotalCount(),
        histogram.getMean() / unit,
        histogram.getValueAtPercentile(50) / unit,
        histogram.getValueAtPercentile(90) / unit,
        histogram.getValueAtPercentile(99) / unit,
        histogram.getValueAtPercentile(99.9) / unit,
        histogram.getMaxValue() / unit);
  }
}
