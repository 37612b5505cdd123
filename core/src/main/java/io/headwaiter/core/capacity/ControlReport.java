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
  public static final ControlReport NONE = empty(0, 0);

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
   * Returns a report of nothing measured, nothing limited, on one processor.
   *
   * @param sequence number of the interval
   * @param intervalNanos its length
   */
  public static ControlReport empty(long sequence, long intervalNanos) {
    return new ControlReport(
        sequence,
        intervalNanos,
        CpuSupply.of(1),
        /* resumedConnections= */ 0,
        LearnedCosts.NONE,
        LearnedVisits.NONE,
        AdmissionLimit.NONE,
        CapacityEstimate.UNKNOWN,
        ExcessUse.NONE);
  }

  /** Returns A(k), the processors available: {@link CpuSupply#processors}. */
  public double processors() {
    return supply.processors();
  }
}
