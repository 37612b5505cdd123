package io.headwaiter.telemetry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The figures of a server, each in one row that says where it is shown and where it comes from: the
 * source of {@code /status}, {@code /metrics} and the page that documents them.
 *
 * <pre>
 *   table.counter("connections_refused_total", "reason", Unit.COUNT, "Refused connections.")
 *        .row("new.refused.visit_budget", "visit_budget", s -&gt; s.refused(VISIT_BUDGET));
 * </pre>
 *
 * <p>Not thread-safe while rows are added; afterwards it does not change.
 *
 * @param <S> what the figures are read from
 */
public final class FigureTable<S> {
  private static final String NO_LABEL = "";
  private static final String NOT_SHOWN = "";

  /** The unit in which a source gives its value, and what becomes of it. */
  public enum Unit {
    /** A number of things: shown as it is. */
    COUNT(1, 1, "number"),
    /** A fraction or a factor: shown as it is. */
    RATIO(1, 1, "ratio"),
    /** Nanoseconds: {@code /status} shows milliseconds, {@code /metrics} seconds. */
    NANOS(1e-6, 1e-9, "seconds"),
    /** A number for each second: shown as it is. */
    PER_SECOND(1, 1, "per second"),
    /** Processors, 1 for one that is busy all the time: shown as they are. */
    PROCESSORS(1, 1, "processors");

    private final double statusFactor;
    private final double metricFactor;
    private final String label;

    Unit(double statusFactor, double metricFactor, String label) {
      this.statusFactor = statusFactor;
      this.metricFactor = metricFactor;
      this.label = label;
    }
  }

  private record Metric(String name, String type, String label, Unit unit, String meaning) {}

  private record Row<S>(
      Metric metric, String path, String labelValue, Function<S, ? extends Number> value) {}

  private final List<Row<S>> rows = new ArrayList<>();
  private Metric metric = new Metric(NOT_SHOWN, "", NO_LABEL, Unit.COUNT, "");

  /**
   * Begins a counter; its rows follow.
   *
   * @param name in {@code /metrics}, without the prefix; it ends in {@code _total}
   * @param meaning one sentence
   */
  public FigureTable<S> counter(String name, Unit unit, String meaning) {
    return counter(name, NO_LABEL, unit, meaning);
  }

  /** Begins a counter whose rows differ by the value of a label. */
  public FigureTable<S> counter(String name, String label, Unit unit, String meaning) {
    metric = new Metric(name, "counter", label, unit, meaning);
    return this;
  }

  /** Begins a gauge, a value that goes up and down; its rows follow. */
  public FigureTable<S> gauge(String name, Unit unit, String meaning) {
    return gauge(name, NO_LABEL, unit, meaning);
  }

  /** Begins a gauge whose rows differ by the value of a label. */
  public FigureTable<S> gauge(String name, String label, Unit unit, String meaning) {
    metric = new Metric(name, "gauge", label, unit, meaning);
    return this;
  }

  /** Begins rows that only {@code /status} shows. */
  public FigureTable<S> statusOnly(Unit unit) {
    metric = new Metric(NOT_SHOWN, "", NO_LABEL, unit, "");
    return this;
  }

  /**
   * Adds a row without a label.
   *
   * @param path key in {@code /status}, with dots between nested keys; empty to leave it out there
   * @param value reads it from a source; null if there is none at present
   */
  public FigureTable<S> row(String path, Function<S, ? extends Number> value) {
    return row(path, NO_LABEL, value);
  }

  /** Adds a row for one value of the label. */
  public FigureTable<S> row(String path, String labelValue, Function<S, ? extends Number> value) {
    rows.add(new Row<>(metric, path, labelValue, value));
    return this;
  }

  /** Adds the figures of this source to a page of nested maps. */
  public void fill(Map<String, Object> page, S source) {
    for (Row<S> row : rows) {
      Number value = row.path.equals(NOT_SHOWN) ? null : row.value.apply(source);
      if (value != null) {
        int last = row.path.lastIndexOf('.');
        String name = row.path.substring(last + 1);
        mapAt(page, last < 0 ? "" : row.path.substring(0, last))
            .put(name, scaled(value, row.metric.unit.statusFactor));
      }
    }
  }

  /** Writes the figures of this source as metrics. */
  public void count(MetricsText text, S source) {
    Metric begun = null;
    for (Row<S> row : rows) {
      Number value = row.metric.name.equals(NOT_SHOWN) ? null : row.value.apply(source);
      if (value == null || !Double.isFinite(value.doubleValue())) {
        continue;
      }
      if (!row.metric.equals(begun)) {
        begun = row.metric;
        text.begin(begun.name, begun.meaning, begun.type);
      }
      double scaled = value.doubleValue() * begun.unit.metricFactor;
      if (begun.label.equals(NO_LABEL)) {
        text.sample(scaled);
      } else {
        text.sample(begun.label, row.labelValue, scaled);
      }
    }
  }

  /** Returns all figures as a list in Markdown, for the documentation. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    Metric begun = null;
    for (Row<S> row : rows) {
      Metric m = row.metric;
      List<String> parts = new ArrayList<>();
      if (!m.name.equals(NOT_SHOWN)) {
        String label = m.label.equals(NO_LABEL) ? "" : "{" + m.label + "=" + row.labelValue + "}";
        parts.add(code(MetricsText.PREFIX + m.name + label));
      }
      if (!row.path.equals(NOT_SHOWN)) {
        parts.add("key " + code(row.path));
      }
      parts.add(m.unit.label);
      text.append("- ").append(String.join(", ", parts)).append(".\n");
      if (!m.equals(begun) && !m.meaning.isEmpty()) {
        text.append("  ").append(m.meaning).append('\n');
      }
      begun = m;
    }
    return text.toString();
  }

  private static String code(String name) {
    return '`' + name + '`';
  }

  // Counts keep their type: they are shown without a decimal point.
  private static Number scaled(Number value, double factor) {
    return factor == 1 ? value : (Number) (value.doubleValue() * factor);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> mapAt(Map<String, Object> page, String path) {
    Map<String, Object> at = page;
    for (String name : path.isEmpty() ? new String[0] : path.split("\\.")) {
      at = (Map<String, Object>) at.computeIfAbsent(name, n -> new LinkedHashMap<>());
    }
    return at;
  }
}
