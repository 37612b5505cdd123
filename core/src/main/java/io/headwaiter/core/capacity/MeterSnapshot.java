package io.headwaiter.core.capacity;

import java.util.List;
import java.util.Objects;

/**
 * The measurements of one control interval. Counts and sums are of this interval only.
 *
 * @param nowNanos monotonic time at the end of the interval
 * @param elapsedNanos length of the interval, above 0
 * @param supply the processors there are, A(k) among them
 * @param connections counts of connections and visits
 * @param handshakes handshakes and their CPU time
 * @param requests requests served
 * @param cpu CPU times of the process and its parts
 * @param firstUses first uses; their CPU time is counted nowhere else
 * @param queue how long work waited for workers
 * @param visitWork work for visits under way, by their age
 * @param visitNanosMax CPU time of one visit that counts at most, {@link
 *     io.headwaiter.core.visit.VisitAccounts#countedNanosMax}; 0 while that is not known, infinite
 *     for no bound
 * @param resources use of worker threads and database connections; empty if it is not measured
 * @param pools the rate that the pools carry by their model
 */
public record MeterSnapshot(
    long nowNanos,
    long elapsedNanos,
    CpuSupply supply,
    ConnectionCounts connections,
    HandshakeWork handshakes,
    long requests,
    CpuUse cpu,
    FirstUses firstUses,
    QueueDelay queue,
    VisitWork visitWork,
    double visitNanosMax,
    List<ResourceUse> resources,
    PoolCapacity pools) {
  /** Checks the values on which every controller depends. */
  public MeterSnapshot {
    if (elapsedNanos <= 0) {
      throw new IllegalArgumentException("elapsedNanos must be above 0, got " + elapsedNanos);
    }
    Objects.requireNonNull(supply, "supply");
    Objects.requireNonNull(connections, "connections");
    Objects.requireNonNull(handshakes, "handshakes");
    Objects.requireNonNull(cpu, "cpu");
    Objects.requireNonNull(firstUses, "firstUses");
    Objects.requireNonNull(queue, "queue");
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
