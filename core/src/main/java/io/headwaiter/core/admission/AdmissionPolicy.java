package io.headwaiter.core.admission;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The settings that a controller publishes to the gate: an immutable value, published with one
 * volatile write.
 *
 * <p>The budget is CPU time. It refills at {@code refillNanosPerSecond}, never above {@code
 * budgetMaxNanos}. A new visit takes {@code newVisitCostNanos} out of it, a refusal {@code
 * refusalCostNanos}. A controller that works in intervals sets {@code grantNanos} instead and
 * refills nothing.
 *
 * <p>Worked number: one processor of which all may be used refills 1,000,000,000 ns a second. With
 * visits of 20 ms and no refusals that is 50 new visits a second; 1,000 refusals a second at 25 µs
 * each leave 48.75.
 *
 * @param sequence number of the control interval that made this policy, from 0
 * @param open true: every connection is admitted and nothing is charged; the other values are not
 *     used
 * @param grantNanos CPU nanoseconds the budget is set to when this policy is first seen; {@link
 *     #KEEP_BUDGET} leaves it as it is
 * @param refillNanosPerSecond CPU nanoseconds added per second, at least 0
 * @param budgetMaxNanos upper bound of the budget, at least 0
 * @param newVisitCostNanos CPU nanoseconds of a new visit to its end, at least 1
 * @param returningCostNanos CPU nanoseconds of a visit that begins with a resumed handshake, from 1
 *     to {@code newVisitCostNanos}
 * @param refusalCostNanos CPU nanoseconds of refusing one connection, at least 0
 * @param abandonedCostNanos CPU nanoseconds of a new visit if its client leaves before the
 *     handshake is done; the rest of its charge is given back; at least 0
 * @param handshakeCostNanos CPU nanoseconds of the full handshake within {@code newVisitCostNanos},
 *     at most that. This part of a new visit is finally charged when the handshake is done, and the
 *     rest with the first request, see {@link StagedCharges}. A returning visit is charged the same
 *     rest with its first request. {@link #AT_ONCE} charges all at admission
 * @param verifyBelowNanos claims are verified while the budget is below this, and while any work
 *     waits, unless {@code waitingMax} is {@link #NO_BOUND}; otherwise they are admitted unverified
 * @param waitingMax turns of work that may wait for a worker; while so many wait, no visit is
 *     admitted, whatever the budget, except on credit; at least 0, {@link #NO_BOUND} for none
 * @param shareWaitingMax turns of work that may wait when a visit is admitted on the credit of a
 *     network far below its share, see {@link NetworkShares}; at least {@code waitingMax}
 * @param continuingPart part of the visits under way that may open further connections, 0 to 1;
 *     always the same visits for the same part
 */
public record AdmissionPolicy(
    long sequence,
    boolean open,
    long grantNanos,
    long refillNanosPerSecond,
    long budgetMaxNanos,
    long newVisitCostNanos,
    long returningCostNanos,
    long refusalCostNanos,
    long abandonedCostNanos,
    long handshakeCostNanos,
    long verifyBelowNanos,
    int waitingMax,
    int shareWaitingMax,
    double continuingPart) {
  /** Value of {@code grantNanos} that leaves the budget as it is. */
  public static final long KEEP_BUDGET = -1;

  /** Value of {@code waitingMax} that admits new visits however much work waits. */
  public static final int NO_BOUND = Integer.MAX_VALUE;

  /** Value of {@code handshakeCostNanos} that charges a new visit at admission. */
  public static final long AT_ONCE = -1;

  /** Admits every connection. */
  public static final AdmissionPolicy OPEN = builder(0).open(true).build();

  /** Checks the ranges. */
  public AdmissionPolicy {
    requireAtLeast("grantNanos", grantNanos, KEEP_BUDGET);
    requireAtLeast("refillNanosPerSecond", refillNanosPerSecond, 0);
    requireAtLeast("budgetMaxNanos", budgetMaxNanos, 0);
    requireAtLeast("newVisitCostNanos", newVisitCostNanos, 1);
    requireAtLeast("returningCostNanos", returningCostNanos, 1);
    if (returningCostNanos > newVisitCostNanos) {
      throw new IllegalArgumentException(
          "returningCostNanos must be at most newVisitCostNanos ("
              + newVisitCostNanos
              + "), got "
              + returningCostNanos);
    }
    requireAtLeast("refusalCostNanos", refusalCostNanos, 0);
    requireAtLeast("abandonedCostNanos", abandonedCostNanos, 0);
    requireAtLeast("handshakeCostNanos", handshakeCostNanos, AT_ONCE);
    if (handshakeCostNanos > newVisitCostNanos) {
      throw new IllegalArgumentException(
          "handshakeCostNanos must be at most newVisitCostNanos ("
              + newVisitCostNanos
              + "), got "
              + handshakeCostNanos);
    }
    requireAtLeast("waitingMax", waitingMax, 0);
    requireAtLeast("shareWaitingMax", shareWaitingMax, waitingMax);
    if (!(continuingPart >= 0 && continuingPart <= 1)) {
      throw new IllegalArgumentException("continuingPart must be 0 to 1, got " + continuingPart);
    }
  }

  /** Returns a builder of a closed policy whose values are as {@link Builder} says. */
  public static Builder builder(long sequence) {
    return new Builder(sequence);
  }

  /** Returns whether new visits are charged in stages. */
  boolean isStaged() {
    return handshakeCostNanos != AT_ONCE;
  }

  /**
   * Returns the new visits per second that the budget allows in the long run; infinity if the
   * policy is open, or grants its budget in intervals.
   */
  public double newVisitsPerSecond() {
    return open || grantNanos != KEEP_BUDGET
        ? Double.POSITIVE_INFINITY
        : (double) refillNanosPerSecond / newVisitCostNanos;
  }

  private static void requireAtLeast(String name, long value, long min) {
    if (value < min) {
      throw new IllegalArgumentException(name + " must be at least " + min + ", got " + value);
    }
  }

  /**
   * Builds policies. Until they are set: the policy is closed, its budget is kept, empty and not
   * refilled; a new visit costs 1 ns, a returning visit and an abandoned one as much as a new one,
   * all at once; a refusal costs nothing; claims are admitted unverified; work may wait without
   * bound, on credit as much as otherwise; and all visits under way may open connections. Belongs
   * to one thread.
   *
   * <p>Worked example: {@code builder(1).refillNanosPerSecond(1_000_000_000).budgetMaxNanos(
   * 200_000_000).newVisitCostNanos(20_000_000).build()} admits 50 new visits a second, ten at once.
   */
  public static final class Builder {
    private final long sequence;
    private boolean open;
    private long grantNanos = KEEP_BUDGET;
    private long refillNanosPerSecond;
    private long budgetMaxNanos;
    private long newVisitCostNanos = 1;
    private OptionalLong returningCostNanos = OptionalLong.empty();
    private long refusalCostNanos;
    private OptionalLong abandonedCostNanos = OptionalLong.empty();
    private long handshakeCostNanos = AT_ONCE;
    private long verifyBelowNanos;
    private int waitingMax = NO_BOUND;
    private OptionalInt shareWaitingMax = OptionalInt.empty();
    private double continuingPart = 1;

    private Builder(long sequence) {
      this.sequence = sequence;
    }

    public Builder open(boolean open) {
      this.open = open;
      return this;
    }

    public Builder grantNanos(long grantNanos) {
      this.grantNanos = grantNanos;
      return this;
    }

    public Builder refillNanosPerSecond(long refillNanosPerSecond) {
      this.refillNanosPerSecond = refillNanosPerSecond;
      return this;
    }

    public Builder budgetMaxNanos(long budgetMaxNanos) {
      this.budgetMaxNanos = budgetMaxNanos;
      return this;
    }

    public Builder newVisitCostNanos(long newVisitCostNanos) {
      this.newVisitCostNanos = newVisitCostNanos;
      return this;
    }

    public Builder returningCostNanos(long returningCostNanos) {
      this.returningCostNanos = OptionalLong.of(returningCostNanos);
      return this;
    }

    public Builder refusalCostNanos(long refusalCostNanos) {
      this.refusalCostNanos = refusalCostNanos;
      return this;
    }

    public Builder abandonedCostNanos(long abandonedCostNanos) {
      this.abandonedCostNanos = OptionalLong.of(abandonedCostNanos);
      return this;
    }

    public Builder handshakeCostNanos(long handshakeCostNanos) {
      this.handshakeCostNanos = handshakeCostNanos;
      return this;
    }

    public Builder verifyBelowNanos(long verifyBelowNanos) {
      this.verifyBelowNanos = verifyBelowNanos;
      return this;
    }

    public Builder waitingMax(int waitingMax) {
      this.waitingMax = waitingMax;
      return this;
    }

    public Builder shareWaitingMax(int shareWaitingMax) {
      this.shareWaitingMax = OptionalInt.of(shareWaitingMax);
      return this;
    }

    public Builder continuingPart(double continuingPart) {
      this.continuingPart = continuingPart;
      return this;
    }

    /**
     * Returns the policy.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public AdmissionPolicy build() {
      return new AdmissionPolicy(
          sequence,
          open,
          grantNanos,
          refillNanosPerSecond,
          budgetMaxNanos,
          newVisitCostNanos,
          returningCostNanos.orElse(newVisitCostNanos),
          refusalCostNanos,
          abandonedCostNanos.orElse(newVisitCostNanos),
          handshakeCostNanos,
          verifyBelowNanos,
          waitingMax,
          shareWaitingMax.orElse(waitingMax),
          continuingPart);
    }
  }
}
