package io.headwaiter.core.capacity;

import java.util.List;

/**
 * Builds a {@link MeterSnapshot} by name. A value that is not set is 0, empty or unknown, except
 * for the supply, which is one processor, and {@link MeterSnapshot#visitsBegun}. Each method sets
 * the component of its name. Not thread-safe.
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

  /** Sets {@link MeterSnapshot#processCpuNanos}. */
  public MeterSnapshotBuilder processCpuNanos(long value) {
    processCpuNanos = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#frontCpuNanos}. */
  public MeterSnapshotBuilder frontCpuNanos(long value) {
    frontCpuNanos = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#frontConnections}. */
  public MeterSnapshotBuilder frontConnections(long value) {
    frontConnections = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#newAdmitted}. */
  public MeterSnapshotBuilder newAdmitted(long value) {
    newAdmitted = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#resumedAdmitted}. */
  public MeterSnapshotBuilder resumedAdmitted(long value) {
    resumedAdmitted = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#newRefused}. */
  public MeterSnapshotBuilder newRefused(long value) {
    newRefused = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#fullHandshakes}. */
  public MeterSnapshotBuilder fullHandshakes(long value) {
    fullHandshakes = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#fullHandshakeCpuNanos}. */
  public MeterSnapshotBuilder fullHandshakeCpuNanos(long value) {
    fullHandshakeCpuNanos = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#resumedHandshakes}. */
  public MeterSnapshotBuilder resumedHandshakes(long value) {
    resumedHandshakes = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#resumedHandshakeCpuNanos}. */
  public MeterSnapshotBuilder resumedHandshakeCpuNanos(long value) {
    resumedHandshakeCpuNanos = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#parallelHandshakes}. */
  public MeterSnapshotBuilder parallelHandshakes(long value) {
    parallelHandshakes = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#parallelHandshakeCpuNanos}. */
  public MeterSnapshotBuilder parallelHandshakeCpuNanos(long value) {
    parallelHandshakeCpuNanos = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#failedHandshakes}. */
  public MeterSnapshotBuilder failedHandshakes(long value) {
    failedHandshakes = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#failedHandshakeCpuNanos}. */
  public MeterSnapshotBuilder failedHandshakeCpuNanos(long value) {
    failedHandshakeCpuNanos = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#handshakesUnderWayCpuNanos}. */
  public MeterSnapshotBuilder handshakesUnderWayCpuNanos(long value) {
    handshakesUnderWayCpuNanos = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#requests}. */
  public MeterSnapshotBuilder requests(long value) {
    requests = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#requestCpuNanos}. */
  public MeterSnapshotBuilder requestCpuNanos(long value) {
    requestCpuNanos = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#turns}. */
  public MeterSnapshotBuilder turns(long value) {
    turns = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#queueDelayNanosMean}. */
  public MeterSnapshotBuilder queueDelayNanosMean(long value) {
    queueDelayNanosMean = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#queueDelayNanosHead}. */
  public MeterSnapshotBuilder queueDelayNanosHead(long value) {
    queueDelayNanosHead = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#newWaiting}. */
  public MeterSnapshotBuilder newWaiting(int value) {
    newWaiting = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#returningVisits}. */
  public MeterSnapshotBuilder returningVisits(long value) {
    returningVisits = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#courtesyCpuNanos}. */
  public MeterSnapshotBuilder courtesyCpuNanos(long value) {
    courtesyCpuNanos = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#firstUses}. */
  public MeterSnapshotBuilder firstUses(FirstUses value) {
    firstUses = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#falseResumptions}. */
  public MeterSnapshotBuilder falseResumptions(long value) {
    falseResumptions = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#backgroundCpuNanos}. */
  public MeterSnapshotBuilder backgroundCpuNanos(long value) {
    backgroundCpuNanos = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#excessCpuNanos}. */
  public MeterSnapshotBuilder excessCpuNanos(long value) {
    excessCpuNanos = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#deferredCpuNanos}. */
  public MeterSnapshotBuilder deferredCpuNanos(long value) {
    deferredCpuNanos = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#visitWork}. */
  public MeterSnapshotBuilder visitWork(VisitWork value) {
    visitWork = value;
    return this;
  }

  /** Sets {@link MeterSnapshot#resources}. */
  public MeterSnapshotBuilder resources(List<ResourceUse> value) {
    resources = value;
    return this;
  }

  /**
   * Sets {@link MeterSnapshot#visitsBegun}; the default is the full handshakes that are not
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
        processCpuNanos,
        frontCpuNanos,
        frontConnections,
        newAdmitted,
        resumedAdmitted,
        newRefused,
        fullHandshakes,
        fullHandshakeCpuNanos,
        resumedHandshakes,
        resumedHandshakeCpuNanos,
        parallelHandshakes,
        parallelHandshakeCpuNanos,
        failedHandshakes,
        failedHandshakeCpuNanos,
        handshakesUnderWayCpuNanos,
        requests,
        requestCpuNanos,
        turns,
        queueDelayNanosMean,
        queueDelayNanosHead,
        newWaiting,
        returningVisits,
        visitsBegun(),
        courtesyCpuNanos,
        firstUses,
        falseResumptions,
        backgroundCpuNanos,
        excessCpuNanos,
        deferredCpuNanos,
        visitWork,
        resources,
        pools);
  }
}
