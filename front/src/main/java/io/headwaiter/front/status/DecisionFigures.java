package io.headwaiter.front.status;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.hello.HelloDefect;
import io.headwaiter.front.status.ServerFigures.Reading;
import io.headwaiter.telemetry.FigureTable;
import io.headwaiter.telemetry.FigureTable.Unit;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The figures of what the gate and the door decide. */
final class DecisionFigures {
  private DecisionFigures() {}

  static void addTo(FigureTable<Reading> table) {
    arrivals(table);
    admissions(table);
    refusals(table);
    claims(table);
  }

  private static void arrivals(FigureTable<Reading> table) {
    table
        .counter("connections_arrived_total", Unit.COUNT, "Connections that reached the door.")
        .row("arrived", s -> s.door().arrivedTotal())
        .history("frontConnections")
        .counter("door_cpu_seconds_total", Unit.NANOS, "CPU time of the door's threads.")
        .row("frontCpuMillis", s -> s.levels().doorNanos())
        .history("frontCpuMillis")
        .gauge("connections_undecided", Unit.COUNT, "Connections without a complete ClientHello.")
        .row("undecided", s -> s.levels().undecided());
  }

  private static void admissions(FigureTable<Reading> table) {
    table
        .counter(
            "connections_admitted_total",
            "entry",
            Unit.COUNT,
            "Admitted connections, by what was known of them.")
        .row("new.admitted", "new", s -> s.gate().admittedTotal(Entry.NEW))
        .history("admittedNew")
        .row("returning.admitted", "returning", s -> s.gate().admittedTotal(Entry.RETURNING))
        .history("admittedReturning")
        .row("resumed.claimed", "claimed", s -> s.gate().admittedTotal(Entry.CLAIMED))
        .history("admittedClaimed")
        .row("resumed.verified", "verified", s -> s.gate().admittedTotal(Entry.VERIFIED))
        .history("admittedVerified")
        .row("parallel.admitted", "parallel", s -> s.gate().admittedTotal(Entry.PARALLEL))
        .history("admittedParallel")
        .row("courtesy.admitted", "courtesy", s -> s.gate().admittedTotal(Entry.COURTESY))
        .history("admittedCourtesy")
        .row("bypass.admitted", "bypass", s -> s.gate().admittedTotal(Entry.BYPASS))
        .history("admittedBypass")
        .row("", "shadow", s -> s.gate().admittedTotal(Entry.SHADOW))
        .history("admittedShadow")
        .hiddenCounter(Unit.COUNT, "Connections admitted as resumed, claimed or verified.")
        .row(
            "resumed.admitted",
            s -> s.gate().admittedTotal(Entry.CLAIMED) + s.gate().admittedTotal(Entry.VERIFIED))
        .counter("bypass_over_budget_total", Unit.COUNT, "Connections over the bypass budget.")
        .row("bypass.overBudget", s -> s.door().bypassOverBudgetTotal())
        .counter(
            "visits_on_credit_total",
            Unit.COUNT,
            "Visits admitted on credit, because their network had less than its share.")
        .row("networkShares.admittedOnCredit", s -> s.gate().onCreditTotal())
        .counter(
            "connections_abandoned_total",
            Unit.COUNT,
            "New visits that the client left before the handshake was done.")
        .row("new.abandoned", s -> s.gate().abandonedTotal());
  }

  private static void refusals(FigureTable<Reading> table) {
    table
        .hiddenCounter(Unit.COUNT, "Refused connections, for any reason.")
        .row("new.refused.total", s -> s.gate().refusedTotal());
    table.counter(
        "connections_refused_total", "reason", Unit.COUNT, "Refused connections, by reason.");
    for (RefusalReason reason : RefusalReason.values()) {
      table
          .row("new.refused." + reason.label(), reason.label(), s -> s.gate().refusedTotal(reason))
          .history("refused" + words(reason.label()));
    }
    wouldRefuse(table);
    visits(table);
    courtesy(table);
    table.counter(
        "hello_defects_total", "defect", Unit.COUNT, "First bytes that are no good ClientHello.");
    for (HelloDefect defect : HelloDefect.values()) {
      String label = defect.name().toLowerCase(Locale.ROOT);
      table.row("defects." + label, label, s -> positive(s.door().defectTotal(defect)));
    }
  }

  private static void wouldRefuse(FigureTable<Reading> table) {
    table
        .hiddenCounter(
            Unit.COUNT, "Connections that shadow mode admitted and that would have been refused.")
        .row("wouldRefuse.total", s -> s.levels().shadow() ? s.gate().wouldRefuseTotal() : null)
        .row("", s -> s.gate().wouldRefuseTotal())
        .history("wouldRefuse");
    table.counter(
        "connections_would_refuse_total",
        "reason",
        Unit.COUNT,
        "Connections that shadow mode admitted and that would have been refused, by reason.");
    for (RefusalReason reason : RefusalReason.values()) {
      table.row(
          "wouldRefuse." + reason.label(),
          reason.label(),
          s -> s.levels().shadow() ? s.gate().wouldRefuseTotal(reason) : null);
    }
  }

  private static void visits(FigureTable<Reading> table) {
    table
        .counter(
            "visits_refused_total",
            "entry",
            Unit.COUNT,
            "Refused connections that would have begun a visit by resuming a session.")
        .row("returning.refused", "returning", s -> s.gate().refusedTotal(Entry.RETURNING))
        .row("courtesy.refused", "courtesy", s -> s.gate().refusedTotal(Entry.COURTESY))
        .counter(
            "visits_unseen_total",
            "entry",
            Unit.COUNT,
            "Visits that began on a connection admitted by its claim alone, and were charged later.")
        .row("returning.unseen", "returning", s -> s.gate().unseenTotal(Entry.RETURNING))
        .row("courtesy.unseen", "courtesy", s -> s.gate().unseenTotal(Entry.COURTESY));
  }

  /** Converts visit_budget to VisitBudget. */
  private static String words(String label) {
    return Stream.of(label.split("_", -1))
        .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
        .collect(Collectors.joining());
  }

  private static void courtesy(FigureTable<Reading> table) {
    table
        .counter("courtesy_pages_granted_total", Unit.COUNT, "Courtesy pages that were granted.")
        .row("courtesy.pagesGranted", s -> s.levels().courtesyGranted())
        .counter("courtesy_pages_served_total", Unit.COUNT, "Courtesy pages that were served.")
        .row("courtesy.pagesServed", s -> s.totals().courtesyPages())
        .counter("courtesy_cpu_seconds_total", Unit.NANOS, "CPU time of courtesy pages.")
        .row("courtesy.pagesCpuMillis", s -> s.totals().courtesyCpuNanos())
        .history("courtesyCpuMillis");
  }

  private static @Nullable Long positive(long total) {
    return total > 0 ? total : null;
  }

  private static void claims(FigureTable<Reading> table) {
    table
        .counter(
            "resumptions_total",
            "result",
            Unit.COUNT,
            "Claims to resume that were not admitted as such, or did not hold.")
        .row("resumed.unknown", "unknown", s -> s.gate().unknownClaimsTotal())
        .history("unknownClaims")
        .row("resumed.unverified", "unverified", s -> s.door().verifierFullTotal())
        .row("resumed.overused", "overused", s -> s.door().overusedTotal())
        .row("resumed.false", "false", s -> s.gate().falseResumptionsTotal())
        .row("resumed.stopped", "stopped", s -> s.gate().stoppedResumptionsTotal())
        .gauge(
            "resumptions_false_ratio",
            Unit.RATIO,
            "Recent part of the connections admitted as resumed that did not resume.")
        .row("resumed.falsePart", s -> s.report().visits().falsePart())
        .history("learnedFalsePart")
        .hiddenCounter(Unit.COUNT, "Claims that were looked up.")
        .row("", s -> s.gate().toVerifyTotal())
        .history("toVerify")
        .gauge("visits_remembered", Unit.COUNT, "Visits that are remembered, by their sessions.")
        .row("visitsRemembered", s -> s.levels().visitsRemembered());
  }
}
