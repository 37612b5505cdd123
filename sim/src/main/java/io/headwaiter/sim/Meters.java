package io.headwaiter.sim;

import io.headwaiter.core.capacity.CpuSupply;
import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.core.capacity.MeterSnapshotBuilder;
import io.headwaiter.core.capacity.Resource;
import io.headwaiter.core.capacity.ResourceUse;
import io.headwaiter.core.capacity.VisitWork;
import io.headwaiter.sim.law.Hello.Standing;
import io.headwaiter.sim.law.Turn;
import java.util.Arrays;
import java.util.List;

/** The measurements of the connector, as differences from tick to tick. */
final class Meters {
  /**
   * The part of a request's CPU that its own thread shows; poller, buffers and kernel take the
   * rest.
   */
  static final double REQUEST_ATTRIBUTED = 0.85;

  private final World world;
  private long lastNanos;
  private double lastCpuNanos;
  private double lastFrontNanos;
  private double lastWorkerNanos;
  private double lastConnectionNanos;
  private double backgroundNanos;
  // Of handshakes that wait for their clients, less those that have failed.
  private double underWayNanos;
  private long frontConnections;
  private long newAdmitted;
  private long resumedAdmitted;
  private long newRefused;
  private long returningVisits;
  private long turns;
  private long deferredTurns;
  private double delayNanos;
  private final Tally full = new Tally();
  private final Tally resumed = new Tally();
  private final Tally failed = new Tally();
  private final Tally requests = new Tally();
  private final long[] binTurns = new long[VisitWork.BINS];
  private final double[] binCpu = new double[VisitWork.BINS];

  /** A count and a sum of costs. */
  private static final class Tally {
    private long count;
    private double nanos;

    private void add(double spentNanos) {
      count++;
      nanos += spentNanos;
    }

    private void clear() {
      count = 0;
      nanos = 0;
    }
  }

  Meters(World world) {
    this.world = world;
  }

  void frontConnection() {
    frontConnections++;
  }

  void admitted(Standing standing) {
    if (standing == Standing.CONTINUING) {
      resumedAdmitted++;
    } else {
      newAdmitted++;
    }
  }

  void refused(Standing standing) {
    newRefused += standing == Standing.CONTINUING ? 0 : 1;
  }

  void begun(long waitedNanos) {
    turns++;
    delayNanos += waitedNanos;
  }

  /** Counts the beginning of a turn that was deferred. */
  void begunDeferred() {
    deferredTurns++;
  }

  /** Adds CPU that the process itself spends. */
  void background(double nanos) {
    backgroundNanos += nanos;
  }

  /** Records a handshake that its client never completed. */
  void failed(Job job) {
    failed.add(job.cpuNanos);
    underWayNanos -= job.cpuNanos;
  }

  /** Records a computed turn; returns its CPU time as measured. */
  long done(Job job, long now) {
    Turn.Kind kind = job.turn.kind();
    Visit visit = job.visit;
    boolean first = visit.place == Visit.Place.BEGINNING && !visit.sideBySide;
    double nanos = kind == Turn.Kind.REQUEST ? job.cpuNanos * REQUEST_ATTRIBUTED : job.cpuNanos;
    if (visit.attacker != null) {
      world.attackers.counts().cpuNanos += job.cpuNanos;
    }
    if (Attackers.stalls(visit)) {
      underWayNanos += nanos; // booked when it has failed
      return (long) nanos;
    }
    tally(kind, visit.abandons).add(nanos);
    if (first && kind != Turn.Kind.REQUEST) {
      boolean returns = visit.standing == Standing.RETURNING;
      returningVisits += kind == Turn.Kind.RESUMED_HANDSHAKE && returns ? 1 : 0;
      return (long) nanos;
    }
    long age = now - job.turn.visitBeganNanos();
    int bin = VisitWork.binOf(age);
    if (first && bin >= 0) { // a visit that began elsewhere had its first turn there
      bin = VisitWork.FIRST_TURN_BIN;
    }
    if (bin >= 0) {
      binTurns[bin]++;
      binCpu[bin] += nanos;
    }
    return (long) nanos;
  }

  private Tally tally(Turn.Kind kind, boolean abandoned) {
    if (abandoned) {
      return failed;
    }
    return switch (kind) {
      case FULL_HANDSHAKE -> full;
      case RESUMED_HANDSHAKE -> resumed;
      case REQUEST -> requests;
    };
  }

  /** Returns the measurements since the last call. */
  MeterSnapshot take(int newWaiting) {
    long elapsed = world.now - lastNanos;
    WorkerPool pool = world.pool;
    double cpuNanos = pool.processors().cpuNanos() + backgroundNanos;
    double frontNanos = pool.processors().frontCpuNanos();
    MeterSnapshotBuilder builder =
        MeterSnapshot.builder(world.now, elapsed)
            .supply(supply())
            .processCpuNanos((long) (cpuNanos - lastCpuNanos))
            .frontCpuNanos((long) (frontNanos - lastFrontNanos))
            .frontConnections(frontConnections)
            .newAdmitted(newAdmitted)
            .resumedAdmitted(resumedAdmitted)
            .newRefused(newRefused)
            .fullHandshakes(full.count)
            .fullHandshakeCpuNanos((long) full.nanos)
            .resumedHandshakes(resumed.count)
            .resumedHandshakeCpuNanos((long) resumed.nanos)
            .failedHandshakes(failed.count)
            .failedHandshakeCpuNanos((long) failed.nanos)
            .handshakesUnderWayCpuNanos((long) underWayNanos)
            .requests(requests.count)
            .requestCpuNanos((long) requests.nanos)
            .turns(turns + deferredTurns)
            .queueDelayNanosMean(turns == 0 ? 0 : (long) (delayNanos / turns))
            .queueDelayNanosHead(pool.headDelayNanos())
            .newWaiting(newWaiting)
            .returningVisits(returningVisits)
            .visitWork(visitWork())
            .resources(resources(elapsed));
    world.law.amend(builder);
    lastNanos = world.now;
    lastCpuNanos = cpuNanos;
    lastFrontNanos = frontNanos;
    clear();
    return builder.build();
  }

  private CpuSupply supply() {
    Machine machine = world.shop.machine();
    double second = world.second();
    return new CpuSupply(
        machine.supply(second), machine.allowed(second), machine.others(second), 0, 0);
  }

  private VisitWork visitWork() {
    long[] nanos = new long[binCpu.length];
    for (int bin = 0; bin < nanos.length; bin++) {
      nanos[bin] = (long) binCpu[bin];
    }
    return new VisitWork(binTurns, nanos);
  }

  private List<ResourceUse> resources(double elapsed) {
    WorkerPool pool = world.pool;
    double workers = (pool.workerNanos() - lastWorkerNanos) / elapsed;
    double connections = (pool.connectionNanos() - lastConnectionNanos) / elapsed;
    lastWorkerNanos = pool.workerNanos();
    lastConnectionNanos = pool.connectionNanos();
    ResourceUse threads =
        new ResourceUse(Resource.WORKER_THREADS, pool.workers(), workers, pool.queue().counted());
    if (world.shop.visitDatabase() == 0) {
      return List.of(threads);
    }
    return List.of(
        threads,
        new ResourceUse(
            Resource.DATABASE_CONNECTIONS,
            pool.connections(),
            connections,
            pool.databaseQueue().size()));
  }

  private void clear() {
    frontConnections = 0;
    newAdmitted = 0;
    resumedAdmitted = 0;
    newRefused = 0;
    returningVisits = 0;
    turns = 0;
    deferredTurns = 0;
    delayNanos = 0;
    full.clear();
    resumed.clear();
    failed.clear();
    underWayNanos = 0;
    requests.clear();
    Arrays.fill(binTurns, 0);
    Arrays.fill(binCpu, 0);
  }
}
