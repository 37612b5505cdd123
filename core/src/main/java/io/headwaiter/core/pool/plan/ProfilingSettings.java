package io.headwaiter.core.pool.plan;

import io.headwaiter.core.pool.Checks;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;

/**
 * Limits and targets of a profiling plan.
 *
 * @param threadsMin the fewest threads to consider, at least 1
 * @param threadsMax the most, at least threadsMin, at most {@value ProfilePoint#THREADS_MAX}
 * @param connectionsMax the most connections to consider, at least 1; more than threadsMax are
 *     never used
 * @param runsMax the most profiling runs to request, 3 to {@value Profile#POINTS_MAX}
 * @param regretMax the plan stops when no sizes are likely to complete more than this fraction
 *     above the chosen ones, 0 to 1
 * @param errorMax and when the 95 % band of the rate is within this, for all sizes with half of the
 *     best rate, 0 to 1
 * @param overload offered load over the predicted rate, 1.1 to 10
 * @param firstSessionsPerSecond load at the beginning of the first run, when nothing is known,
 *     above 0; a low value is better than a high one
 */
public record ProfilingSettings(
    int threadsMin,
    int threadsMax,
    int connectionsMax,
    int runsMax,
    double regretMax,
    double errorMax,
    double overload,
    double firstSessionsPerSecond) {
  /** Checks the ranges. */
  public ProfilingSettings {
    Checks.within("threadsMax", threadsMax, 1, ProfilePoint.THREADS_MAX);
    Checks.within("threadsMin", threadsMin, 1, threadsMax);
    Checks.within("connectionsMax", connectionsMax, 1, ProfilePoint.THREADS_MAX);
    Checks.within("runsMax", runsMax, 3, Profile.POINTS_MAX);
    Checks.within("regretMax", regretMax, 0.0, 1.0);
    Checks.within("errorMax", errorMax, 0.0, 1.0);
    Checks.within("overload", overload, 1.1, 10);
    Checks.above0("firstSessionsPerSecond", firstSessionsPerSecond);
  }

  /**
   * Returns the defaults: 12 runs, a regret of 2 %, an error of 5 %, 1.3 times the predicted rate.
   */
  public static ProfilingSettings upTo(
      int threadsMax, int connectionsMax, double firstSessionsPerSecond) {
    return new ProfilingSettings(
        Math.min(2, threadsMax),
        threadsMax,
        connectionsMax,
        12,
        0.02,
        0.05,
        1.3,
        firstSessionsPerSecond);
  }
}
