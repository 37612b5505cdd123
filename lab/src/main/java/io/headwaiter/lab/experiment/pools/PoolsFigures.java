package io.headwaiter.lab.experiment.pools;

import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Chart;
import io.headwaiter.tuning.TuningReport;
import io.headwaiter.tuning.TuningRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All that was measured with one database. Belongs to one thread. */
public final class PoolsFigures {
  private static final int RUNS_MAX = 12;

  private final String name;
  private final TuningReport report;
  private final TuningRun underloaded;
  private final CheckedFigures checked;
  private final RegretFigures regret;
  private final SustainedFigures sustained = new SustainedFigures();

  /**
   * Only profiled so far.
   *
   * @param name of the database
   * @param report of the profiling; its first run was with the most of both
   * @param underloaded a run with one customer at a time
   */
  public PoolsFigures(String name, TuningReport report, TuningRun underloaded) {
    this.name = name;
    this.report = report;
    this.underloaded = underloaded;
    this.checked = new CheckedFigures(report.model());
    this.regret = new RegretFigures(chosen());
  }

  /** Of the profiling load. */
  public PoolModel model() {
    return report.model();
  }

  /** The sizes that carry most by the model. */
  public PoolSizes chosen() {
    return report.chosen().sizes();
  }

  /** What a full server carries. */
  public CheckedFigures checked() {
    return checked;
  }

  /** What the chosen sizes lose. */
  public RegretFigures regret() {
    return regret;
  }

  /**
   * What a run of the profiling load carried: requests a second, had its mix been the profile's.
   */
  public double requestsPerSecond(TuningRun run) {
    RequestMix mix = model().mix();
    return run.sessionsPerSecond(mix) * mix.sessionLength();
  }

  /** What is sustained by the paper's rule. */
  public SustainedFigures sustained() {
    return sustained;
  }

  private String where() {
    return ", " + name;
  }

  /** All tables. */
  public String text() {
    return "-- table I: milliseconds without (p) and with a connection (q)\n"
        + PaperTables.times(underloaded.measured(), report.first().measured())
        + "\n-- table II: the loads\n"
        + PaperTables.loads(List.copyOf(checked.mixes().values()))
        + "\n-- profile\n"
        + report.text()
        + "\n-- a full server\n"
        + checked.table()
        + "\n-- mean times without (p) and with a connection (q) under other loads\n"
        + checked.shift().table()
        + "\n-- 60 % of runs without a failure, requests\n"
        + sustained.table()
        + "\n-- the chosen sizes and others\n"
        + regret.table();
  }

  /** Figures 6 to 11 of the paper. */
  public List<Chart> charts() {
    int most = report.first().threads();
    List<Integer> threads = List.of(Math.max(1, most / 8), Math.max(2, most / 4), most / 2, most);
    List<Chart> charts =
        new ArrayList<>(new ProfileCharts(model().surface(), threads, where()).charts());
    charts.addAll(checked.charts(threads, report.first().connections(), where()));
    return charts;
  }

  /** All claims. */
  public List<Check> checks() {
    List<Check> checks = new ArrayList<>();
    checks.add(checked.check("predicted-carried-" + name, where()));
    checks.add(sustained.check("predicted-sustained-" + name, SustainedFigures.POISSON, where()));
    if (sustained.has(SustainedFigures.BURSTY)) {
      checks.add(sustained.check("predicted-bursty-" + name, SustainedFigures.BURSTY, where()));
    }
    checks.addAll(regret.checks("-" + name, where()));
    checks.add(
        Check.atMost(
            "profiling-runs-" + name,
            "Profiling runs" + where() + " (the paper made 39)",
            Estimate.of(report.runs()),
            "runs",
            RUNS_MAX));
    checks.add(checked.shift().check("mix-changes-times-" + name, where()));
    return checks;
  }

  /** What the reader has to know. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>(checked.notes());
    notes.addAll(sustained.notes());
    return notes;
  }

  /** For {@code run.json}. */
  public Map<String, Object> raw() {
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("chosenThreads", chosen().threads());
    raw.put("chosenConnections", chosen().connections());
    raw.put("times", PaperTables.raw(underloaded.measured(), report.first().measured()));
    raw.put("checked", checked.raw());
    raw.put("mixShift", checked.shift().raw());
    raw.put("sustained", sustained.raw());
    raw.put("regret", regret.raw());
    return raw;
  }
}
