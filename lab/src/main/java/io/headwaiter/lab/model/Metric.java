package io.headwaiter.lab.model;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A figure that is read off an observation.
 *
 * @param id for files; a Java identifier
 * @param title for tables, with the unit
 * @param higherIsBetter the direction
 * @param reader returns the figure; NaN if it is unknown
 * @param drawn whether an experiment that has it as a column draws it against the load
 * @param published curves of papers to draw beside it
 */
public record Metric(
    String id,
    String title,
    boolean higherIsBetter,
    ToDoubleFunction<Observation> reader,
    boolean drawn,
    List<PublishedCurve> published) {

  /** Copies the list. */
  public Metric {
    published = List.copyOf(published);
  }

  /** Returns a metric for which more is better. */
  public static Metric higher(String id, String title, ToDoubleFunction<Observation> reader) {
    return new Metric(id, title, /* higherIsBetter= */ true, reader, /* drawn= */ false, List.of());
  }

  /** Returns a metric for which less is better. */
  public static Metric lower(String id, String title, ToDoubleFunction<Observation> reader) {
    return new Metric(
        id, title, /* higherIsBetter= */ false, reader, /* drawn= */ false, List.of());
  }

  /** Returns the same, drawn against the load on linear axes, as the papers do. */
  public Metric asChart(PublishedCurve... beside) {
    return new Metric(id, title, higherIsBetter, reader, /* drawn= */ true, List.of(beside));
  }

  /** Reads the figure. */
  public double of(Observation observation) {
    return reader.applyAsDouble(observation);
  }
}
