package io.headwaiter.front;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.GateCounters;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.WaitingRoomCounters;
import io.headwaiter.core.capacity.ControlReport;
import io.headwaiter.core.capacity.CpuSupply;
import io.headwaiter.core.capacity.Resource;
import io.headwaiter.core.capacity.ResourceUse;
import io.headwaiter.core.capacity.VisitWork;
import io.headwaiter.core.hello.HelloDefect;
import io.headwaiter.door.Door;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.telemetry.ServerMeters.Totals;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The content of {@code /status}. Times are in milliseconds; counters are totals since the start.
 */
final class StatusPage {
  private static final double NANOS_PER_MILLI = 1e6;

  private final String admission;
  private final AdmissionGate gate;
  private final Visits visits;
  private final Door door;
  private final ServerMeters meters;
  private final ControlLoop loop;
  private final WorkQueue work;
  private final CpuBook cpu;
  private final ProfileBook profile;
  private final Supplier<Map<String, Object>> pools;

  StatusPage(
      String admission,
      AdmissionGate gate,
      Visits visits,
      Door door,
      ServerMeters meters,
      ControlLoop loop,
      WorkQueue work,
      CpuBook cpu,
      ProfileBook profile,
      Supplier<Map<String, Object>> pools) {
    this.admission = admission;
    this.gate = gate;
    this.visits = visits;
    this.door = door;
    this.meters = meters;
    this.loop = loop;
    this.work = work;
    this.cpu = cpu;
    this.profile = profile;
    this.pools = pools;
  }

  Map<String, Object> toMap() {
    GateCounters counters = gate.counters();
    ControlReport report = loop.report();
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("admission", admission);
    page.put("shadow", gate.isShadow());
    if (gate.isShadow()) {
      page.put("wouldRefuse", wouldRefuse(counters));
    }
    page.put("arrived", door.counters().arrivedTotal());
    page.put("frontCpuMillis", ThreadCpu.nanosOf(door.threadIds()) / NANOS_PER_MILLI);
    page.put("undecided", door.undecidedCount());
    page.put(
        "new",
        Map.of(
            "admitted",
            counters.admittedTotal(Entry.NEW),
            "abandoned",
            counters.abandonedTotal(),
            "refused",
            refused(counters)));
    page.put("returning", visits(counters, Entry.RETURNING));
    page.put("parallel", Map.of("admitted", counters.admittedTotal(Entry.PARALLEL)));
    page.put("networkShares", Map.of("admittedOnCredit", counters.onCreditTotal()));
    page.put("courtesy", courtesy(counters));
    page.put("visitsRemembered", visits.remembered());
    page.put("excess", excess(report));
    page.put("waitingRoom", waitingRoom());
    page.put("resumed", resumed(counters));
    page.put(
        "bypass",
        Map.of(
            "admitted",
            counters.admittedTotal(Entry.BYPASS),
            "overBudget",
            door.counters().bypassOverBudgetTotal()));
    page.put("defects", defects());
    page.put("handshakes", handshakes());
    page.put("requests", meters.totals().requests());
    page.put("requestsRefused", meters.requestsRefused());
    page.put("requestTypes", requestTypes());
    page.put("profile", profile.toMap());
    page.put("visitWork", visitWork(meters.visitWork()));
    page.put("supply", supply(loop.supply()));
    page.put("cpuMillis", cpu.toMap());
    page.put("resources", resources(loop.resources()));
    page.put("resourceTotals", resourceTotals(loop.resourceTotals()));
    Map<String, Object> sized = pools.get();
    if (!sized.isEmpty()) {
      page.put("pools", sized);
    }
    page.put("costMillis", costs(report));
    page.put("requestsPerVisit", report.requestsPerVisit());
    page.put("interval", interval(report));
    page.put("capacity", capacity(report));
    page.put("queueDelayMillis", report.queueDelayNanos() / NANOS_PER_MILLI);
    page.put("correction", report.correction());
    page.put("idleWhileRefusing", report.idleWhileRefusing());
    page.put("waiting", work.waiting());
    if (report.waitingMax() != AdmissionPolicy.NO_BOUND) {
      page.put("waitingMax", report.waitingMax());
    }
    return page;
  }

  private Map<String, Object> excess(ControlReport report) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("cpuMillis", meters.excessCpuNanos() / NANOS_PER_MILLI);
    map.put("deferredTurns", meters.deferredTurns());
    map.put("usedProcessors", report.excessUsed());
    if (report.excessProcessors() < Double.POSITIVE_INFINITY) {
      map.put("allowedProcessors", report.excessProcessors());
    }
    return map;
  }

  private static Map<String, Object> refused(GateCounters counters) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("total", counters.refusedTotal());
    for (RefusalReason reason : RefusalReason.values()) {
      map.put(reason.label(), counters.refusedTotal(reason));
    }
    return map;
  }

  private static Map<String, Object> wouldRefuse(GateCounters counters) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("total", counters.wouldRefuseTotal());
    for (RefusalReason reason : RefusalReason.values()) {
      map.put(reason.label(), counters.wouldRefuseTotal(reason));
    }
    return map;
  }

  private Map<String, Object> waitingRoom() {
    WaitingRoomCounters room = door.waiting();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("length", room.length());
    map.put("estimatedWaitMillis", room.estimatedWaitNanos() / NANOS_PER_MILLI);
    map.put("patienceMillis", room.patienceNanos() / NANOS_PER_MILLI);
    map.put("entered", room.enteredTotal());
    map.put("released", room.releasedTotal());
    map.put("left", room.leftTotal());
    map.put("expired", room.expiredTotal());
    map.put("displaced", room.displacedTotal());
    map.put("refused", room.refusedTotal());
    return map;
  }

  /** Returns counts of visits that begin with a resumed handshake. */
  private static Map<String, Object> visits(GateCounters counters, Entry entry) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("admitted", counters.admittedTotal(entry));
    map.put("unseen", counters.unseenTotal(entry));
    map.put("refused", counters.refusedTotal(entry));
    return map;
  }

  private Map<String, Object> courtesy(GateCounters counters) {
    Totals totals = meters.totals();
    Map<String, Object> map = visits(counters, Entry.COURTESY);
    map.put("pagesGranted", gate.courtesy().grantedTotal());
    map.put("pagesServed", totals.courtesyPages());
    map.put("pagesCpuMillis", totals.courtesyCpuNanos() / NANOS_PER_MILLI);
    return map;
  }

  private Map<String, Object> resumed(GateCounters counters) {
    long claimed = counters.admittedTotal(Entry.CLAIMED);
    long verified = counters.admittedTotal(Entry.VERIFIED);
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("admitted", claimed + verified);
    map.put("claimed", claimed);
    map.put("verified", verified);
    map.put("unknown", counters.unknownClaimsTotal());
    map.put("unverified", door.counters().verifierFullTotal());
    map.put("overused", door.counters().overusedTotal());
    map.put("false", counters.falseResumptionsTotal());
    map.put("stopped", counters.stoppedResumptionsTotal());
    map.put("falsePart", loop.report().falsePart());
    return map;
  }

  private Map<String, Object> defects() {
    Map<String, Object> map = new LinkedHashMap<>();
    for (HelloDefect defect : HelloDefect.values()) {
      long total = door.counters().defectTotal(defect);
      if (total > 0) {
        map.put(defect.name().toLowerCase(Locale.ROOT), total);
      }
    }
    return map;
  }

  private Map<String, Object> handshakes() {
    Totals totals = meters.totals();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("full", totals.fullHandshakes());
    map.put("fullCpuMillis", totals.fullHandshakeCpuNanos() / NANOS_PER_MILLI);
    map.put("resumed", totals.resumedHandshakes());
    map.put("resumedCpuMillis", totals.resumedHandshakeCpuNanos() / NANOS_PER_MILLI);
    map.put("failed", totals.failedHandshakes());
    map.put("failedCpuMillis", totals.failedHandshakeCpuNanos() / NANOS_PER_MILLI);
    return map;
  }

  private static Map<String, Object> visitWork(VisitWork work) {
    return Map.of("turns", work.turns(), "cpuMillis", work.cpuNanos() / NANOS_PER_MILLI);
  }

  private static Map<String, Object> supply(CpuSupply supply) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("processors", supply.processors());
    map.put("allowed", supply.allowed());
    map.put("others", supply.others());
    map.put("stolen", supply.stolen());
    map.put("throttledPart", supply.throttledPart());
    return map;
  }

  private static Map<String, Object> resources(List<ResourceUse> uses) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (ResourceUse use : uses) {
      map.put(
          unusedName(use.resource(), map),
          Map.of("capacity", use.capacity(), "busyMean", use.busyMean(), "waiting", use.waiting()));
    }
    return map;
  }

  /** Returns all samples since the start, for clients that take differences. */
  private static Map<String, Object> resourceTotals(List<ResourceMeter.Total> totals) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (ResourceMeter.Total total : totals) {
      map.put(
          unusedName(total.resource(), map),
          Map.of("busySum", total.busySum(), "samples", total.samples()));
    }
    return map;
  }

  private static String unusedName(Resource resource, Map<String, Object> map) {
    String name = resource.label();
    for (int more = 2; map.containsKey(name); more++) {
      name = resource.label() + more; // a second pool of the kind
    }
    return name;
  }

  private Map<String, Object> requestTypes() {
    Map<String, Object> map = new LinkedHashMap<>();
    meters
        .requestTypes()
        .sums()
        .forEach(
            (type, sum) ->
                map.put(
                    type,
                    Map.of(
                        "count", sum.count(),
                        "cpuMillis", sum.cpuNanos() / NANOS_PER_MILLI,
                        "wallMillis", sum.wallNanos() / NANOS_PER_MILLI)));
    return map;
  }

  private static Map<String, Object> costs(ControlReport report) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("fullHandshake", report.fullHandshakeNanos() / NANOS_PER_MILLI);
    map.put("resumedHandshake", report.resumedHandshakeNanos() / NANOS_PER_MILLI);
    map.put("request", report.requestNanos() / NANOS_PER_MILLI);
    map.put("newVisit", report.newVisitNanos() / NANOS_PER_MILLI);
    map.put("refusal", report.refusalNanos() / NANOS_PER_MILLI);
    map.put("connectionOverhead", report.connectionOverheadNanos() / NANOS_PER_MILLI);
    map.put("requestOverhead", report.requestOverheadNanos() / NANOS_PER_MILLI);
    return map;
  }

  private static Map<String, Object> interval(ControlReport report) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("sequence", report.sequence());
    map.put("millis", report.intervalNanos() / NANOS_PER_MILLI);
    map.put("A", report.processors());
    map.put("O", report.resumedConnections());
    map.put("N", report.newAllowed());
    return map;
  }

  private static Map<String, Object> capacity(ControlReport report) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("bottleneck", report.bottleneck().label());
    map.put("newVisitsPerSecondMax", report.newVisitsPerSecondMax());
    map.put("promisedProcessors", report.promisedProcessors());
    map.put("neededProcessors", report.neededProcessors());
    map.put("spareProcessors", report.spareProcessors());
    map.put("confidence", report.confidence());
    map.put("continuingPart", report.continuingPart());
    return map;
  }
}
