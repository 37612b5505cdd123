package io.headwaiter.cli;

import io.headwaiter.core.holding.HoldingModel.Verdict;
import io.headwaiter.jdbc.HoldingCounts;
import io.headwaiter.telemetry.FigureTable;
import io.headwaiter.telemetry.FigureTable.Unit;
import io.headwaiter.telemetry.MetricsText;
import io.headwaiter.telemetry.StatusPart;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The part of the status about how requests hold their connections, and why. */
final class HoldingStatus implements StatusPart {
  static final FigureTable<HoldingCounts> TABLE =
      new FigureTable<HoldingCounts>()
          .counter("connection_takes_total", Unit.COUNT, "Connections taken from the pool.")
          .row("counts.takes", HoldingCounts::takes)
          .hiddenCounter(Unit.NANOS, "Time that requests waited for a connection of the pool.")
          .row("counts.waitMillis", HoldingCounts::waitNanos)
          .counter(
              "connection_refusals_total",
              Unit.COUNT,
              "Requests for a connection that got none in time, or an error of the pool.")
          .row("counts.refused", HoldingCounts::refused)
          .counter(
              "connection_refusals_while_holding_total",
              Unit.COUNT,
              "Those of them that held another connection open.")
          .row("counts.refusedWhileHolding", HoldingCounts::refusedWhileHolding)
          .counter(
              "connection_leaks_total", Unit.COUNT, "Connections open when their request ended.")
          .row("counts.leaks", HoldingCounts::leaks)
          .counter("connections_broken_total", Unit.COUNT, "Connections that were not lent again.")
          .row("counts.broken", HoldingCounts::broken)
          .counter(
              "connections_reclaimed_total",
              Unit.COUNT,
              "Connections kept idle that went to those who waited.")
          .row("counts.reclaimed", HoldingCounts::reclaimed);

  /** How many types are shown, those with most uses; each has 21 decisions at most. */
  static final int TYPES_MAX = 20;

  private static final double NANOS_PER_MILLI = 1e6;

  private final RequestConnections connections;

  HoldingStatus(RequestConnections connections) {
    this.connections = connections;
  }

  @Override
  public String name() {
    return "connectionHolding";
  }

  @Override
  public Map<String, Object> page() {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("policy", connections.policy());
    TABLE.fill(page, connections.counts());
    page.put("decisions", decisions(connections.verdicts()));
    return page;
  }

  static Map<String, Object> decisions(Map<String, List<Verdict>> verdicts) {
    Map<String, Object> map = new LinkedHashMap<>();
    verdicts.entrySet().stream()
        .filter(type -> !type.getValue().isEmpty())
        .sorted(Comparator.comparingDouble(type -> -uses(type.getValue())))
        .limit(TYPES_MAX)
        .forEach(
            type ->
                map.put(
                    type.getKey(), type.getValue().stream().map(HoldingStatus::decision).toList()));
    return map;
  }

  private static double uses(List<Verdict> stages) {
    return stages.stream().mapToDouble(Verdict::uses).sum();
  }

  private static Map<String, Object> decision(Verdict verdict) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("keeps", verdict.keeps());
    map.put("keepMillis", verdict.keepNanos() / NANOS_PER_MILLI);
    map.put("giveBackMillis", verdict.giveBackNanos() / NANOS_PER_MILLI);
    map.put("why", verdict.toString());
    return map;
  }

  @Override
  public void count(MetricsText metrics) {
    TABLE.count(metrics, connections.counts());
  }
}
