package io.headwaiter.load.workload;

import java.util.random.RandomGenerator;

/**
 * The instants at which sessions are meant to begin, in nanoseconds since the start of a run. The
 * same kind, rate and seed give the same instants, whatever the server does, so the arrivals are
 * open. Not thread-safe.
 */
@FunctionalInterface
public interface ArrivalSequence {

  /**
   * Returns the next instant in nanoseconds since the start of the run, greater than the one
   * before.
   */
  long nextNanos();

  /**
   * Returns exponential gaps of mean {@code 1 / ratePerSecond}: a Poisson process.
   *
   * <p>{@code gap = -ln(1 - u) / rate} with u uniform in [0, 1). At rate 100 and u = 0.5 the gap is
   * 6.93 ms.
   *
   * @param ratePerSecond mean arrivals per second, greater than 0
   */
  static ArrivalSequence poisson(double ratePerSecond, RandomGenerator random) {
    double meanNanos = meanGapNanos(ratePerSecond);
    return new GapArrivals(() -> -Math.log1p(-random.nextDouble()) * meanNanos);
  }

  /**
   * Returns gaps drawn uniformly from 0 to {@code 2 / ratePerSecond}, as httperf's period {@code u}
   * does.
   *
   * @param ratePerSecond mean arrivals per second, greater than 0
   */
  static ArrivalSequence uniform(double ratePerSecond, RandomGenerator random) {
    double meanNanos = meanGapNanos(ratePerSecond);
    return new GapArrivals(() -> random.nextDouble() * 2 * meanNanos);
  }

  /**
   * Returns equal gaps of {@code 1 / ratePerSecond}, the first one after one gap.
   *
   * @param ratePerSecond arrivals per second, greater than 0
   */
  static ArrivalSequence constant(double ratePerSecond) {
    double meanNanos = meanGapNanos(ratePerSecond);
    return new GapArrivals(() -> meanNanos);
  }

  /**
   * Returns exponential gaps at a rate that changes between high and low, see {@link
   * BurstyArrivals}.
   *
   * @param ratePerSecond mean arrivals per second, greater than 0
   * @param factor rate of a burst against the mean, above 1, at most 2
   * @param dispersion index of dispersion of counts over long windows, above 1 to 100,000; a
   *     Poisson process has 1
   */
  static ArrivalSequence bursty(
      double ratePerSecond, double factor, double dispersion, RandomGenerator random) {
    meanGapNanos(ratePerSecond);
    if (!(factor > 1 && factor <= 2) || !(dispersion > 1 && dispersion <= 100_000)) {
      throw new IllegalArgumentException(
          "The bursts have the factor "
              + factor
              + " and the index of dispersion "
              + dispersion
              + "; give a factor above 1, at most 2, and an index above 1, at most 100000.");
    }
    return new GapArrivals(new BurstyArrivals(ratePerSecond, factor, dispersion, random));
  }

  /** Returns these arrivals with their time stretched by a profile. */
  default ArrivalSequence under(RateProfile profile) {
    if (profile.points().isEmpty()) {
      return this;
    }
    return new StretchedArrivals(this, profile);
  }

  private static double meanGapNanos(double ratePerSecond) {
    if (!(ratePerSecond > 0) || Double.isInfinite(ratePerSecond)) {
      throw new IllegalArgumentException(
          "The arrival rate is "
              + ratePerSecond
              + " per second; it must be a number greater than 0. Give a positive rate.");
    }
    return 1e9 / ratePerSecond;
  }
}
