package io.headwaiter.lab.experiment.pools;

import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.load.search.SixtyPercentRule;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.text.TextTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is sustained by the paper's rule, 60 % of runs without a failure, beside what the model
 * says. Belongs to one thread.
 *
 * <p>Rates are counted in requests that were answered: of the few hundred sessions of a run some
 * are long and some short, and twenty sessions more or less are chance that says nothing about the
 * server. For each set of customers that is the most that a sustained run has answered, over what
 * the model says of the requests that came in it ({@link CarriedPart}), times what it says of the
 * load's mix: the noise of who came is in neither.
 */
public final class SustainedFigures {
  private static final double ERROR_MAX = 0.05;

  /** Arrivals that do not know of each other. */
  public static final String POISSON = "poisson";

  /** Arrivals that come in bursts. */
  static final String BURSTY = "bursty";

  /**
   * One pair of sizes under one load.
   *
   * @param arrivals which kind
   * @param predicted requests a second, by the model
   * @param sustained for each set of customers the most requests a second that a sustained run has
   *     answered, as with the load's mix; NaN where none was sustained
   * @param unbounded sets that were sustained at every rate tried
   * @param runs how many loads that took
   */
  public record Row(
      String load,
      String arrivals,
      PoolSizes sizes,
      double predicted,
      List<Double> sustained,
      int unbounded,
      int runs) {
    /** Copies the list. */
    public Row {
      sustained = List.copyOf(sustained);
    }

    double perSecond() {
      return SixtyPercentRule.of(sustained.stream().mapToDouble(Double::doubleValue).toArray());
    }

    double error() {
      return predicted / perSecond() - 1;
    }
  }

  private final List<Row> rows = new ArrayList<>();

  /** One more. */
  public void add(Row row) {
    rows.add(row);
  }

  /** A line for each. */
  public String table() {
    TextTable table =
        new TextTable(
            "load",
            "arrivals",
            "threads",
            "connections",
            "predicted/s",
            "sustained/s",
            "of each set",
            "error");
    for (Row row : rows) {
      table.row(
          row.load(),
          row.arrivals(),
          Integer.toString(row.sizes().threads()),
          Integer.toString(row.sizes().connections()),
          Numbers.plain(row.predicted()),
          Numbers.plain(row.perSecond()),
          Arrays.toString(row.sustained().stream().map(Numbers::plain).toArray()),
          Numbers.percent(row.error()));
    }
    return table.render();
  }

  /** Returns whether there are such arrivals. */
  boolean has(String arrivals) {
    return rows.stream().anyMatch(row -> row.arrivals().equals(arrivals));
  }

  /** The claim about one kind of arrivals. */
  Check check(String id, String arrivals, String where) {
    double[] errors =
        rows.stream()
            .filter(row -> row.arrivals().equals(arrivals))
            .mapToDouble(row -> Math.abs(row.error()))
            .toArray();
    boolean known = errors.length > 0 && Arrays.stream(errors).allMatch(Double::isFinite);
    return Check.atMost(
        id,
        "Largest error of the predicted rate against what 60 % of runs sustain without a failure, "
            + arrivals
            + " arrivals"
            + where,
        known ? Estimate.of(Arrays.stream(errors).max().orElseThrow()) : Estimate.UNKNOWN,
        "part",
        ERROR_MAX);
  }

  /** What the reader has to know. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    for (Row row : rows) {
      if (row.unbounded() > 0) {
        notes.add(
            row.load()
                + ", "
                + row.arrivals()
                + ", "
                + row.sizes()
                + ": "
                + row.unbounded()
                + " set(s) were sustained at every rate tried.");
      }
    }
    return notes;
  }

  /** For {@code run.json}. */
  public List<Map<String, Object>> raw() {
    List<Map<String, Object>> raw = new ArrayList<>();
    for (Row row : rows) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("load", row.load());
      map.put("arrivals", row.arrivals());
      map.put("threads", row.sizes().threads());
      map.put("connections", row.sizes().connections());
      map.put("predictedRequestsPerSecond", row.predicted());
      map.put("sustainedRequestsPerSecond", row.perSecond());
      map.put(
          "ofEachSet",
          row.sustained().stream().map(rate -> Double.isFinite(rate) ? rate : null).toList());
      map.put("unbounded", row.unbounded());
      map.put("runs", row.runs());
      raw.add(map);
    }
    return raw;
  }
}
