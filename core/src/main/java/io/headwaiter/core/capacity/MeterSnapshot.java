package io.headwaiter.core.capacity;

import java.util.List;
import java.util.Objects;

/**
 * What was measured in one control interval. Counts and sums are of this interval only.
 *
 * @param nowNanos monotonic time at the end of the interval
 * @param elapsedNanos length of the interval, above 0
 * @param supply the processors there are, A(k) among them
 * @param processCpuNanos CPU time of the whole process (user and system), with collector and
 *     compiler
 * @param frontCpuNanos the part of it spent on accepting, reading hellos, verifying and refusing
 * @param frontConnections connections that passed the front: decided, refused or left
 * @param newAdmitted visits let in, whether they begin with a full handshake or a resumed one
 * @param resumedAdmitted connections let in as resumed ones of visits under way, O(k)
 * @param newRefused visits refused for good, for want of budget, because work was waiting, or after
 *     having waited themselves
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
 *     handshakes that ended; below 0 where more ended than went on
 * @param requests requests served
 * @param requestCpuNanos their thread CPU time
 * @param turns turns of work on connections that workers began: requests, steps of handshakes
 * @param queueDelayNanosMean mean time that work waited for a worker thread; 0 if there was none
 * @param queueDelayNanosHead how long the work at the head of the worker queue has waited by now; 0
 *     if empty
 * @param newWaiting visits in the waiting room at the end of the interval
 * @param returningVisits visits that were proven to have begun with a resumed handshake, and have
 *     been charged
 * @param visitsBegun visits whose first request has come, whatever handshake they began with
 * @param courtesyCpuNanos CPU time of courtesy pages with their handshakes, which are counted
 *     nowhere else
 * @param firstUses first uses, whose CPU time is counted nowhere else
 * @param falseResumptions connections let in as resumed that were found to need a full handshake
 * @param backgroundCpuNanos the part of {@code processCpuNanos} that no visit asks for and that
 *     does not grow with them: the compiler, the control thread
 * @param excessCpuNanos CPU time of work for visits beyond their accounts, or so far beyond what is
 *     usual that it counts for no price; counted in no other work for visits
 * @param deferredCpuNanos the part of it that had waited for what others leave over
 * @param visitWork work for visits under way, by their age
 * @param resources what else a request holds: worker threads, database connections; empty if they
 *     are not measured
 * @param pools what these carry by a model of them
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
  /** Checks what the arithmetic of every controller depends on. */
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

  /** CPU time of first uses: {@link FirstUses#cpuNanos}. */
  public long firstUseCpuNanos() {
    return firstUses.cpuNanos();
  }

  /** A(k), processors available: {@link CpuSupply#processors}. */
  public double processors() {
    return supply.processors();
  }
}
