package io.headwaiter.lab.experiment;

import io.headwaiter.core.pool.PoolModel;
import io.headwaiter.core.pool.PoolSizes;
import io.headwaiter.core.pool.RequestMix;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.lab.report.Check;
import io.headwaiter.lab.report.Estimate;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.report.TextTable;
import io.headwaiter.lab.tuning.TuningReport;
import io.headwaiter.lab.tuning.TuningRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the pool experiment has measured, beside what the model says. */
final class PoolsFigures {
  private static final double ERROR_MAX = 0.05;
  private static final double REGRET_MAX = 0.02;
  private static final double SPREAD_MIN = 0.15;
  private static final int RUNS_MAX = 12;

  /** Requests a second at one pair of sizes under one load. */
  private record Checked(
      String load, PoolSizes sizes, double predicted, double measured, boolean full) {
    double error() {
      return predicted / measured - 1;
    }
  }

  private final TuningReport report;
  private final List<Checked> checked = new ArrayList<>();
  private final List<TuningRun> chosen = new ArrayList<>();
  private final List<TuningRun> others = new ArrayList<>();

  PoolsFigures(TuningReport report) {
    this.report = report;
  }

  /** Sizes under a load; its mix is that of all these runs. */
  void checked(String load, Map<PoolSizes, TuningRun> runs) {
    PoolModel model = report.model();
    RequestProfile all =
        runs.values().stream()
            .map(TuningRun::measured)
            .reduce(RequestProfile.NONE, RequestProfile::then);
    Map<String, Double> known = new TreeMap<>(all.mix());
    known.keySet().retainAll(model.surface().profile().types());
    RequestMix mix = new RequestMix(known);
    PoolModel other = model.withMix(mix);
    runs.forEach(
        (sizes, run) ->
            checked.add(
                new Checked(
                    load,
                    sizes,
                    other.sessionsPerSecond(sizes.threads(), sizes.connections())
                        * mix.sessionLength(),
                    run.requestsPerSecond(),
                    run.isFull())));
  }

  /** The chosen sizes once more. */
  void chosen(TuningRun run) {
    chosen.add(run);
  }

  /** Other sizes. */
  void other(TuningRun run) {
    others.add(run);
  }

  private double chosenPerSecond() {
    return chosen.stream().mapToDouble(TuningRun::requestsPerSecond).average().orElse(Double.NaN);
  }

  private double bestOther() {
    return others.stream().mapToDouble(TuningRun::requestsPerSecond).max().orElse(Double.NaN);
  }

  private double worst() {
    return others.stream().mapToDouble(TuningRun::requestsPerSecond).min().orElse(Double.NaN);
  }

  ExperimentOutcome outcome() {
    TextTable table =
        new TextTable("load", "threads", "connections", "predicted/s", "measured/s", "error");
    for (Checked c : checked) {
      table.row(
          c.load(),
          Integer.toString(c.sizes().threads()),
          Integer.toString(c.sizes().connections()),
          Numbers.plain(c.predicted()),
          Numbers.plain(c.measured()) + (c.full() ? "" : " (not full)"),
          Numbers.percent(c.error()));
    }
    TextTable sizes = new TextTable("threads", "connections", "requests/s", "of the chosen");
    others.forEach(run -> row(sizes, run));
    chosen.forEach(run -> row(sizes, run));
    return new ExperimentOutcome(
        "== profile\n"
            + report.text()
            + "\n== checked\n"
            + table.render()
            + "\n== sizes\n"
            + sizes.render(),
        checks(),
        notes(),
        raw());
  }

  private void row(TextTable table, TuningRun run) {
    table.row(
        Integer.toString(run.threads()),
        Integer.toString(run.connections()),
        Numbers.plain(run.requestsPerSecond()) + (run.isFull() ? "" : " (not full)"),
        Numbers.percent(run.requestsPerSecond() / chosenPerSecond()));
  }

  private List<Check> checks() {
    double worstError =
        checked.stream().mapToDouble(c -> Math.abs(c.error())).max().orElse(Double.NaN);
    double best = Math.max(bestOther(), chosenPerSecond());
    return List.of(
        Check.atMost(
            "predicted-carried",
            "largest error of the predicted rate at any checked pair of sizes and load",
            Estimate.of(worstError),
            "part",
            ERROR_MAX),
        Check.atMost(
            "chosen-loses",
            "the chosen sizes carry less than the best neighbour or random pair",
            Estimate.of(1 - chosenPerSecond() / best),
            "part",
            REGRET_MAX),
        Check.atLeast(
            "surface-spread",
            "how much less the worst of these pairs carries than the best",
            Estimate.of(1 - worst() / best),
            "part",
            SPREAD_MIN),
        Check.atMost(
            "profiling-runs", "profiling runs", Estimate.of(report.runs()), "runs", RUNS_MAX));
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(
        "Rates are what a full server completes for a closed population; the paper's rule for a"
            + " sustainable rate (60 % of runs without a failure) was not measured.");
    notes.add(
        "The best of many noisy pairs is the luckiest, too: what the chosen sizes lose is overstated.");
    long idle = checked.stream().filter(c -> !c.full()).count();
    if (idle > 0) {
      notes.add(idle + " checked runs were not full; their rates are too low.");
    }
    return notes;
  }

  private Map<String, Object> raw() {
    Map<String, Object> raw = new LinkedHashMap<>();
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Checked c : checked) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("load", c.load());
      row.put("threads", c.sizes().threads());
      row.put("connections", c.sizes().connections());
      row.put("predictedRequestsPerSecond", c.predicted());
      row.put("measuredRequestsPerSecond", c.measured());
      row.put("full", c.full());
      rows.add(row);
    }
    raw.put("checked", rows);
    raw.put("chosen", rows(chosen));
    raw.put("others", rows(others));
    return raw;
  }

  private static List<Map<String, Object>> rows(List<TuningRun> runs) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (TuningRun run : runs) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("threads", run.threads());
      row.put("connections", run.connections());
      row.put("requestsPerSecond", run.requestsPerSecond());
      row.put("full", run.isFull());
      rows.add(row);
    }
    return rows;
  }
}
