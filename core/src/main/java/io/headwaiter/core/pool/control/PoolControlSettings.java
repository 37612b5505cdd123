package io.headwaiter.core.pool.control;

import io.headwaiter.core.pool.Checks;
import io.headwaiter.core.pool.profile.ProfilePoint;

/**
 * Limits and thresholds of a {@link PoolController}.
 *
 * @param threadsMax 1 to {@value ProfilePoint#THREADS_MAX}
 * @param connectionsMax 1 to {@value ProfilePoint#THREADS_MAX}, such as a share of {@link
 *     FleetBudget}
 * @param dwellNanos least time between two changes, 1 ns to a day; doubled by each roll-back, up to
 *     16 times the value
 * @param gainMin the least predicted gain that justifies a change, as a fraction of the present
 *     rate, 0 to 1
 * @param lossMin the least loss that a trial must find, see {@link SizeTrial}, 0.005 to 1: half of
 *     it takes four times as many intervals
 * @param intervalsMin the fewest intervals before and after a change that are compared, 5 to 100
 */
public record PoolControlSettings(
    int threadsMax,
    int connectionsMax,
    long dwellNanos,
    double gainMin,
    double lossMin,
    int intervalsMin) {
  // A day.
  private static final double DWELL_NANOS_MAX = 86_400e9;

  /** Checks the ranges. */
  public PoolControlSettings {
    Checks.within("threadsMax", threadsMax, 1, ProfilePoint.THREADS_MAX);
    Checks.within("connectionsMax", connectionsMax, 1, ProfilePoint.THREADS_MAX);
    Checks.within("dwellNanos", dwellNanos, 1, DWELL_NANOS_MAX);
    Checks.within("gainMin", gainMin, 0.0, 1.0);
    Checks.within("lossMin", lossMin, 0.005, 1.0);
    Checks.within("intervalsMin", intervalsMin, 5, 100);
  }

  /**
   * Returns the defaults: a minute between changes, a gain of 2 %, a loss of 2 %, and 10 intervals.
   */
  public static PoolControlSettings upTo(int threadsMax, int connectionsMax) {
    return new PoolControlSettings(threadsMax, connectionsMax, 60_000_000_000L, 0.02, 0.02, 10);
  }

  /** Returns these settings with another least time between two changes. */
  public PoolControlSettings withDwellNanos(long nanos) {
    return new PoolControlSettings(
        threadsMax, connectionsMax, nanos, gainMin, lossMin, intervalsMin);
  }
}
