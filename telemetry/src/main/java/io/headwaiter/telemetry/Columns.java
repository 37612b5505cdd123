package io.headwaiter.telemetry;

import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.capacity.ControlReport;
import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.core.capacity.Resource;
import io.headwaiter.core.capacity.ResourceUse;
import io.headwaiter.telemetry.Column.Merge;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** All figures of an interval, in the order in which they are shown. */
final class Columns {
  /** The resources that can be the bottleneck. */
  static final List<Resource> RESOURCES = List.of(Resource.values());

  /** Inputs, then the estimate, limit and bottleneck, then the decisions. */
  static final List<Column> ALL = all();

  /** The column that holds an index into {@link #RESOURCES}. */
  static final String BOTTLENECK = "bottleneck";

  private static final double MILLI = 1e6;

  private Columns() {}

  private static List<Column> all() {
    List<Column> columns = new ArrayList<>();
    addSupply(columns);
    addMeters(columns);
    addResources(columns, Resource.WORKER_THREADS, "workerThreads");
    addResources(columns, Resource.DATABASE_CONNECTIONS, "databaseConnections");
    addLearned(columns);
    addLimits(columns);
    addDecisions(columns);
    return List.copyOf(columns);
  }

  private static void addSupply(List<Column> to) {
    meter(to, "elapsedMillis", Merge.SUM, s -> s.elapsedNanos() / MILLI);
    meter(to, "processors", Merge.MEAN, MeterSnapshot::processors);
    meter(to, "processorsAllowed", Merge.MEAN, s -> s.supply().allowed());
    meter(to, "processorsOfOthers", Merge.MEAN, s -> s.supply().others());
    meter(to, "processorsStolen", Merge.MEAN, s -> s.supply().stolen());
    meter(to, "throttledPart", Merge.MEAN, s -> s.supply().throttledPart());
  }

  private static void addMeters(List<Column> to) {
    sum(to, "processCpuMillis", s -> s.cpu().processNanos() / MILLI);
    sum(to, "frontCpuMillis", s -> s.cpu().frontNanos() / MILLI);
    sum(to, "backgroundCpuMillis", s -> s.cpu().backgroundNanos() / MILLI);
    sum(to, "frontConnections", s -> s.connections().arrived());
    sum(to, "newAdmitted", s -> s.connections().newAdmitted());
    sum(to, "resumedAdmitted", s -> s.connections().resumedAdmitted());
    sum(to, "newRefused", s -> s.connections().newRefused());
    sum(to, "fullHandshakes", s -> s.handshakes().full());
    sum(to, "fullHandshakeCpuMillis", s -> s.handshakes().fullCpuNanos() / MILLI);
    sum(to, "resumedHandshakes", s -> s.handshakes().resumed());
    sum(to, "resumedHandshakeCpuMillis", s -> s.handshakes().resumedCpuNanos() / MILLI);
    sum(to, "failedHandshakes", s -> s.handshakes().failed());
    sum(to, "failedHandshakeCpuMillis", s -> s.handshakes().failedCpuNanos() / MILLI);
    sum(to, "requests", MeterSnapshot::requests);
    sum(to, "requestCpuMillis", s -> s.cpu().requestNanos() / MILLI);
    sum(to, "visitTurns", s -> s.visitWork().turns());
    sum(to, "visitCpuMillis", s -> s.visitWork().cpuNanos() / MILLI);
    sum(to, "turns", s -> s.queue().turns());
    meter(to, "turnQueueDelayMillis", Merge.MEAN, s -> s.queue().delayNanosMean() / MILLI);
    meter(to, "headQueueDelayMillis", Merge.MAX, s -> s.queue().delayNanosHead() / MILLI);
    meter(to, "newWaiting", Merge.MEAN, s -> s.connections().newWaiting());
    sum(to, "returningVisits", s -> s.connections().returningVisits());
    sum(to, "courtesyCpuMillis", s -> s.cpu().courtesyNanos() / MILLI);
    sum(to, "firstUseCpuMillis", s -> s.firstUseCpuNanos() / MILLI);
    sum(to, "falseResumptions", s -> s.connections().falseResumptions());
  }

  private static void addResources(List<Column> to, Resource resource, String name) {
    meter(to, name, Merge.LAST, s -> use(s, resource, u -> (double) u.capacity()));
    meter(to, name + "Busy", Merge.MEAN, s -> use(s, resource, ResourceUse::busyMean));
    meter(to, name + "Waiting", Merge.MEAN, s -> use(s, resource, u -> (double) u.waiting()));
  }

  private static void addLearned(List<Column> to) {
    report(to, "learnedFullHandshakeMillis", r -> r.costs().fullHandshakeNanos() / MILLI);
    report(to, "learnedResumedHandshakeMillis", r -> r.costs().resumedHandshakeNanos() / MILLI);
    report(to, "learnedRequestMillis", r -> r.costs().requestNanos() / MILLI);
    report(to, "learnedNewVisitMillis", r -> r.costs().newVisitNanos() / MILLI);
    report(to, "learnedRefusalMillis", r -> r.costs().refusalNanos() / MILLI);
    report(to, "learnedConnectionOverheadMillis", r -> r.costs().connectionOverheadNanos() / MILLI);
    report(to, "learnedRequestOverheadMillis", r -> r.costs().requestOverheadNanos() / MILLI);
    report(to, "learnedRequestsPerVisit", r -> r.visits().requestsPerVisit());
    report(to, "learnedFalsePart", r -> r.visits().falsePart());
    report(to, "confidence", r -> r.visits().confidence());
  }

  private static void addLimits(List<Column> to) {
    to.add(new Column("newAllowed", Merge.SUM, i -> i.report().limit().newAllowed()));
    report(to, "queueDelayMillis", r -> r.limit().queueDelayNanos() / MILLI);
    report(to, "correction", r -> r.limit().correction());
    report(to, "idleWhileRefusing", r -> r.limit().idleWhileRefusing());
    report(to, "waitingMax", Columns::waitingMax);
    report(to, "promisedProcessors", r -> r.capacity().promisedProcessors());
    report(to, "neededProcessors", r -> r.capacity().neededProcessors());
    report(to, "spareProcessors", r -> r.capacity().spareProcessors());
    report(to, "newVisitsPerSecondMax", r -> r.capacity().newVisitsPerSecondMax());
    report(to, BOTTLENECK, r -> RESOURCES.indexOf(r.capacity().bottleneck()));
    report(to, "continuingPart", r -> r.limit().continuingPart());
    to.add(new Column("waitingPatienceMillis", Merge.LAST, i -> i.patienceNanos() / MILLI));
  }

  private static void addDecisions(List<Column> to) {
    for (Entry entry : Entry.values()) {
      String name = "admitted" + words(entry.name());
      to.add(new Column(name, Merge.SUM, i -> i.decisions().admitted().get(entry)));
    }
    for (RefusalReason reason : RefusalReason.values()) {
      String name = "refused" + words(reason.label());
      to.add(new Column(name, Merge.SUM, i -> i.decisions().refused().get(reason)));
    }
    to.add(new Column("wouldRefuse", Merge.SUM, i -> i.decisions().wouldRefuse()));
    to.add(new Column("toVerify", Merge.SUM, i -> i.decisions().toVerify()));
    to.add(new Column("unknownClaims", Merge.SUM, i -> i.decisions().unknownClaims()));
  }

  private static void meter(
      List<Column> to, String name, Merge merge, ToDoubleFunction<MeterSnapshot> value) {
    to.add(new Column(name, merge, i -> value.applyAsDouble(i.meters())));
  }

  private static void sum(List<Column> to, String name, ToDoubleFunction<MeterSnapshot> value) {
    meter(to, name, Merge.SUM, value);
  }

  private static void report(List<Column> to, String name, ToDoubleFunction<ControlReport> value) {
    to.add(new Column(name, Merge.LAST, i -> value.applyAsDouble(i.report())));
  }

  private static double use(
      MeterSnapshot s, Resource resource, Function<ResourceUse, Double> value) {
    return s.resources().stream()
        .filter(u -> u.resource() == resource)
        .findFirst()
        .map(value)
        .orElse(Double.NaN);
  }

  private static double waitingMax(ControlReport r) {
    return r.limit().waitingMax() == AdmissionPolicy.NO_BOUND ? Double.NaN : r.limit().waitingMax();
  }

  /** Converts VISIT_BUDGET and visit_budget to VisitBudget. */
  private static String words(String label) {
    StringBuilder name = new StringBuilder();
    for (String word : label.toLowerCase(Locale.ROOT).split("_", -1)) {
      name.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
    }
    return name.toString();
  }
}
