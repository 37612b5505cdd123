package io.headwaiter.front.status;

import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.GateCounters;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.WaitingRoomCounters;
import io.headwaiter.core.capacity.ControlReport;
import io.headwaiter.core.capacity.CpuSupply;
import io.headwaiter.core.capacity.Resource;
import io.headwaiter.core.hello.HelloDefect;
import io.headwaiter.door.DoorCounters;
import io.headwaiter.telemetry.FigureTable;
import io.headwaiter.telemetry.FigureTable.Unit;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.telemetry.ServerMeters.Totals;
import java.util.Locale;

/**
 * The figures of admission: one row for each, which {@code /status}, {@code /metrics} and
 * docs/metrics.md show. A new figure is one row here and one place that counts.
 */
final class ServerFigures {
  /** One reading of a server. */
  record Reading(
      GateCounters gate,
      DoorCounters door,
      WaitingRoomCounters room,
      ServerMeters meters,
      Totals totals,
      ControlReport report,
      CpuSupply supply,
      Levels levels) {}

  /**
   * Levels at the instant of a reading.
   *
   * @param doorNanos CPU time of the door's threads
   * @param waiting turns that wait for a worker
   */
  record Levels(
      boolean shadow,
      long doorNanos,
      int undecided,
      int waiting,
      long visitsRemembered,
      long courtesyGranted) {}

  static final FigureTable<Reading> TABLE = table();

  private ServerFigures() {}

  private static FigureTable<Reading> table() {
    FigureTable<Reading> table = new FigureTable<>();
    decisions(table);
    refusals(table);
    claims(table);
    handshakes(table);
    waitingRoom(table);
    work(table);
    costs(table);
    capacity(table);
    return table;
  }

  private static void decisions(FigureTable<Reading> table) {
    table
        .counter("connections_arrived_total", Unit.COUNT, "Connections that reached the door.")
        .row("arrived", s -> s.door.arrivedTotal())
        .counter("door_cpu_seconds_total", Unit.NANOS, "CPU time of the door's threads.")
        .row("frontCpuMillis", s -> s.levels.doorNanos)
        .gauge("connections_undecided", Unit.COUNT, "Connections without a complete ClientHello.")
        .row("undecided", s -> s.levels.undecided)
        .counter(
            "connections_admitted_total",
            "entry",
            Unit.COUNT,
            "Admitted connections, by what was known of them.")
        .row("new.admitted", "new", s -> s.gate.admittedTotal(Entry.NEW))
        .row("returning.admitted", "returning", s -> s.gate.admittedTotal(Entry.RETURNING))
        .row("resumed.claimed", "claimed", s -> s.gate.admittedTotal(Entry.CLAIMED))
        .row("resumed.verified", "verified", s -> s.gate.admittedTotal(Entry.VERIFIED))
        .row("parallel.admitted", "parallel", s -> s.gate.admittedTotal(Entry.PARALLEL))
        .row("courtesy.admitted", "courtesy", s -> s.gate.admittedTotal(Entry.COURTESY))
        .row("bypass.admitted", "bypass", s -> s.gate.admittedTotal(Entry.BYPASS))
        .statusOnly(Unit.COUNT)
        .row(
            "resumed.admitted",
            s -> s.gate.admittedTotal(Entry.CLAIMED) + s.gate.admittedTotal(Entry.VERIFIED))
        .counter("bypass_over_budget_total", Unit.COUNT, "Connections over the bypass budget.")
        .row("bypass.overBudget", s -> s.door.bypassOverBudgetTotal())
        .counter(
            "visits_on_credit_total",
            Unit.COUNT,
            "Visits admitted on credit, because their network had less than its share.")
        .row("networkShares.admittedOnCredit", s -> s.gate.onCreditTotal())
        .counter(
            "connections_abandoned_total",
            Unit.COUNT,
            "New visits that the client left before the handshake was done.")
        .row("new.abandoned", s -> s.gate.abandonedTotal());
  }

  private static void refusals(FigureTable<Reading> table) {
    table.statusOnly(Unit.COUNT).row("new.refused.total", s -> s.gate.refusedTotal());
    table.counter(
        "connections_refused_total", "reason", Unit.COUNT, "Refused connections, by reason.");
    for (RefusalReason reason : RefusalReason.values()) {
      table.row("new.refused." + reason.label(), reason.label(), s -> s.gate.refusedTotal(reason));
    }
    table
        .statusOnly(Unit.COUNT)
        .row("wouldRefuse.total", s -> s.levels.shadow ? s.gate.wouldRefuseTotal() : null);
    table.counter(
        "connections_would_refuse_total",
        "reason",
        Unit.COUNT,
        "Connections that shadow mode admitted and that would have been refused, by reason.");
    for (RefusalReason reason : RefusalReason.values()) {
      table.row(
          "wouldRefuse." + reason.label(),
          reason.label(),
          s -> s.levels.shadow ? s.gate.wouldRefuseTotal(reason) : null);
    }
    table
        .counter(
            "visits_refused_total",
            "entry",
            Unit.COUNT,
            "Refused connections that would have begun a visit by resuming a session.")
        .row("returning.refused", "returning", s -> s.gate.refusedTotal(Entry.RETURNING))
        .row("courtesy.refused", "courtesy", s -> s.gate.refusedTotal(Entry.COURTESY))
        .counter(
            "visits_unseen_total",
            "entry",
            Unit.COUNT,
            "Visits that began on a connection admitted by its claim alone, and were charged later.")
        .row("returning.unseen", "returning", s -> s.gate.unseenTotal(Entry.RETURNING))
        .row("courtesy.unseen", "courtesy", s -> s.gate.unseenTotal(Entry.COURTESY));
    courtesy(table);
    table.counter(
        "hello_defects_total", "defect", Unit.COUNT, "First bytes that are no good ClientHello.");
    for (HelloDefect defect : HelloDefect.values()) {
      String label = defect.name().toLowerCase(Locale.ROOT);
      table.row("defects." + label, label, s -> positive(s.door.defectTotal(defect)));
    }
  }

  private static void courtesy(FigureTable<Reading> table) {
    table
        .counter("courtesy_pages_granted_total", Unit.COUNT, "Courtesy pages that were granted.")
        .row("courtesy.pagesGranted", s -> s.levels.courtesyGranted)
        .counter("courtesy_pages_served_total", Unit.COUNT, "Courtesy pages that were served.")
        .row("courtesy.pagesServed", s -> s.totals.courtesyPages())
        .counter("courtesy_cpu_seconds_total", Unit.NANOS, "CPU time of courtesy pages.")
        .row("courtesy.pagesCpuMillis", s -> s.totals.courtesyCpuNanos());
  }

  private static Long positive(long total) {
    return total > 0 ? total : null;
  }

  private static void claims(FigureTable<Reading> table) {
    table
        .counter(
            "resumptions_total",
            "result",
            Unit.COUNT,
            "Claims to resume that were not admitted as such, or did not hold.")
        .row("resumed.unknown", "unknown", s -> s.gate.unknownClaimsTotal())
        .row("resumed.unverified", "unverified", s -> s.door.verifierFullTotal())
        .row("resumed.overused", "overused", s -> s.door.overusedTotal())
        .row("resumed.false", "false", s -> s.gate.falseResumptionsTotal())
        .row("resumed.stopped", "stopped", s -> s.gate.stoppedResumptionsTotal())
        .gauge(
            "resumptions_false_ratio",
            Unit.RATIO,
            "Recent part of the connections admitted as resumed that did not resume.")
        .row("resumed.falsePart", s -> s.report.visits().falsePart())
        .gauge("visits_remembered", Unit.COUNT, "Visits that are remembered, by their sessions.")
        .row("visitsRemembered", s -> s.levels.visitsRemembered);
  }

  private static void handshakes(FigureTable<Reading> table) {
    table
        .counter("handshakes_total", "kind", Unit.COUNT, "TLS handshakes.")
        .row("handshakes.full", "full", s -> s.totals.fullHandshakes())
        .row("handshakes.resumed", "resumed", s -> s.totals.resumedHandshakes())
        .row("handshakes.failed", "failed", s -> s.totals.failedHandshakes())
        .counter(
            "handshake_cpu_seconds_total", "kind", Unit.NANOS, "Thread CPU time of handshakes.")
        .row("handshakes.fullCpuMillis", "full", s -> s.totals.fullHandshakeCpuNanos())
        .row("handshakes.resumedCpuMillis", "resumed", s -> s.totals.resumedHandshakeCpuNanos())
        .row("handshakes.failedCpuMillis", "failed", s -> s.totals.failedHandshakeCpuNanos());
  }

  private static void waitingRoom(FigureTable<Reading> table) {
    table
        .gauge("waiting_room_connections", Unit.COUNT, "New connections in the waiting room.")
        .row("waitingRoom.length", s -> s.room.length())
        .gauge("waiting_room_wait_seconds", Unit.NANOS, "Estimated wait of the next connection.")
        .row("waitingRoom.estimatedWaitMillis", s -> s.room.estimatedWaitNanos())
        .gauge("waiting_room_patience_seconds", Unit.NANOS, "How long clients wait, estimated.")
        .row("waitingRoom.patienceMillis", s -> s.room.patienceNanos())
        .counter(
            "waiting_room_total", "event", Unit.COUNT, "Connections in the waiting room, by event.")
        .row("waitingRoom.entered", "entered", s -> s.room.enteredTotal())
        .row("waitingRoom.released", "released", s -> s.room.releasedTotal())
        .row("waitingRoom.left", "left", s -> s.room.leftTotal())
        .row("waitingRoom.expired", "expired", s -> s.room.expiredTotal())
        .row("waitingRoom.displaced", "displaced", s -> s.room.displacedTotal())
        .row("waitingRoom.refused", "refused", s -> s.room.refusedTotal());
  }

  private static void work(FigureTable<Reading> table) {
    table
        .statusOnly(Unit.COUNT)
        .row("requests", s -> s.totals.requests())
        .row("requestsRefused", s -> s.meters.requestsRefused())
        .counter("visit_turns_total", Unit.COUNT, "Turns of work for visits.")
        .row("visitWork.turns", s -> s.meters.visitWork().turns())
        .counter("visit_cpu_seconds_total", Unit.NANOS, "CPU time of work for visits.")
        .row("visitWork.cpuMillis", s -> s.meters.visitWork().cpuNanos())
        .counter(
            "excess_cpu_seconds_total", Unit.NANOS, "CPU time of visits beyond their accounts.")
        .row("excess.cpuMillis", s -> s.meters.excessCpuNanos())
        .counter(
            "turns_deferred_total",
            Unit.COUNT,
            "Turns that waited because their visit was over its account.")
        .row("excess.deferredTurns", s -> s.meters.deferredTurns())
        .gauge("excess_processors", Unit.PROCESSORS, "Processors that excess keeps busy.")
        .row("excess.usedProcessors", s -> s.report.excess().usedProcessors())
        .gauge("excess_processors_allowed", Unit.PROCESSORS, "Processors that excess may use.")
        .row("excess.allowedProcessors", s -> finite(s.report.excess().allowedProcessors()))
        .gauge("turns_waiting", Unit.COUNT, "Turns that wait for a worker.")
        .row("waiting", s -> s.levels.waiting)
        .gauge("turns_waiting_max", Unit.COUNT, "Turns that may wait while visits are admitted.")
        .row("waitingMax", s -> bounded(s.report.limit().waitingMax()))
        .gauge("queue_delay_seconds", Unit.NANOS, "Queueing delay that the controller uses.")
        .row("queueDelayMillis", s -> s.report.limit().queueDelayNanos());
  }

  private static Double finite(double value) {
    return value < Double.POSITIVE_INFINITY ? value : null;
  }

  private static Integer bounded(int waitingMax) {
    return waitingMax == AdmissionPolicy.NO_BOUND ? null : waitingMax;
  }

  private static void costs(FigureTable<Reading> table) {
    table
        .gauge("cost_seconds", "of", Unit.NANOS, "Learned CPU time.")
        .row(
            "costMillis.fullHandshake",
            "full_handshake",
            s -> s.report.costs().fullHandshakeNanos())
        .row(
            "costMillis.resumedHandshake",
            "resumed_handshake",
            s -> s.report.costs().resumedHandshakeNanos())
        .row("costMillis.request", "request", s -> s.report.costs().requestNanos())
        .row("costMillis.newVisit", "new_visit", s -> s.report.costs().newVisitNanos())
        .row("costMillis.refusal", "refusal", s -> s.report.costs().refusalNanos())
        .row(
            "costMillis.connectionOverhead",
            "connection_overhead",
            s -> s.report.costs().connectionOverheadNanos())
        .row(
            "costMillis.requestOverhead",
            "request_overhead",
            s -> s.report.costs().requestOverheadNanos())
        .gauge("requests_per_visit", Unit.RATIO, "Requests and later handshakes of a visit.")
        .row("requestsPerVisit", s -> s.report.visits().requestsPerVisit());
  }

  private static void capacity(FigureTable<Reading> table) {
    table
        .gauge("processors", "kind", Unit.PROCESSORS, "Processors of the last interval.")
        .row("supply.processors", "available", s -> s.supply.processors())
        .row("supply.allowed", "allowed", s -> s.supply.allowed())
        .row("supply.others", "others", s -> s.supply.others())
        .row("supply.stolen", "stolen", s -> s.supply.stolen())
        .row(
            "capacity.promisedProcessors",
            "promised",
            s -> s.report.capacity().promisedProcessors())
        .row("capacity.neededProcessors", "needed", s -> s.report.capacity().neededProcessors())
        .row("capacity.spareProcessors", "spare", s -> s.report.capacity().spareProcessors())
        .gauge("throttled_ratio", Unit.RATIO, "Part of the periods that a quota cut short.")
        .row("supply.throttledPart", s -> s.supply.throttledPart())
        .gauge(
            "new_visits_per_second_max",
            Unit.PER_SECOND,
            "New visits that the server carries in the long run; none while that is unknown.")
        .row("capacity.newVisitsPerSecondMax", s -> s.report.capacity().newVisitsPerSecondMax())
        .gauge(
            "bottleneck", "resource", Unit.COUNT, "1 for the scarcest resource, 0 for the others.");
    for (Resource resource : Resource.values()) {
      table.row("", resource.label(), s -> s.report.capacity().bottleneck() == resource ? 1 : 0);
    }
    table
        .gauge("visit_cost_confidence", Unit.RATIO, "Part of the visit cost that is measured.")
        .row("capacity.confidence", s -> s.report.visits().confidence())
        .gauge(
            "continuing_ratio",
            Unit.RATIO,
            "Part of the visits under way that may open connections.")
        .row("capacity.continuingPart", s -> s.report.limit().continuingPart())
        .gauge(
            "correction",
            Unit.RATIO,
            "Factor on the budget that keeps the processors busy while refusing; 1 is none.")
        .row("correction", s -> s.report.limit().correction())
        .gauge("idle_while_refusing", Unit.RATIO, "Idle part of the processors while refusing.")
        .row("idleWhileRefusing", s -> s.report.limit().idleWhileRefusing())
        .statusOnly(Unit.COUNT)
        .row("interval.sequence", s -> s.report.sequence())
        .statusOnly(Unit.NANOS)
        .row("interval.millis", s -> s.report.intervalNanos())
        .statusOnly(Unit.COUNT)
        .row("interval.A", s -> s.report.processors())
        .row("interval.O", s -> s.report.resumedConnections())
        .row("interval.N", s -> s.report.limit().newAllowed());
  }
}
