package io.headwaiter.telemetry;

import java.util.function.ToDoubleFunction;

/**
 * One figure of an interval.
 *
 * @param name in JSON and in JFR; a Java identifier that ends with its unit
 * @param merge what becomes of it when several intervals are shown as one
 * @param value NaN where there is nothing to say
 */
record Column(String name, Merge merge, ToDoubleFunction<Interval> value) {
  /** What becomes of a figure when several intervals are shown as one. */
  enum Merge {
    /** Counts and times are added up. */
    SUM,
    /** Levels: the mean of those that are known. */
    MEAN,
    /** Peaks. */
    MAX,
    /** What is learned or decided: as it was last. */
    LAST
  }

  /** The figure of an interval; NaN instead of an infinity. */
  double of(Interval interval) {
    double number = value.applyAsDouble(interval);
    return Double.isInfinite(number) ? Double.NaN : number;
  }
}
