package io.headwaiter.core.pool;

/**
 * What a profiling plan may do.
 *
 * @param threadsMin the fewest threads to consider, at least 1
 * @param threadsMax the most, at least threadsMin, at most {@value ProfilePoint#THREADS_MAX}
 * @param connectionsMax the most connections to consider, at least 1; more than threadsMax are
 *     never used
 * @param runsMax profiling runs it may ask for, 3 to {@value Profile#POINTS_MAX}
 * @param regretMax it is content when no sizes are likely to carry so much more than the chosen
 *     ones, 0 to 1
 * @param errorMax and when the 95 % band of what sizes carry is within it, of all that carry half
 *     of the best, 0 to 1
 * @param overload offered load over what is predicted to be carried, 1.1 to 10
 * @param firstSessionsPerSecond load that the first run begins with, when nothing is known, above
 *     0; rather too little than too much
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

  /** Up to 12 runs, until no sizes are likely to carry 2 % more, at 1.3 times the capacity. */
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
