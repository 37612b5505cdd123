package io.headwaiter.core.capacity;

import java.util.List;

/**
 * Builds a {@link MeterSnapshot} by name. A value that is not set is 0, empty or unknown, except
 * for the supply, which is one processor, and {@link ConnectionCounts#visitsBegun}. Each method
 * sets the component of its name. Not thread-safe.
 */
public final class MeterSnapshotBuilder {
  private static final long UNKNOWN = -1;

  private final long nowNanos;
  private final long elapsedNanos;
  private CpuSupply supply = CpuSupply.of(1);
  private long processCpuNanos;
  private long frontCpuNanos;
  private long frontConnections;
  private long newAdmitted;
  private long resumedAdmitted;
  private long newRefused;
  private long fullHandshakes;
  private long fullHandshakeCpuNanos;
  private long resumedHandshakes;
  private long resumedHandshakeCpuNanos;
  private long parallelHandshakes;
  private long parallelHandshakeCpuNanos;
  private long failedHandshakes;
  private long failedHandshakeCpuNanos;
  private long handshakesUnderWayCpuNanos;
  private long requests;
  private long requestCpuNanos;
  private long turns;
  private long queueDelayNanosMean;
  private long queueDelayNanosHead;
  private int newWaiting;
  private long returningVisits;
  private long visitsBegun = UNKNOWN;
  private long courtesyCpuNanos;
  private FirstUses firstUses = FirstUses.NONE;
  private long falseResumptions;
  private long backgroundCpuNanos;
  private long excessCpuNanos;
  private long deferredCpuNanos;
  private VisitWork visitWork = VisitWork.NONE;
  private double visitNanosMax = Double.POSITIVE_INFINITY;
  private List<ResourceUse> resources = List.of();
  private PoolCapacity pools = PoolCapacity.UNKNOWN;

  MeterSnapshotBuilder(long nowNanos, long elapsedNanos) {
    this.nowNanos = nowNanos;
    this.elapsedNanos = elapsedNanos;
  }

  /** Sets a supply of {@code value} processors, all of them available. */
  public MeterSnapshotBuilder processors(double value) {
    return supply(CpuSupply.of(value));
  }

  /** Sets {@link MeterSnapshot#supply}. */
  public MeterSnapshotBuilder supply(CpuSupply value) {
    supply = value;
    return this;
  }

  /** Sets {@link CpuUse#processNanos}. */
  public MeterSnapshotBuilder processCpuNanos(long value) {
    processCpuNanos = value;
    return this;
  }

  /** Sets {@link CpuUse#frontNanos}. */
  public MeterSnapshotBuilder frontCpuNanos(long value) {
    frontCpuNanos = value;
    return this;
  }

  /** Sets {@link ConnectionCounts#arrived}. */
  public MeterSnapshotBuilder frontConnections(long value) {
    frontConnections = value;
    return this;
  }

  /** Sets {@link ConnectionCounts#newAdmitted}. */
  public MeterSnapshotBuilder newAdmitted(long value) {
    newAdmitted = value;
    return this;
  }

  /** Sets {@link ConnectionCounts#resumedAdmitted}. */
  public MeterSnapshotBuilder resumedAdmitted(long value) {
    resumedAdmitted = value;
    return this;
  }

  /** Sets {@link ConnectionCounts#newRefused}. */
  public MeterSnapshotBuilder newRefused(long value) {
    newRefused = value;
    return this;
  }

  /** Sets {@link HandshakeWork#full}. */
  public MeterSnapshotBuilder fullHandshakes(long value) {
    fullHandshakes = value;
    return this;
  }

  /** Sets {@link HandshakeWork#fullCpuNanos}. */
  public MeterSnapshotBuilder fullHandshakeCpuNanos(long value) {
    fullHandshakeCpuNanos = value;
    return this;
  }

  /** Sets {@link HandshakeWork#resumed}. */
  public MeterSnapshotBuilder resumedHandshakes(long value) {
    resumedHandshakes = value;
    return this;
  }

  /** Sets {@link HandshakeWork#resumedCpuNanos}. */
  public MeterSnapshotBuilder resumedHandshakeCpuNanos(long value) {
    resumedHandshakeCpuNanos = value;
    return this;
  }

  /** Sets {@link HandshakeWork#parallel}. */
  public MeterSnapshotBuilder parallelHandshakes(long value) {
    parallelHandshakes = value;
    return this;
  }

  /** Sets {@link HandshakeWork#parallelCpuNanos}. */
  public MeterSnapshotBuilder parallelHandshakeCpuNanos(long value) {
    parallelHandshakeCpuNanos = value;
    return this;
  }

  /** Sets {@link HandshakeWork#failed}. */
  public MeterSnapshotBuilder failedHandshakes(long value) {
    failedHandshakes = value;
    return this;
  }

  /** Sets {@link HandshakeWork#failedCpuNanos}. */
  public MeterSnapshotBuilder failedHandshakeCpuNanos(long value) {
    failedHandshakeCpuNanos = value;
    return this;
  }

  /** Sets {@link HandshakeWork#underWayCpuNanos}. */
  public MeterSnapshotBuilder handshakesUnderWayCpuNanos(long value) {
    handshakesUnderWayCpuNanos = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#requests}. */
  public MeterSnapshotBuilder requests(long value) {
    requests = value;
    return this;
  }

  /** Sets {@link CpuUse#requestNanos}. */
  public MeterSnapshotBuilder requestCpuNanos(long value) {
    requestCpuNanos = value;
    return this;
  }

  /** Sets {@link QueueDelay#turns}. */
  public MeterSnapshotBuilder turns(long value) {
    turns = value;
    return this;
  }

  /** Sets {@link QueueDelay#delayNanosMean}. */
  public MeterSnapshotBuilder queueDelayNanosMean(long value) {
    queueDelayNanosMean = value;
    return this;
  }

  /** Sets {@link QueueDelay#delayNanosHead}. */
  public MeterSnapshotBuilder queueDelayNanosHead(long value) {
    queueDelayNanosHead = value;
    return this;
  }

  /** Sets {@link ConnectionCounts#newWaiting}. */
  public MeterSnapshotBuilder newWaiting(int value) {
    newWaiting = value;
    return this;
  }

  /** Sets {@link ConnectionCounts#returningVisits}. */
  public MeterSnapshotBuilder returningVisits(long value) {
    returningVisits = value;
    return this;
  }

  /** Sets {@link CpuUse#courtesyNanos}. */
  public MeterSnapshotBuilder courtesyCpuNanos(long value) {
    courtesyCpuNanos = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#firstUses}. */
  public MeterSnapshotBuilder firstUses(FirstUses value) {
    firstUses = value;
    return this;
  }

  /** Sets {@link ConnectionCounts#falseResumptions}. */
  public MeterSnapshotBuilder falseResumptions(long value) {
    falseResumptions = value;
    return this;
  }

  /** Sets {@link CpuUse#backgroundNanos}. */
  public MeterSnapshotBuilder backgroundCpuNanos(long value) {
    backgroundCpuNanos = value;
    return this;
  }

  /** Sets {@link CpuUse#excessNanos}. */
  public MeterSnapshotBuilder excessCpuNanos(long value) {
    excessCpuNanos = value;
    return this;
  }

  /** Sets {@link CpuUse#deferredNanos}. */
  public MeterSnapshotBuilder deferredCpuNanos(long value) {
    deferredCpuNanos = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#visitWork}. */
  public MeterSnapshotBuilder visitWork(VisitWork value) {
    visitWork = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#visitNanosMax}; the default is no bound. */
  public MeterSnapshotBuilder visitNanosMax(double value) {
    visitNanosMax = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#resources}. */
  public MeterSnapshotBuilder resources(List<ResourceUse> value) {
    resources = value;
    return this;
  }

  /**
   * Sets {@link ConnectionCounts#visitsBegun}; the default is the full handshakes that are not
   * parallel plus the returning visits.
   */
  public MeterSnapshotBuilder visitsBegun(long value) {
    visitsBegun = value;
    return this;
  }

  private long visitsBegun() {
    long handshakes = fullHandshakes - parallelHandshakes + returningVisits;
    return visitsBegun == UNKNOWN ? handshakes : visitsBegun;
  }

  /** Sets {@link MeterSnapshot#pools}. */
  public MeterSnapshotBuilder pools(PoolCapacity value) {
    pools = value;
    return this;
  }

  /** Returns the snapshot; throws {@link IllegalArgumentException} as its constructor does. */
  public MeterSnapshot build() {
    return new MeterSnapshot(
        nowNanos,
        elapsedNanos,
        supply,
        new ConnectionCounts(
            frontConnections,
            newAdmitted,
            resumedAdmitted,
            newRefused,
            newWaiting,
            returningVisits,
            visitsBegun(),
            falseResumptions),
        new HandshakeWork(
            fullHandshakes,
            fullHandshakeCpuNanos,
            resumedHandshakes,
            resumedHandshakeCpuNanos,
            parallelHandshakes,
            parallelHandshakeCpuNanos,
            failedHandshakes,
            failedHandshakeCpuNanos,
            handshakesUnderWayCpuNanos),
        requests,
        new CpuUse(
            processCpuNanos,
            frontCpuNanos,
            requestCpuNanos,
            courtesyCpuNanos,
            backgroundCpuNanos,
            excessCpuNanos,
            deferredCpuNanos),
        firstUses,
        new QueueDelay(turns, queueDelayNanosMean, queueDelayNanosHead),
        visitWork,
        visitNanosMax,
        resources,
        pools);
  }
}
