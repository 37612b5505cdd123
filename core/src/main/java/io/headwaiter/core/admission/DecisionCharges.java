package io.headwaiter.core.admission;

import io.headwaiter.core.admission.Decision.Entry;

/**
 * Charges a decision to the budget and counts it. In shadow mode a connection that would have been
 * refused is let in as {@link Entry#SHADOW} at the price of the refusal: at the price of a visit
 * the budget would sink into its debt under overload and stay there, and say no more than that.
 *
 * <p>Belongs to the door's thread.
 */
final class DecisionCharges {
  private final CpuBudget budget;
  private final StagedPrices prices;
  private final GateCounters counters;
  private final boolean shadow;

  DecisionCharges(CpuBudget budget, StagedPrices prices, GateCounters counters, boolean shadow) {
    this.budget = budget;
    this.prices = prices;
    this.counters = counters;
    this.shadow = shadow;
  }

  /** Whether every connection is let in, whatever the gate decides. */
  boolean isShadow() {
    return shadow;
  }

  /** Lets a visit in that begins as {@code entry}, at its price. */
  Decision letIn(Entry entry, AdmissionPolicy policy) {
    if (!policy.open()) {
      budget.charge(entry == Entry.NEW ? newVisitCharge(policy) : policy.returningCostNanos());
    }
    counters.admitted(entry);
    return switch (entry) {
      case NEW -> Decision.ADMIT_NEW;
      case RETURNING -> Decision.ADMIT_RETURNING;
      case COURTESY -> Decision.ADMIT_COURTESY;
      case CLAIMED, VERIFIED, PARALLEL, BYPASS, SHADOW ->
          throw new IllegalArgumentException("No visit begins with " + entry + ".");
    };
  }

  private long newVisitCharge(AdmissionPolicy policy) {
    return policy.isStaged() ? (long) prices.letIn(policy) : policy.newVisitCostNanos();
  }

  /** Refuses a visit for good that would begin as {@code entry}. */
  Decision refuseVisit(Entry entry, RefusalReason reason, AdmissionPolicy policy) {
    budget.charge(policy.refusalCostNanos());
    if (shadow) {
      return admitAnyway(reason, entry, Decision.ADMIT_SHADOW);
    }
    counters.refused(reason, entry);
    return reason == RefusalReason.WORK_WAITING ? Decision.REFUSE_WAITING : Decision.REFUSE_VISIT;
  }

  /** Refuses a connection of a visit under way, which is given up. */
  Decision refuseContinuing(AdmissionPolicy policy) {
    budget.charge(policy.refusalCostNanos());
    if (shadow) {
      return admitAnyway(RefusalReason.OVERCOMMITTED, Entry.VERIFIED, Decision.ADMIT_VERIFIED);
    }
    counters.refused(RefusalReason.OVERCOMMITTED, Entry.VERIFIED);
    return Decision.REFUSE_CONTINUING;
  }

  /** Refuses a connection of a visit under way that is over its account. */
  Decision refuseOverdrawn(AdmissionPolicy policy) {
    budget.charge(policy.refusalCostNanos());
    if (shadow) {
      return admitAnyway(RefusalReason.OVER_ACCOUNT, Entry.RETURNING, Decision.ADMIT_SHADOW);
    }
    counters.refused(RefusalReason.OVER_ACCOUNT);
    return Decision.REFUSE_OVERDRAWN;
  }

  private Decision admitAnyway(RefusalReason reason, Entry refused, Decision admission) {
    counters.wouldRefuse(reason, refused);
    counters.admitted(admission.entry());
    return admission;
  }
}
