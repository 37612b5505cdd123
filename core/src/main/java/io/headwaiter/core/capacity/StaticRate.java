package io.headwaiter.core.capacity;

import io.headwaiter.core.admission.AdmissionPolicy;

/**
 * The policy of a gate that admits a fixed number of new visits a second, whatever is measured: the
 * manually tuned baseline. Connections of visits under way are admitted as always.
 *
 * <pre>
 *   cost = 1 s / rate, refill = 1 s a second, budget at most max(2 visits, BURST of the rate)
 * </pre>
 *
 * <p>Worked number: at 50 a second, a visit takes 20 ms out of a budget that refills by 1 s a
 * second and holds 100 ms at most, five visits.
 */
public final class StaticRate {
  /** The highest rate, visits a second. */
  public static final double PER_SECOND_MAX = 1e6;

  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final long BURST_NANOS = SECOND_NANOS / 10;

  private StaticRate() {}

  /**
   * Returns the policy.
   *
   * @param sequence number of the policy; the gate follows it whatever the number
   * @param newVisitsPerSecond above 0, at most {@link #PER_SECOND_MAX}
   * @throws IllegalArgumentException if the rate is out of range
   */
  public static AdmissionPolicy policy(long sequence, double newVisitsPerSecond) {
    if (!(newVisitsPerSecond > 0 && newVisitsPerSecond <= PER_SECOND_MAX)) {
      throw new IllegalArgumentException(
          "a static rate is above 0 and at most "
              + PER_SECOND_MAX
              + " new visits a second, got "
              + newVisitsPerSecond);
    }
    long costNanos = Math.max(1, Math.round(SECOND_NANOS / newVisitsPerSecond));
    return AdmissionPolicy.builder(sequence)
        .refillNanosPerSecond(SECOND_NANOS)
        .budgetMaxNanos(Math.max(2 * costNanos, BURST_NANOS))
        .newVisitCostNanos(costNanos)
        .verifyBelowNanos(Long.MAX_VALUE)
        .build();
  }
}
