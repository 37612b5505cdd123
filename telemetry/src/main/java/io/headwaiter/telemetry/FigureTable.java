package io.headwaiter.telemetry;

import io.headwaiter.telemetry.Column.Merge;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a server, each in one row that says where it is shown and where it comes from: the
 * source of {@code /status}, its history, the event of an interval in JFR, {@code /metrics} and the
 * page that documents them.
 *
 * <pre>
 *   table.counter("connections_refused_total", "reason", Unit.COUNT, "Refused connections.")
 *        .row("new.refused.visit_budget", "visit_budget", s -&gt; s.refused(VISIT_BUDGET))
 *        .history("refusedVisitBudget");
 * </pre>
 *
 * <p>Not thread-safe while rows are added; afterwards it does not change.
 *
 * @param <S> what the figures are read from
 */
public final class FigureTable<S> {
  private static final String NO_LABEL = "";
  private static final String NOT_SHOWN = "";
  private static final String COUNTER = "counter";
  private static final int PAGE_COLUMNS = 120;

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

  /** {@code samples} gives what {@code /metrics} shows, by the label's value. */
  private record Row<S>(
      Metric metric,
      String path,
      String labelValue,
      Function<S, ? extends Number> value,
      Function<S, Map<String, ? extends Number>> samples) {}

  /** A column of the history; {@code total} if it shows the growth of a total. */
  private record History<S>(Row<S> row, Column column, boolean total) {}

  private final List<Row<S>> rows = new ArrayList<>();
  private final List<History<S>> histories = new ArrayList<>();
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
    metric = new Metric(name, COUNTER, label, unit, meaning);
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

  /** Begins rows of totals that {@code /metrics} does not show. */
  public FigureTable<S> hiddenCounter(Unit unit, String meaning) {
    metric = new Metric(NOT_SHOWN, COUNTER, NO_LABEL, unit, meaning);
    return this;
  }

  /** Begins rows of levels that {@code /metrics} does not show. */
  public FigureTable<S> hiddenGauge(Unit unit, String meaning) {
    metric = new Metric(NOT_SHOWN, "gauge", NO_LABEL, unit, meaning);
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
    rows.add(new Row<>(metric, path, labelValue, value, s -> sample(labelValue, value.apply(s))));
    return this;
  }

  private static Map<String, ? extends Number> sample(String labelValue, Number value) {
    return value == null ? Map.of() : Map.of(labelValue, value);
  }

  /**
   * Adds a row for each value of the label that a source has. Only {@code /metrics} shows them.
   *
   * @param placeholder stands for the label's value in the documentation
   */
  public FigureTable<S> rows(
      String placeholder, Function<S, Map<String, ? extends Number>> samples) {
    rows.add(new Row<>(metric, NOT_SHOWN, placeholder, s -> null, samples));
    return this;
  }

  /**
   * Shows the last row in the history, too: what a counter has grown by within the interval, or the
   * value of a gauge at its end.
   *
   * @param column the name there
   */
  public FigureTable<S> history(String column) {
    return history(column, metric.type.equals(COUNTER) ? Merge.SUM : Merge.LAST);
  }

  /** Shows the last row in the history, too, and merges intervals in this way. */
  public FigureTable<S> history(String column, Merge merge) {
    return history(new Column(column, merge));
  }

  /** Shows the last row in the history, too, in this column. */
  public FigureTable<S> history(Column column) {
    boolean total = metric.type.equals(COUNTER);
    histories.add(new History<>(rows.get(rows.size() - 1), column, total));
    return this;
  }

  /** Returns the columns of the history. */
  public List<Column> columns() {
    return histories.stream().map(History::column).toList();
  }

  /** Reads the value of each column, with totals for those that show a growth. */
  double[] columnValues(S source) {
    double[] values = new double[histories.size()];
    for (int i = 0; i < values.length; i++) {
      Row<S> row = histories.get(i).row;
      Number value = row.value.apply(source);
      double number = value == null ? Double.NaN : value.doubleValue();
      values[i] = Double.isInfinite(number) ? Double.NaN : number * row.metric.unit.statusFactor;
    }
    return values;
  }

  /** Returns the figures of the interval between two readings of {@link #columnValues}. */
  double[] interval(double[] before, double[] now) {
    double[] row = now.clone();
    for (int i = 0; i < row.length; i++) {
      if (histories.get(i).total) {
        row[i] -= before[i];
      }
    }
    return row;
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
      if (row.metric.name.equals(NOT_SHOWN)) {
        continue;
      }
      for (Map.Entry<String, ? extends Number> sample : row.samples.apply(source).entrySet()) {
        double value = sample.getValue().doubleValue();
        if (Double.isFinite(value)) {
          begin(text, row.metric, begun);
          begun = row.metric;
          write(text, begun, sample.getKey(), value);
        }
      }
    }
  }

  private static void begin(MetricsText text, Metric metric, @Nullable Metric begun) {
    if (!metric.equals(begun)) {
      text.begin(metric.name, metric.meaning, metric.type);
    }
  }

  private static void write(MetricsText text, Metric metric, String labelValue, double value) {
    double scaled = value * metric.unit.metricFactor;
    if (metric.label.equals(NO_LABEL)) {
      text.sample(scaled);
    } else {
      text.sample(metric.label, labelValue, scaled);
    }
  }

  /**
   * Returns all figures as a list in Markdown, for the documentation.
   *
   * @param under the key of {@code /status} below which the keys are, with a dot; empty at the top
   */
  public String markdown(String under) {
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
        parts.add("key " + code(under + row.path));
      }
      histories.stream()
          .filter(h -> h.row.equals(row))
          .forEach(h -> parts.add("column " + code(h.column.name())));
      parts.add(m.unit.label);
      text.append(wrapped("- " + String.join(", ", parts) + ".")).append('\n');
      if (!m.equals(begun) && !m.meaning.isEmpty()) {
        text.append("  ").append(m.meaning).append('\n');
      }
      begun = m;
    }
    return text.toString();
  }

  private static String wrapped(String line) {
    return line.length() <= PAGE_COLUMNS ? line : line.replace(", key", ",\n  key");
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
