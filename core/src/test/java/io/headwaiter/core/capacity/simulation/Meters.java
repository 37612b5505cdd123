package io.headwaiter.core.capacity.simulation;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.GateCounters;
import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.core.capacity.simulation.Work.Kind;
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
        new MeterSnapshot(
            now,
            now - lastNanos,
            shop.processors(),
            (long) (cpuNanos - lastCpuNanos),
            (long) frontNanos,
            frontConnections,
            admittedNew - lastNew,
            admittedResumed - lastResumed,
            refused - lastRefused,
            tallies.get(Kind.FULL_HANDSHAKE).count,
            (long) tallies.get(Kind.FULL_HANDSHAKE).nanos,
            tallies.get(Kind.RESUMED_HANDSHAKE).count,
            (long) tallies.get(Kind.RESUMED_HANDSHAKE).nanos,
            tallies.get(Kind.ABANDONED_HANDSHAKE).count,
            (long) tallies.get(Kind.ABANDONED_HANDSHAKE).nanos,
            tallies.get(Kind.REQUEST).count,
            (long) tallies.get(Kind.REQUEST).nanos,
            (long) ageNanos,
            ages,
            pool.queueDelays,
            pool.queueDelays == 0 ? 0 : (long) (pool.queueDelayNanos / pool.queueDelays),
            pool.headDelayNanos(now),
            newWaiting,
            returningVisits,
            0,
            counters.falseResumptionsTotal() - lastFalse);
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
    ages = 0;
    ageNanos = 0;
    frontNanos = 0;
    frontConnections = 0;
    returningVisits = 0;
    pool.queueDelays = 0;
    pool.queueDelayNanos = 0;
  }
}
