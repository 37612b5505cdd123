package io.headwaiter.front.control;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.GateCounters;
import io.headwaiter.core.capacity.AdmissionController;
import io.headwaiter.core.capacity.ControlReport;
import io.headwaiter.core.capacity.ControlStep;
import io.headwaiter.core.capacity.CpuSupply;
import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.core.capacity.MeterSnapshotBuilder;
import io.headwaiter.core.capacity.PoolCapacity;
import io.headwaiter.core.capacity.ResourceUse;
import io.headwaiter.core.capacity.VisitWork;
import io.headwaiter.door.Door;
import io.headwaiter.front.supply.CpuAccounting;
import io.headwaiter.front.supply.CpuSupplyMeter;
import io.headwaiter.front.supply.ThreadCpu;
import io.headwaiter.front.work.WorkQueue;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.telemetry.ServerMeters.Totals;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The loop from the meters through the controller to the gate. After each interval, a tick takes
 * what was measured since the last one, asks the controller, publishes its policy, and records the
 * interval. {@link ControlThread} provides the thread.
 */
public final class ControlLoop {
  private static final long SAMPLE_NANOS = 50_000_000L;
  private static final long REPORT_ONLY_INTERVAL_NANOS = 1_000_000_000L;

  private final Optional<AdmissionController> controller;
  private final AdmissionGate gate;
  private final Door door;
  private final ServerMeters meters;
  private final WorkQueue work;
  private final CpuSupplyMeter supplyMeter;
  private final ResourceMeter resources;
  private final Supplier<PoolCapacity> pools;
  private final DoubleSupplier visitNanosMax;
  private final Runnable recorder;
  private final CpuAccounting cpu;
  private final Consumer<ControlReport> listener;
  private @Nullable Sample last;
  private volatile CpuSupply supply;
  private volatile List<ResourceUse> uses = List.of();
  private volatile List<ResourceMeter.Total> totals = List.of();
  private volatile MeterSnapshot measured = MeterSnapshot.builder(0, 1).build();
  private volatile ControlReport report = ControlReport.NONE;

  /**
   * @param controller empty to report only
   * @param listener called with each decision
   * @param recorder called at the end of each interval, and may ask for its figures
   */
  public ControlLoop(
      Optional<AdmissionController> controller,
      ControlSources sources,
      Consumer<ControlReport> listener,
      Runnable recorder) {
    this.controller = controller;
    this.gate = sources.gate();
    this.door = sources.door();
    this.meters = sources.meters();
    this.work = sources.work();
    this.supplyMeter = sources.supply();
    this.resources = sources.resources();
    this.pools = sources.pools();
    this.visitNanosMax = sources.visitNanosMax();
    this.cpu = sources.cpu();
    this.recorder = recorder;
    this.listener = listener;
    supply = supplyMeter.sample(System.nanoTime(), /* wanting= */ false);
  }

  /** Returns how often {@link #tick} is to be called, in ns. */
  public long sampleNanos() {
    return Math.min(SAMPLE_NANOS, intervalNanos());
  }

  private long intervalNanos() {
    return controller.map(AdmissionController::intervalNanos).orElse(REPORT_ONLY_INTERVAL_NANOS);
  }

  /** Samples what is in use, and decides if an interval has passed. */
  public void tick(long nowNanos) {
    supply = supplyMeter.sample(nowNanos, work.waiting() > 0);
    gate.courtesy().setProcessors(supply.processors());
    resources.sample();
    cpu.tick(nowNanos);
    meters.responseTimes().recent().tick(nowNanos);
    // Up to half a sample early: the next look would be at least as late.
    if (last != null && nowNanos - last.nanos() + sampleNanos() / 2 < intervalNanos()) {
      return;
    }
    Sample now = sample(nowNanos);
    Sample before = last;
    last = now;
    uses = resources.take();
    totals = resources.totals();
    if (before == null || now.nanos() <= before.nanos()) {
      return;
    }
    measured = difference(before, now);
    if (controller.isPresent()) {
      ControlStep step = controller.get().step(measured);
      gate.publish(step.policy());
      report = step.report();
      listener.accept(report);
    }
    recorder.run();
  }

  /** Returns the processors there were at the last look. */
  public CpuSupply supply() {
    return supply;
  }

  /** Returns what the last interval measured; nothing before the first one has ended. */
  public MeterSnapshot measured() {
    return measured;
  }

  /** Returns the use of other resources in the last interval. */
  public List<ResourceUse> resources() {
    return uses;
  }

  /** Closes the files of the meters; {@link #tick} must not be called any more. */
  public void close() {
    supplyMeter.close();
    cpu.close();
  }

  /** Returns the use of resources since the start, as of the last interval. */
  public List<ResourceMeter.Total> resourceTotals() {
    return totals;
  }

  /** Returns the decision of the last interval. */
  public ControlReport report() {
    return report;
  }

  /** Totals at one instant. */
  private record Sample(
      long nanos,
      long processCpuNanos,
      long frontCpuNanos,
      long backgroundCpuNanos,
      long arrived,
      long newAdmitted,
      long resumedAdmitted,
      long newRefused,
      long falseResumptions,
      Totals work,
      long deferredTurns,
      long excessCpuNanos,
      long deferredCpuNanos,
      long handshakesUnderWayCpuNanos,
      long visitsBegun,
      VisitWork visitWork) {}

  private Sample sample(long nowNanos) {
    GateCounters counters = gate.counters();
    return new Sample(
        nowNanos,
        ThreadCpu.processNanos(),
        ThreadCpu.nanosOf(door.threadIds()),
        cpu.backgroundNanos(),
        door.counters().arrivedTotal(),
        counters.visitsTotal(),
        counters.admittedTotal(Entry.CLAIMED) + counters.admittedTotal(Entry.VERIFIED),
        counters.newRefusedTotal(),
        counters.wrongClaimsTotal(),
        meters.totals(),
        meters.deferredTurns(),
        meters.excessCpuNanos(),
        meters.deferredCpuNanos(),
        meters.handshakesUnderWayCpuNanos(),
        meters.visitsBegun(),
        meters.visitWork());
  }

  private MeterSnapshot difference(Sample a, Sample b) {
    Totals x = a.work();
    Totals y = b.work();
    MeterSnapshotBuilder snapshot = MeterSnapshot.builder(b.nanos(), b.nanos() - a.nanos());
    handshakes(snapshot, x, y);
    long waits = y.queueDelays() - x.queueDelays();
    return snapshot
        .supply(supply)
        .processCpuNanos(b.processCpuNanos() - a.processCpuNanos())
        .frontCpuNanos(b.frontCpuNanos() - a.frontCpuNanos())
        .backgroundCpuNanos(b.backgroundCpuNanos() - a.backgroundCpuNanos())
        .frontConnections(b.arrived() - a.arrived())
        .newAdmitted(b.newAdmitted() - a.newAdmitted())
        .resumedAdmitted(b.resumedAdmitted() - a.resumedAdmitted())
        .newRefused(b.newRefused() - a.newRefused())
        .handshakesUnderWayCpuNanos(b.handshakesUnderWayCpuNanos() - a.handshakesUnderWayCpuNanos())
        .requests(y.requests() - x.requests())
        .requestCpuNanos(y.requestCpuNanos() - x.requestCpuNanos())
        .turns(waits + b.deferredTurns() - a.deferredTurns())
        .queueDelayNanosMean(waits == 0 ? 0 : (y.queueDelayNanos() - x.queueDelayNanos()) / waits)
        .queueDelayNanosHead(work.headDelayNanos(b.nanos()))
        .newWaiting(door.waiting().length())
        .returningVisits(y.returningVisits() - x.returningVisits())
        .visitsBegun(b.visitsBegun() - a.visitsBegun())
        .courtesyCpuNanos(y.courtesyCpuNanos() - x.courtesyCpuNanos())
        .firstUses(y.firstUses().since(x.firstUses()))
        .falseResumptions(b.falseResumptions() - a.falseResumptions())
        .excessCpuNanos(b.excessCpuNanos() - a.excessCpuNanos())
        .deferredCpuNanos(b.deferredCpuNanos() - a.deferredCpuNanos())
        .visitWork(b.visitWork().since(a.visitWork()))
        .visitNanosMax(visitNanosMax.getAsDouble())
        .resources(uses)
        .pools(pools.get())
        .build();
  }

  private static void handshakes(MeterSnapshotBuilder snapshot, Totals x, Totals y) {
    snapshot
        .fullHandshakes(y.fullHandshakes() - x.fullHandshakes())
        .fullHandshakeCpuNanos(y.fullHandshakeCpuNanos() - x.fullHandshakeCpuNanos())
        .resumedHandshakes(y.resumedHandshakes() - x.resumedHandshakes())
        .resumedHandshakeCpuNanos(y.resumedHandshakeCpuNanos() - x.resumedHandshakeCpuNanos())
        .parallelHandshakes(y.parallelHandshakes() - x.parallelHandshakes())
        .parallelHandshakeCpuNanos(y.parallelHandshakeCpuNanos() - x.parallelHandshakeCpuNanos())
        .failedHandshakes(y.failedHandshakes() - x.failedHandshakes())
        .failedHandshakeCpuNanos(y.failedHandshakeCpuNanos() - x.failedHandshakeCpuNanos());
  }
}
