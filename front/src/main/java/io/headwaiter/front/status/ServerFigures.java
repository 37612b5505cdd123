package io.headwaiter.front.status;

import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.GateCounters;
import io.headwaiter.core.admission.WaitingRoomCounters;
import io.headwaiter.core.capacity.ControlReport;
import io.headwaiter.core.capacity.CpuSupply;
import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.core.capacity.Resource;
import io.headwaiter.door.DoorCounters;
import io.headwaiter.telemetry.Column.Merge;
import io.headwaiter.telemetry.FigureTable;
import io.headwaiter.telemetry.FigureTable.Unit;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.telemetry.ServerMeters.Totals;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of admission: one row for each, which {@code /status}, {@code /metrics} and
 * docs/metrics.md show. A new figure is one row here and one place that counts.
 */
final class ServerFigures {
  /**
   * One reading of a server.
   *
   * @param interval what the last control interval measured
   */
  record Reading(
      GateCounters gate,
      DoorCounters door,
      WaitingRoomCounters room,
      ServerMeters meters,
      Totals totals,
      ControlReport report,
      CpuSupply supply,
      MeterSnapshot interval,
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
    DecisionFigures.addTo(table);
    IntervalFigures.addTo(table);
    handshakes(table);
    waitingRoom(table);
    work(table);
    costs(table);
    capacity(table);
    limit(table);
    lastInterval(table);
    table
        .gauge("build_info", "version", Unit.COUNT, "1, with the version of Headwaiter.")
        .rows("...", s -> Map.of(BuildVersion.NAME, 1));
    return table;
  }

  private static void handshakes(FigureTable<Reading> table) {
    table
        .counter("handshakes_total", "kind", Unit.COUNT, "TLS handshakes.")
        .row("handshakes.full", "full", s -> s.totals.fullHandshakes())
        .history("fullHandshakes")
        .row("handshakes.resumed", "resumed", s -> s.totals.resumedHandshakes())
        .history("resumedHandshakes")
        .row("handshakes.failed", "failed", s -> s.totals.failedHandshakes())
        .history("failedHandshakes")
        .counter(
            "handshake_cpu_seconds_total", "kind", Unit.NANOS, "Thread CPU time of handshakes.")
        .row("handshakes.fullCpuMillis", "full", s -> s.totals.fullHandshakeCpuNanos())
        .history("fullHandshakeCpuMillis")
        .row("handshakes.resumedCpuMillis", "resumed", s -> s.totals.resumedHandshakeCpuNanos())
        .history("resumedHandshakeCpuMillis")
        .row("handshakes.failedCpuMillis", "failed", s -> s.totals.failedHandshakeCpuNanos())
        .history("failedHandshakeCpuMillis");
  }

  private static void waitingRoom(FigureTable<Reading> table) {
    table
        .gauge("waiting_room_connections", Unit.COUNT, "New connections in the waiting room.")
        .row("waitingRoom.length", s -> s.room.length())
        .history("newWaiting", Merge.MEAN)
        .gauge("waiting_room_wait_seconds", Unit.NANOS, "Estimated wait of the next connection.")
        .row("waitingRoom.estimatedWaitMillis", s -> s.room.estimatedWaitNanos())
        .gauge("waiting_room_patience_seconds", Unit.NANOS, "How long clients wait, estimated.")
        .row("waitingRoom.patienceMillis", s -> s.room.patienceNanos())
        .history("waitingPatienceMillis")
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
        .hiddenCounter(Unit.COUNT, "Requests that were served.")
        .row("requests", s -> s.totals.requests())
        .history("requests")
        .counter(
            "requests_refused_total",
            Unit.COUNT,
            "Requests that got a 503: they waited too long for a worker or a permit, or their visit"
                + " was over its account.")
        .row("requestsRefused", s -> s.meters.requestsRefused());
    responseTimes(table);
    visitWork(table);
  }

  private static void responseTimes(FigureTable<Reading> table) {
    table
        .gauge(
            "recent_response_seconds",
            "percentile",
            Unit.NANOS,
            "Response times of the last 10 to 20 s, from the arrival of a request to its end.")
        .row("responseTime.p50Millis", "50", s -> percentile(s, 0.5))
        .history("responseP50Millis")
        .row("responseTime.p99Millis", "99", s -> percentile(s, 0.99))
        .history("responseP99Millis");
  }

  private static void visitWork(FigureTable<Reading> table) {
    table
        .counter("visit_turns_total", Unit.COUNT, "Turns of work for visits.")
        .row("visitWork.turns", s -> s.meters.visitWork().turns())
        .history("visitTurns")
        .counter("visit_cpu_seconds_total", Unit.NANOS, "CPU time of work for visits.")
        .row("visitWork.cpuMillis", s -> s.meters.visitWork().cpuNanos())
        .history("visitCpuMillis")
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
        .history("waitingMax")
        .gauge("queue_delay_seconds", Unit.NANOS, "Queueing delay that the controller uses.")
        .row("queueDelayMillis", s -> s.report.limit().queueDelayNanos())
        .history("queueDelayMillis");
  }

  /** Returns null if there was no request. */
  private static @Nullable Double percentile(Reading reading, double part) {
    double nanos = reading.meters.responseTimes().recent().nanosAt(part);
    return Double.isNaN(nanos) ? null : nanos;
  }

  private static @Nullable Double finite(double value) {
    return value < Double.POSITIVE_INFINITY ? value : null;
  }

  private static @Nullable Integer bounded(int waitingMax) {
    return waitingMax == AdmissionPolicy.NO_BOUND ? null : waitingMax;
  }

  private static void costs(FigureTable<Reading> table) {
    table
        .gauge("cost_seconds", "of", Unit.NANOS, "Learned CPU time.")
        .row(
            "costMillis.fullHandshake",
            "full_handshake",
            s -> s.report.costs().fullHandshakeNanos())
        .history("learnedFullHandshakeMillis")
        .row(
            "costMillis.resumedHandshake",
            "resumed_handshake",
            s -> s.report.costs().resumedHandshakeNanos())
        .history("learnedResumedHandshakeMillis")
        .row("costMillis.request", "request", s -> s.report.costs().requestNanos())
        .history("learnedRequestMillis")
        .row("costMillis.newVisit", "new_visit", s -> s.report.costs().newVisitNanos())
        .history("learnedNewVisitMillis")
        .row("costMillis.refusal", "refusal", s -> s.report.costs().refusalNanos())
        .history("learnedRefusalMillis")
        .row(
            "costMillis.connectionOverhead",
            "connection_overhead",
            s -> s.report.costs().connectionOverheadNanos())
        .history("learnedConnectionOverheadMillis")
        .row(
            "costMillis.requestOverhead",
            "request_overhead",
            s -> s.report.costs().requestOverheadNanos())
        .history("learnedRequestOverheadMillis")
        .gauge("requests_per_visit", Unit.RATIO, "Requests and later handshakes of a visit.")
        .row("requestsPerVisit", s -> s.report.visits().requestsPerVisit())
        .history("learnedRequestsPerVisit");
  }

  private static void capacity(FigureTable<Reading> table) {
    table
        .gauge("processors", "kind", Unit.PROCESSORS, "Processors of the last interval.")
        .row("supply.processors", "available", s -> s.supply.processors())
        .history("processors", Merge.MEAN)
        .row("supply.allowed", "allowed", s -> s.supply.allowed())
        .history("processorsAllowed", Merge.MEAN)
        .row("supply.others", "others", s -> s.supply.others())
        .history("processorsOfOthers", Merge.MEAN)
        .row("supply.stolen", "stolen", s -> s.supply.stolen())
        .history("processorsStolen", Merge.MEAN)
        .row(
            "capacity.promisedProcessors",
            "promised",
            s -> s.report.capacity().promisedProcessors())
        .history("promisedProcessors")
        .row("capacity.neededProcessors", "needed", s -> s.report.capacity().neededProcessors())
        .history("neededProcessors")
        .row("capacity.spareProcessors", "spare", s -> s.report.capacity().spareProcessors())
        .history("spareProcessors")
        .gauge("throttled_ratio", Unit.RATIO, "Part of the periods that a quota cut short.")
        .row("supply.throttledPart", s -> s.supply.throttledPart())
        .history("throttledPart", Merge.MEAN)
        .gauge(
            "new_visits_per_second_max",
            Unit.PER_SECOND,
            "New visits that the server carries in the long run; none while that is unknown.")
        .row("capacity.newVisitsPerSecondMax", s -> s.report.capacity().newVisitsPerSecondMax())
        .history("newVisitsPerSecondMax")
        .gauge(
            "bottleneck", "resource", Unit.COUNT, "1 for the scarcest resource, 0 for the others.");
    for (Resource resource : Resource.values()) {
      table.row("", resource.label(), s -> s.report.capacity().bottleneck() == resource ? 1 : 0);
    }
  }

  private static void limit(FigureTable<Reading> table) {
    table
        .gauge("visit_cost_confidence", Unit.RATIO, "Part of the visit cost that is measured.")
        .row("capacity.confidence", s -> s.report.visits().confidence())
        .history("confidence")
        .gauge(
            "continuing_ratio",
            Unit.RATIO,
            "Part of the visits under way that may open connections.")
        .row("capacity.continuingPart", s -> s.report.limit().continuingPart())
        .history("continuingPart")
        .gauge(
            "correction",
            Unit.RATIO,
            "Factor on the budget that keeps the processors busy while refusing; 1 is none.")
        .row("correction", s -> s.report.limit().correction())
        .history("correction")
        .gauge("idle_while_refusing", Unit.RATIO, "Idle part of the processors while refusing.")
        .row("idleWhileRefusing", s -> s.report.limit().idleWhileRefusing())
        .history("idleWhileRefusing");
  }

  private static void lastInterval(FigureTable<Reading> table) {
    table
        .hiddenGauge(Unit.COUNT, "Number of the last interval.")
        .row("interval.sequence", s -> s.report.sequence())
        .hiddenGauge(Unit.NANOS, "Length of the control interval.")
        .row("interval.millis", s -> s.report.intervalNanos())
        .hiddenGauge(Unit.PROCESSORS, "Available processors that the controller uses.")
        .row("interval.A", s -> s.report.processors())
        .hiddenGauge(Unit.COUNT, "Resumed connections of the last interval.")
        .row("interval.O", s -> s.report.resumedConnections())
        .hiddenGauge(Unit.COUNT, "New visits allowed in the next interval.")
        .row("interval.N", s -> s.report.limit().newAllowed())
        .history("newAllowed", Merge.SUM);
  }
}
