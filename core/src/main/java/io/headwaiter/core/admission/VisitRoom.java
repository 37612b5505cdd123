package io.headwaiter.core.admission;

import io.headwaiter.core.admission.Decision.Entry;
import java.util.function.IntSupplier;

/**
 * What room there is for another visit: in the budget, and before the workers. Callers do not ask
 * about a policy that is open, which has room for every visit.
 *
 * <p>Belongs to the door's thread.
 */
final class VisitRoom {
  /** Of a visit whose network is not known, or is to make no difference. */
  static final long NO_NETWORK = -1;

  // The worker queue tells nobody when it has emptied.
  private static final long WORK_LOOK_NANOS = 1_000_000L;
  private static final double NANOS_PER_SECOND = 1e9;
  // Such a part of the bucket may be owed for networks that have got less than their share.
  private static final double CREDIT_PART = 0.5;

  private final CpuBudget budget;
  private final IntSupplier waiting;
  private final GateCounters counters;
  private final SecretHash hash;
  // Made when the first network is named: without networks the table is not needed.
  private NetworkShares shares;

  VisitRoom(CpuBudget budget, IntSupplier waiting, GateCounters counters, SecretHash hash) {
    this.budget = budget;
    this.waiting = waiting;
    this.counters = counters;
    this.hash = hash;
  }

  /** Why there is no room for another visit; null if there is. */
  RefusalReason reasonAgainst(Entry entry, AdmissionPolicy policy) {
    if (waiting.getAsInt() >= policy.waitingMax()) {
      return RefusalReason.WORK_WAITING;
    }
    double balance = budget.balanceNanos();
    boolean room = entry == Entry.NEW ? balance >= policy.newVisitCostNanos() : balance > 0;
    return room ? null : RefusalReason.VISIT_BUDGET;
  }

  /**
   * Why this visit is refused, with regard to what its network has got; null if it is let in. The
   * answer is remembered as if it were followed, so the caller has to follow it.
   *
   * @param network {@link #NO_NETWORK} if it is to make no difference
   */
  RefusalReason decide(Entry entry, long network, AdmissionPolicy policy, long nowNanos) {
    RefusalReason reason = reasonAgainst(entry, policy);
    if (network == NO_NETWORK) {
      return reason;
    }
    if (shares == null) {
      shares = new NetworkShares(hash);
    }
    if (reason != null && shares.hasCredit(network, nowNanos) && onCredit(policy)) {
      counters.onCredit();
      reason = null;
    }
    if (reason == null) {
      shares.letIn(network, nowNanos);
    } else {
      shares.refused(network, nowNanos);
    }
    return reason;
  }

  private boolean onCredit(AdmissionPolicy policy) {
    double balanceAfter = budget.balanceNanos() - policy.newVisitCostNanos();
    return waiting.getAsInt() < policy.shareWaitingMax()
        && balanceAfter >= -CREDIT_PART * policy.budgetMaxNanos();
  }

  /** Whether there is so much that claims can be believed. */
  boolean toSpare(AdmissionPolicy policy) {
    return budget.balanceNanos() >= policy.verifyBelowNanos()
        && (policy.waitingMax() == AdmissionPolicy.NO_BOUND || waiting.getAsInt() == 0);
  }

  /**
   * Time until there is room for a new visit: 0 if there is now, and never less than one
   * millisecond while work waits. The maximum if only another policy helps.
   */
  long nanosToRoom(AdmissionPolicy policy) {
    double missing = policy.newVisitCostNanos() - budget.balanceNanos();
    long refilled = 0;
    if (missing > 0) {
      double seconds = missing / policy.refillNanosPerSecond();
      // Up: less than a nanosecond is not now.
      refilled = (long) Math.min(Long.MAX_VALUE, Math.ceil(seconds * NANOS_PER_SECOND));
    }
    return waiting.getAsInt() < policy.waitingMax()
        ? refilled
        : Math.max(refilled, WORK_LOOK_NANOS);
  }
}
