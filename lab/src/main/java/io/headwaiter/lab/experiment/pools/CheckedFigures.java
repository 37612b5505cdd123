package io.headwaiter.lab.experiment.pools;

import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.model.PoolOptimizer;
import io.headwaiter.core.pool.model.SustainableRate;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Chart;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.text.TextTable;
import io.headwaiter.tuning.TuningRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a full server carries, beside what the model says of it, for some sizes and several loads:
 * figures 9 to 11 of the paper. Belongs to one thread.
 */
public final class CheckedFigures {
  private static final double ERROR_MAX = 0.05;
  // In the paper, of the profiling load.
  private static final int FIRST_FIGURE = 9;

  /**
   * Sessions a second.
   *
   * @param load what it is called
   * @param measured had no processor time been stolen
   * @param gain what that is over what was carried, see {@link TuningRun#gainUnstolen}
   * @param full whether all threads were busy; otherwise less was measured than could be carried
   */
  record Row(
      String load,
      PoolSizes sizes,
      SustainableRate predicted,
      double measured,
      double gain,
      boolean full) {
    double error() {
      return predicted.sessionsPerSecond() / measured - 1;
    }
  }

  private final PoolModel model;
  private final Map<String, RequestMix> mixes = new LinkedHashMap<>();
  private final List<Row> rows = new ArrayList<>();
  private final MixShift shift = new MixShift();
  private int leftOut;

  /**
   * Nothing was checked yet.
   *
   * @param model of the profiling load
   */
  public CheckedFigures(PoolModel model) {
    this.model = model;
  }

  /**
   * Runs under one load, sizes once or again; its mix is that of all of them. A run that is not
   * {@linkplain TuningRun#isSound() sound} tells nothing where the same sizes have one that is.
   */
  public void add(String load, List<TuningRun> runs) {
    RequestProfile all =
        runs.stream().map(TuningRun::measured).reduce(RequestProfile.NONE, RequestProfile::then);
    RequestMix came = new RequestMix(all.mix());
    mixes.put(load, model.surface().profile().known(came).orElseThrow());
    shift.add(load, runs);
    runs.stream()
        .collect(Collectors.groupingBy(TuningRun::sizes, LinkedHashMap::new, Collectors.toList()))
        .forEach((sizes, same) -> rows.add(row(load, sizes, sound(same))));
  }

  private List<TuningRun> sound(List<TuningRun> same) {
    List<TuningRun> sound = same.stream().filter(TuningRun::isSound).toList();
    if (sound.isEmpty()) {
      return same;
    }
    leftOut += same.size() - sound.size();
    return sound;
  }

  private Row row(String load, PoolSizes sizes, List<TuningRun> same) {
    PoolModel of = model(load);
    double measured =
        same.stream().mapToDouble(run -> run.sessionsPerSecond(of.mix())).average().orElseThrow();
    return new Row(
        load,
        sizes,
        of.rate(sizes.threads(), sizes.connections()),
        measured,
        same.stream().mapToDouble(TuningRun::gainUnstolen).average().orElseThrow(),
        same.stream().allMatch(TuningRun::isFull));
  }

  /** The model for a load that was added. */
  public PoolModel model(String load) {
    return model.withMix(mixes.get(load));
  }

  /** How the times change with the load. */
  MixShift shift() {
    return shift;
  }

  /** Mix of each load, as it came. */
  Map<String, RequestMix> mixes() {
    return mixes;
  }

  /** A line for each pair of sizes under each load. */
  public String table() {
    TextTable table =
        new TextTable(
            "load", "threads", "connections", "predicted/s", "95 %", "measured/s", "error");
    for (Row row : rows) {
      table.row(
          row.load(),
          Integer.toString(row.sizes().threads()),
          Integer.toString(row.sizes().connections()),
          Numbers.plain(row.predicted().sessionsPerSecond()),
          Numbers.plain(row.predicted().lowSessionsPerSecond())
              + " to "
              + Numbers.plain(row.predicted().highSessionsPerSecond()),
          Numbers.plain(row.measured()) + (row.full() ? "" : " (not full)"),
          Numbers.percent(row.error()));
    }
    return table.render();
  }

  /** The claim about the worst of them. */
  public Check check(String id, String where) {
    double worst = rows.stream().mapToDouble(row -> Math.abs(row.error())).max().orElse(Double.NaN);
    return Check.atMost(
        id,
        "Largest error of the predicted rate of a full server at any checked pair of sizes and load"
            + where,
        Estimate.of(worst),
        "part",
        ERROR_MAX);
  }

  /** What the reader has to know. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    long idle = rows.stream().filter(row -> !row.full()).count();
    if (idle > 0) {
      notes.add(idle + " checked rates are too low: a run of theirs was not full.");
    }
    if (leftOut > 0) {
      notes.add(
          "Left out of what a full server carries: "
              + leftOut
              + " run(s) for which more than a twentieth of the processors was stolen; the same sizes"
              + " have others.");
    }
    return notes;
  }

  /**
   * lambda(M, N) by the model for some M, and lambda(N): for each N the best M by the model, and
   * what was measured of such pairs.
   *
   * @param threads a line for each
   * @param connectionsMax the last N
   */
  public List<Chart> charts(List<Integer> threads, int connectionsMax, String where) {
    List<Chart> charts = new ArrayList<>();
    for (String load : mixes.keySet()) {
      String figure = "Figure " + (FIRST_FIGURE + charts.size()) + ": ";
      charts.add(chart(figure, load, threads, connectionsMax, where));
    }
    return charts;
  }

  private Chart chart(
      String figure, String load, List<Integer> threads, int connectionsMax, String where) {
    PoolOptimizer optimizer = new PoolOptimizer(model(load));
    List<Chart.Point> said = new ArrayList<>();
    List<Chart.Point> seen = new ArrayList<>();
    for (int n = 1; n <= connectionsMax; n++) {
      int connections = n;
      optimizer
          .bestForConnections(n)
          .ifPresent(
              rate ->
                  said.add(new Chart.Point(connections, Estimate.of(rate.sessionsPerSecond()))));
      rows.stream()
          .filter(row -> row.load().equals(load) && row.sizes().connections() == connections)
          .map(Row::measured)
          .max(Double::compare)
          .ifPresent(most -> seen.add(new Chart.Point(connections, Estimate.of(most))));
    }
    return new Chart(
            figure + "sessions carried, " + load + where,
            "For each number of connections the rate with the best number of threads, lambda(N): what"
                + " the model says, and what was measured; and what it says with some numbers of"
                + " threads, lambda(M, N). The paper's best pairs are (8, 6), (14, 11) and (30, 26).",
            "connections N",
            "sessions per second",
            /* logY= */ false,
            series(load, threads, said, seen))
        .numbers();
  }

  private List<Chart.Series> series(
      String load, List<Integer> threads, List<Chart.Point> said, List<Chart.Point> seen) {
    List<Chart.Series> series = new ArrayList<>();
    series.add(new Chart.Series("lambda(N), model", 0, /* dashed= */ true, said));
    series.add(new Chart.Series("lambda(N), measured", 1, /* dashed= */ false, seen));
    PoolModel of = model(load);
    for (int m : threads) {
      List<Chart.Point> points = new ArrayList<>();
      for (int n = 1; n <= m; n++) {
        if (of.surface().contains(m, n)) {
          points.add(new Chart.Point(n, Estimate.of(of.sessionsPerSecond(m, n))));
        }
      }
      if (!points.isEmpty()) {
        series.add(new Chart.Series("M = " + m, series.size(), /* dashed= */ true, points));
      }
    }
    return series;
  }

  /** For {@code run.json}. */
  public List<Map<String, Object>> raw() {
    List<Map<String, Object>> raw = new ArrayList<>();
    for (Row row : rows) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("load", row.load());
      map.put("threads", row.sizes().threads());
      map.put("connections", row.sizes().connections());
      map.put("predictedSessionsPerSecond", row.predicted().sessionsPerSecond());
      map.put("lowSessionsPerSecond", row.predicted().lowSessionsPerSecond());
      map.put("highSessionsPerSecond", row.predicted().highSessionsPerSecond());
      map.put("measuredSessionsPerSecond", row.measured());
      map.put("gainUnstolen", row.gain());
      map.put("full", row.full());
      raw.add(map);
    }
    return raw;
  }
}
