package io.headwaiter.core.capacity.simulation;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.GateCounters;
import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.core.capacity.VisitWork;
import io.headwaiter.core.capacity.simulation.Work.Kind;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** What the connector would measure, as differences from tick to tick. */
final class Meters {
  // What a request costs outside of its own thread's measurement: poller, buffers, kernel.
  private static final double REQUEST_ATTRIBUTED = 0.85;

  private final Shop shop;
  private final GateCounters counters;
  private final WorkerPool pool;
  private final Map<Kind, Tally> tallies = new EnumMap<>(Kind.class);
  private final long[] turnsByAge = new long[VisitWork.BINS];
  private final long[] cpuByAge = new long[VisitWork.BINS];
  private long ages;
  private double ageNanos;
  private double backgroundNanos;
  private double frontNanos;
  private long frontConnections;
  private long returningVisits;
  private long lastNanos;
  private double lastCpuNanos;
  private long lastNew;
  private long lastResumed;
  private long lastRefused;
  private long lastFalse;

  Meters(Shop shop, AdmissionGate gate, WorkerPool pool) {
    this.shop = shop;
    this.counters = gate.counters();
    this.pool = pool;
    clear();
  }

  /** How often, and what it cost. */
  private static final class Tally {
    private long count;
    private double nanos;
  }

  void done(Work work, long now) {
    Tally tally = tallies.get(work.kind);
    tally.count++;
    tally.nanos += work.kind == Kind.REQUEST ? work.cpuNanos * REQUEST_ATTRIBUTED : work.cpuNanos;
    long age = now - work.visit.beganNanos;
    if (work.kind == Kind.REQUEST || (work.kind == Kind.RESUMED_HANDSHAKE && age > 0)) {
      int bin = VisitWork.binOf(age);
      if (bin >= 0
          && !work.visit.foreign
          && !(work.visit.returns && work.kind == Kind.RESUMED_HANDSHAKE)) {
        turnsByAge[bin]++;
        cpuByAge[bin] +=
            (long) (work.kind == Kind.REQUEST ? work.cpuNanos * REQUEST_ATTRIBUTED : work.cpuNanos);
      }
    }
    if (work.kind == Kind.REQUEST && age <= MeterSnapshot.VISIT_AGE_NANOS_MAX) {
      ages++;
      ageNanos += age;
    }
  }

  void background(double addNanos) {
    backgroundNanos += addNanos;
  }

  void front(double addNanos) {
    frontNanos += addNanos;
  }

  void returningVisit() {
    returningVisits++;
  }

  void frontConnection() {
    frontConnections++;
  }

  MeterSnapshot take(long now, int newWaiting) {
    long admittedNew = counters.visitsTotal();
    long admittedResumed =
        counters.admittedTotal(Entry.CLAIMED) + counters.admittedTotal(Entry.VERIFIED);
    long refused = counters.newRefusedTotal();
    double cpuNanos = pool.cpuNanos() + backgroundNanos;
    MeterSnapshot snapshot =
        MeterSnapshot.builder(now, now - lastNanos)
            .processors(shop.processors())
            .processCpuNanos((long) (cpuNanos - lastCpuNanos))
            .frontCpuNanos((long) frontNanos)
            .frontConnections(frontConnections)
            .newAdmitted(admittedNew - lastNew)
            .resumedAdmitted(admittedResumed - lastResumed)
            .newRefused(refused - lastRefused)
            .fullHandshakes(tallies.get(Kind.FULL_HANDSHAKE).count)
            .fullHandshakeCpuNanos((long) tallies.get(Kind.FULL_HANDSHAKE).nanos)
            .resumedHandshakes(tallies.get(Kind.RESUMED_HANDSHAKE).count)
            .resumedHandshakeCpuNanos((long) tallies.get(Kind.RESUMED_HANDSHAKE).nanos)
            .failedHandshakes(tallies.get(Kind.ABANDONED_HANDSHAKE).count)
            .failedHandshakeCpuNanos((long) tallies.get(Kind.ABANDONED_HANDSHAKE).nanos)
            .requests(tallies.get(Kind.REQUEST).count)
            .requestCpuNanos((long) tallies.get(Kind.REQUEST).nanos)
            .visitAgeNanosSum((long) ageNanos)
            .visitAges(ages)
            .turns(pool.queueDelays)
            .queueDelayNanosMean(
                pool.queueDelays == 0 ? 0 : (long) (pool.queueDelayNanos / pool.queueDelays))
            .queueDelayNanosHead(pool.headDelayNanos(now))
            .newWaiting(newWaiting)
            .returningVisits(returningVisits)
            .visitWork(new VisitWork(turnsByAge, cpuByAge))
            .falseResumptions(counters.falseResumptionsTotal() - lastFalse)
            .build();
    lastNanos = now;
    lastCpuNanos = cpuNanos;
    lastNew = admittedNew;
    lastResumed = admittedResumed;
    lastRefused = refused;
    lastFalse = counters.falseResumptionsTotal();
    clear();
    return snapshot;
  }

  private void clear() {
    for (Kind kind : Kind.values()) {
      tallies.put(kind, new Tally());
    }
    Arrays.fill(turnsByAge, 0);
    Arrays.fill(cpuByAge, 0);
    ages = 0;
    ageNanos = 0;
    frontNanos = 0;
    frontConnections = 0;
    returningVisits = 0;
    pool.queueDelays = 0;
    pool.queueDelayNanos = 0;
  }
}
