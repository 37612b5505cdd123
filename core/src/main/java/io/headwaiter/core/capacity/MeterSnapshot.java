package io.headwaiter.core.capacity;

import java.util.List;
import java.util.Objects;

/**
 * The measurements of one control interval. Counts and sums are of this interval only.
 *
 * @param nowNanos monotonic time at the end of the interval
 * @param elapsedNanos length of the interval, above 0
 * @param supply the processors there are, A(k) among them
 * @param processCpuNanos CPU time of the whole process (user and system), with collector and
 *     compiler
 * @param frontCpuNanos the part of it spent on accepting, reading hellos, verifying and refusing
 * @param frontConnections connections that arrived at the door
 * @param newAdmitted visits admitted, whether they begin with a full handshake or a resumed one
 * @param resumedAdmitted claimed and verified resumptions that were admitted, O(k)
 * @param newRefused visits refused for good: by the budget, by waiting work, by a full waiting
 *     room, or after waiting there
 * @param fullHandshakes handshakes that were proven to be full ones
 * @param fullHandshakeCpuNanos their thread CPU time
 * @param resumedHandshakes handshakes that were proven to be resumed
 * @param resumedHandshakeCpuNanos their thread CPU time
 * @param parallelHandshakes those of the full ones with which no visit began: parallel connections
 *     of visits under way
 * @param parallelHandshakeCpuNanos their thread CPU time
 * @param failedHandshakes handshakes that were given up by either side
 * @param failedHandshakeCpuNanos their thread CPU time
 * @param handshakesUnderWayCpuNanos thread CPU time of steps of handshakes, less that of the
 *     handshakes that ended; may be below 0
 * @param requests requests served
 * @param requestCpuNanos their thread CPU time
 * @param turns turns that workers began: requests, steps of handshakes
 * @param queueDelayNanosMean mean time that work waited for a worker thread; 0 if there was none;
 *     without deferred turns
 * @param queueDelayNanosHead how long the work at the head of the worker queue has waited by now; 0
 *     if empty
 * @param newWaiting visits in the waiting room at the end of the interval
 * @param returningVisits visits that were proven to have begun with a resumed handshake, and have
 *     been charged
 * @param visitsBegun visits with their first request in the interval, whatever handshake they began
 *     with
 * @param courtesyCpuNanos CPU time of courtesy pages and their handshakes, which is counted nowhere
 *     else
 * @param firstUses first uses; their CPU time is counted nowhere else
 * @param falseResumptions connections admitted as resumed that needed a full handshake or did not
 *     finish theirs
 * @param backgroundCpuNanos the part of {@code processCpuNanos} that does not grow with visits: the
 *     compiler, the control thread
 * @param excessCpuNanos CPU time of visits beyond their accounts, or so far beyond what is usual
 *     that the visit cost must not include it; not part of {@code visitWork}
 * @param deferredCpuNanos the part of it that was deferred
 * @param visitWork work for visits under way, by their age
 * @param resources use of worker threads and database connections; empty if it is not measured
 * @param pools the rate that the pools carry by their model
 */
public record MeterSnapshot(
    long nowNanos,
    long elapsedNanos,
    CpuSupply supply,
    long processCpuNanos,
    long frontCpuNanos,
    long frontConnections,
    long newAdmitted,
    long resumedAdmitted,
    long newRefused,
    long fullHandshakes,
    long fullHandshakeCpuNanos,
    long resumedHandshakes,
    long resumedHandshakeCpuNanos,
    long parallelHandshakes,
    long parallelHandshakeCpuNanos,
    long failedHandshakes,
    long failedHandshakeCpuNanos,
    long handshakesUnderWayCpuNanos,
    long requests,
    long requestCpuNanos,
    long turns,
    long queueDelayNanosMean,
    long queueDelayNanosHead,
    int newWaiting,
    long returningVisits,
    long visitsBegun,
    long courtesyCpuNanos,
    FirstUses firstUses,
    long falseResumptions,
    long backgroundCpuNanos,
    long excessCpuNanos,
    long deferredCpuNanos,
    VisitWork visitWork,
    List<ResourceUse> resources,
    PoolCapacity pools) {
  /** Checks the values on which every controller depends. */
  public MeterSnapshot {
    if (elapsedNanos <= 0) {
      throw new IllegalArgumentException("elapsedNanos must be above 0, got " + elapsedNanos);
    }
    Objects.requireNonNull(supply, "supply");
    Objects.requireNonNull(firstUses, "firstUses");
    Objects.requireNonNull(visitWork, "visitWork");
    resources = List.copyOf(resources);
    Objects.requireNonNull(pools, "pools");
  }

  /**
   * Starts an interval in which nothing was measured, on one processor.
   *
   * @param nowNanos monotonic time at its end
   * @param elapsedNanos its length, above 0
   */
  public static MeterSnapshotBuilder builder(long nowNanos, long elapsedNanos) {
    return new MeterSnapshotBuilder(nowNanos, elapsedNanos);
  }

  /** Returns the CPU time of first uses: {@link FirstUses#cpuNanos}. */
  public long firstUseCpuNanos() {
    return firstUses.cpuNanos();
  }

  /** Returns A(k), the processors available: {@link CpuSupply#processors}. */
  public double processors() {
    return supply.processors();
  }
}
