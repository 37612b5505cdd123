package io.headwaiter.lab.experiment.caching;

import io.headwaiter.lab.report.Chart;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.text.TextTable;
import java.util.Comparator;
import java.util.List;

/**
 * The time of requests by phase, as in the paper's figures 3 to 5, and beside its table I.
 *
 * @param runs in any order; the same load, policy and N again is one run with all requests
 */
public record PhaseFigures(List<PhaseRun> runs) {
  /** Takes runs of all rounds together. */
  public PhaseFigures {
    runs = PhaseRun.together(runs);
  }

  /** A block for each N, a line for each type, load and policy. */
  public String table() {
    StringBuilder text = new StringBuilder();
    runs.stream()
        .map(PhaseRun::connections)
        .distinct()
        .sorted()
        .forEach(n -> text.append("N = ").append(n).append('\n').append(table(n)).append('\n'));
    return text.append(beside()).toString();
  }

  private String table(int connections) {
    TextTable table =
        new TextTable(
            "request type",
            "load",
            "policy",
            "asks",
            "wait thread ms",
            "wait connection ms",
            "hold ms",
            "of it idle ms",
            "rest ms",
            "all ms");
    for (CachingType type : CachingType.values()) {
      runs.stream()
          .filter(run -> run.connections() == connections)
          .sorted(Comparator.comparing(PhaseRun::load).thenComparing(PhaseRun::policy))
          .forEach(run -> row(table, type, run));
    }
    return table.render();
  }

  private static void row(TextTable table, CachingType type, PhaseRun run) {
    PhaseTotals phases = run.phases().of(type);
    table.row(
        type.label(),
        Numbers.plain(100 * run.load()) + " %",
        run.policy().label(),
        Numbers.plain(phases.connectionRequestsMean()),
        Numbers.plain(phases.workerWaitMillis()),
        Numbers.plain(phases.connectionWaitMillis()),
        Numbers.plain(phases.holdMillis()),
        Numbers.plain(phases.idleMillis()),
        Numbers.plain(phases.restMillis()),
        Numbers.plain(phases.totalMillis()));
  }

  /** Figures 3 to 5 of the paper, with as few connections as there are at least. */
  public List<Chart> charts() {
    return PhaseCharts.of(runs);
  }

  /**
   * Ours under the policy {@code request} at the least load and at the one next to 100 %, with as
   * many connections as there are at most, beside the paper's p and q; milliseconds of two
   * machines, so what compares is how much they grow.
   */
  String beside() {
    int most = runs.stream().mapToInt(PhaseRun::connections).max().orElse(0);
    List<PhaseRun> kept =
        runs.stream()
            .filter(run -> run.policy() == CachingPolicy.REQUEST && run.connections() == most)
            .sorted(Comparator.comparing(PhaseRun::load))
            .toList();
    if (kept.isEmpty()) {
      return "";
    }
    PhaseRun atFull =
        kept.stream().min(Comparator.comparing(run -> Math.abs(run.load() - 1))).orElseThrow();
    PhaseReading least = kept.get(0).phases();
    PhaseReading full = atFull.phases();
    TextTable table =
        new TextTable(
            "request type",
            "asks",
            "paper",
            "rest ms",
            "paper p",
            "hold ms",
            "paper q",
            "rest full",
            "paper p",
            "hold full",
            "paper q");
    for (CachingType type : CachingType.values()) {
      table.row(
          type.label(),
          Numbers.plain(asked(type)),
          Numbers.plain(type.paperConnections()),
          Numbers.plain(least.of(type).restMillis()),
          Numbers.plain(type.paperIdleRestMillis()),
          Numbers.plain(least.of(type).holdMillis()),
          Numbers.plain(type.paperIdleHoldMillis()),
          Numbers.plain(full.of(type).restMillis()),
          Numbers.plain(type.paperFullRestMillis()),
          Numbers.plain(full.of(type).holdMillis()),
          Numbers.plain(type.paperFullHoldMillis()));
    }
    return "Kept for the request, N = %d, at %s and %s %% of capacity, beside Totok and Karamcheti (2010), table I and section 5.2 (idle and full, M = N = 30)%n"
            .formatted(
                most, Numbers.plain(100 * kept.get(0).load()), Numbers.plain(100 * atFull.load()))
        + table.render();
  }

  /** How often a request asks for a connection when it keeps none. */
  private double asked(CachingType type) {
    return runs.stream()
        .filter(run -> run.policy() == CachingPolicy.TRANSACTION)
        .mapToDouble(run -> run.phases().of(type).connectionRequestsMean())
        .filter(Double::isFinite)
        .average()
        .orElse(Double.NaN);
  }
}
