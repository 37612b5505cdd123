package io.headwaiter.core.capacity;

import java.util.Objects;

/**
 * The estimates and decisions of a controller in its last interval.
 *
 * @param sequence number of the interval, from 0 (nothing measured yet)
 * @param intervalNanos its length
 * @param supply the processors there were, A(k) among them
 * @param resumedConnections O(k), claimed and verified resumptions that were admitted
 * @param costs learned CPU times
 * @param visits what else was learned of visits
 * @param limit the limit on new visits
 * @param capacity what the server carries
 * @param excess the processors for visits over their account
 */
public record ControlReport(
    long sequence,
    long intervalNanos,
    CpuSupply supply,
    long resumedConnections,
    LearnedCosts costs,
    LearnedVisits visits,
    AdmissionLimit limit,
    CapacityEstimate capacity,
    ExcessUse excess) {
  /** Nothing measured, nothing limited. */
  public static final ControlReport NONE = builder(0, 0).build();

  /** Checks that no object is null. */
  public ControlReport {
    Objects.requireNonNull(supply, "supply");
    Objects.requireNonNull(costs, "costs");
    Objects.requireNonNull(visits, "visits");
    Objects.requireNonNull(limit, "limit");
    Objects.requireNonNull(capacity, "capacity");
    Objects.requireNonNull(excess, "excess");
  }

  /**
   * Starts a report without values.
   *
   * @param sequence number of the interval
   * @param intervalNanos its length
   */
  public static ControlReportBuilder builder(long sequence, long intervalNanos) {
    return new ControlReportBuilder(sequence, intervalNanos);
  }

  /** Returns A(k), the processors available: {@link CpuSupply#processors}. */
  public double processors() {
    return supply.processors();
  }
}
