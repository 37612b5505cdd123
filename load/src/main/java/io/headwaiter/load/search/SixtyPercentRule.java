package io.headwaiter.load.search;

import java.util.Arrays;

/**
 * The rate that a server sustains by the rule of A. Totok and V. Karamcheti, Optimizing utilization
 * of resource pools in web application servers (2010), section 5.3: the highest at which 60 % of
 * runs have no failure.
 *
 * <p>Each run is described by its threshold: the highest rate at which it had no failure, with the
 * same customers at every rate. At a rate r the runs without failure have a threshold of at least
 * r, so of n thresholds t_1 >= t_2 >= ... the rule asks for t_k with {@code k = ceil(0.6 n)}.
 *
 * <p>Worked: thresholds 10, 12, 11, 9, 13 have k = 3; three of five runs reach 11, and two reach
 * more.
 */
public final class SixtyPercentRule {
  /** The fraction of runs that must be without failure. */
  public static final double SHARE = 0.6;

  private static final double ROUNDING = 1e-9;

  private SixtyPercentRule() {}

  /**
   * Returns the highest rate that enough runs reach.
   *
   * @param thresholds one for each run, at least 0; 0 or NaN for a run that failed at every rate
   *     tried
   * @return NaN without runs, or when too many failed at every rate
   */
  public static double of(double... thresholds) {
    double[] sorted =
        Arrays.stream(thresholds).map(t -> Double.isFinite(t) && t > 0 ? t : 0).sorted().toArray();
    if (sorted.length == 0) {
      return Double.NaN;
    }
    int wanted = (int) Math.ceil(SHARE * sorted.length - ROUNDING);
    double rate = sorted[sorted.length - wanted];
    return rate > 0 ? rate : Double.NaN;
  }
}
