package io.headwaiter.lab.model;

import java.util.function.ToDoubleFunction;

/**
 * A figure that is read off an observation.
 *
 * @param id for files; a Java identifier
 * @param title for tables, with the unit
 * @param higherIsBetter the direction
 * @param reader returns the figure; NaN if it is unknown
 */
public record Metric(
    String id, String title, boolean higherIsBetter, ToDoubleFunction<Observation> reader) {

  /** Returns a metric for which more is better. */
  public static Metric higher(String id, String title, ToDoubleFunction<Observation> reader) {
    return new Metric(id, title, /* higherIsBetter= */ true, reader);
  }

  /** Returns a metric for which less is better. */
  public static Metric lower(String id, String title, ToDoubleFunction<Observation> reader) {
    return new Metric(id, title, /* higherIsBetter= */ false, reader);
  }

  /** Reads the figure. */
  public double of(Observation observation) {
    return reader.applyAsDouble(observation);
  }
}
