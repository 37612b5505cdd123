package io.headwaiter.telemetry;

import java.util.function.ToDoubleFunction;

/**
 * One figure of an interval.
 *
 * @param name in JSON and in JFR; a Java identifier that ends with its unit, if any
 * @param merge how the values of several intervals are merged into one
 * @param value NaN where it is unknown
 */
record Column(String name, Merge merge, ToDoubleFunction<ControlInterval> value) {
  /** How the values of several intervals are merged into one. */
  enum Merge {
    /** The sum, for counts and times. */
    SUM,
    /** The mean of the known values, for levels. */
    MEAN,
    /** The maximum, for peaks. */
    MAX,
    /** The last value, for learned and decided figures. */
    LAST
  }

  /** Returns the figure of an interval; NaN instead of an infinity. */
  double of(ControlInterval interval) {
    double number = value.applyAsDouble(interval);
    return Double.isInfinite(number) ? Double.NaN : number;
  }
}
