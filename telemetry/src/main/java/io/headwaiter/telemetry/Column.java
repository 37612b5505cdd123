package io.headwaiter.telemetry;

import java.util.List;

/**
 * One figure of an interval in the history.
 *
 * @param name in JSON and in JFR; a Java identifier that ends with its unit, if any
 * @param merge how the values of several intervals are merged into one
 * @param labels if not empty, the value is an index into this list
 */
public record Column(String name, Merge merge, List<String> labels) {
  /** How the values of several intervals are merged into one. */
  public enum Merge {
    /** The sum, for counts and times. */
    SUM,
    /** The mean of the known values, for levels. */
    MEAN,
    /** The maximum, for peaks. */
    MAX,
    /** The last value, for learned and decided figures. */
    LAST
  }

  /** Checks the values. */
  public Column {
    labels = List.copyOf(labels);
  }

  /** Creates a column of numbers. */
  public Column(String name, Merge merge) {
    this(name, merge, List.of());
  }
}
