package io.headwaiter.core.admission;

import io.headwaiter.core.admission.Decision.Entry;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether there is capacity for another visit, in the budget and in the queue for the
 * workers. Callers do not ask under an open policy, which has capacity for every visit.
 *
 * <p>Belongs to the door's thread.
 */
final class VisitCapacity {
  /** The network of a visit if it is not known, or is to make no difference. */
  static final long NO_NETWORK = -1;

  // The worker queue sends no event when it is empty, so the door polls it.
  private static final long WORK_LOOK_NANOS = 1_000_000L;
  private static final double NANOS_PER_SECOND = 1e9;
  // Part of the bucket that may be owed for networks that have got less than their share.
  private static final double CREDIT_PART = 0.5;

  private final CpuBudget budget;
  private final IntSupplier waiting;
  private final GateCounters counters;
  private final SecretHash hash;
  private final UnprovenClaims claims = new UnprovenClaims();
  // Created when the first network is named: without networks the table is not needed.
  private @Nullable NetworkShares shares;

  VisitCapacity(CpuBudget budget, IntSupplier waiting, GateCounters counters, SecretHash hash) {
    this.budget = budget;
    this.waiting = waiting;
    this.counters = counters;
    this.hash = hash;
  }

  /** Returns why there is no capacity for another visit; null if there is. */
  @Nullable RefusalReason reasonAgainst(Entry entry, AdmissionPolicy policy) {
    if (waiting.getAsInt() >= policy.waitingMax()) {
      return RefusalReason.WORK_WAITING;
    }
    double balance = budget.balanceNanos();
    boolean room = entry == Entry.NEW ? balance >= policy.newVisitCostNanos() : balance > 0;
    return room ? null : RefusalReason.VISIT_BUDGET;
  }

  /**
   * Returns why this visit is refused, also counting what its network has got; null if it is
   * admitted. The result is remembered as if it were applied, so the caller must apply it.
   *
   * @param network {@link #NO_NETWORK} if it is to make no difference
   */
  @Nullable RefusalReason decide(Entry entry, long network, AdmissionPolicy policy, long nowNanos) {
    RefusalReason reason = reasonAgainst(entry, policy);
    if (network == NO_NETWORK) {
      return reason;
    }
    if (shares == null) {
      shares = new NetworkShares(hash);
    }
    if (reason != null && onCredit(shares.creditPart(network, nowNanos), policy)) {
      counters.onCredit();
      shares.noteAdmittedOnCredit(network, nowNanos);
      return null;
    }
    if (reason == null) {
      shares.noteAdmitted(network, nowNanos);
    } else {
      shares.refused(network, nowNanos);
    }
    return reason;
  }

  private boolean onCredit(double part, AdmissionPolicy policy) {
    double waitingMax =
        policy.waitingMax() + part * (policy.shareWaitingMax() - policy.waitingMax());
    double balanceAfter = budget.balanceNanos() - policy.newVisitCostNanos();
    return part > 0
        && waiting.getAsInt() < waitingMax
        && balanceAfter >= -CREDIT_PART * policy.budgetMaxNanos();
  }

  /** Returns whether there is enough to spare to admit a claim unverified; then it counts. */
  boolean admitsUnverified(AdmissionPolicy policy, long nowNanos) {
    boolean admits = toSpare(policy, claims.loanNanos(policy, nowNanos));
    if (admits) {
      claims.admitted(policy);
    }
    return admits;
  }

  /** Returns whether there is enough to spare to charge a visit again that is over its account. */
  boolean toSpare(AdmissionPolicy policy) {
    return toSpare(policy, /* loanNanos= */ 0);
  }

  private boolean toSpare(AdmissionPolicy policy, double loanNanos) {
    return budget.balanceNanos() - loanNanos >= policy.verifyBelowNanos()
        && (policy.waitingMax() == AdmissionPolicy.NO_BOUND || waiting.getAsInt() == 0);
  }

  /**
   * Returns the nanoseconds until there is capacity for a new visit: 0 if there is now, and at
   * least one millisecond while too much work waits. {@link Long#MAX_VALUE} if only another policy
   * helps.
   */
  long nanosToRoom(AdmissionPolicy policy) {
    double missing = policy.newVisitCostNanos() - budget.balanceNanos();
    long refilled = 0;
    if (missing > 0) {
      double seconds = missing / policy.refillNanosPerSecond();
      // Round up: a wait of less than a nanosecond must not become 0.
      refilled = (long) Math.min(Long.MAX_VALUE, Math.ceil(seconds * NANOS_PER_SECOND));
    }
    return waiting.getAsInt() < policy.waitingMax()
        ? refilled
        : Math.max(refilled, WORK_LOOK_NANOS);
  }
}
