package io.headwaiter.core.admission;

import io.headwaiter.core.admission.Decision.Entry;

/**
 * Charges a decision to the budget and counts it. In shadow mode it admits a connection that would
 * have been refused, as {@link Entry#SHADOW} or {@link Entry#VERIFIED}, and charges a refusal. With
 * the visit cost, the budget would sink into its debt under overload and stay there.
 *
 * <p>Belongs to the door's thread.
 */
final class DecisionCharges {
  private final CpuBudget budget;
  private final StagedCharges prices;
  private final GateCounters counters;
  private final boolean shadow;
  private final AgainCredit again = new AgainCredit();

  DecisionCharges(CpuBudget budget, StagedCharges prices, GateCounters counters, boolean shadow) {
    this.budget = budget;
    this.prices = prices;
    this.counters = counters;
    this.shadow = shadow;
  }

  /** Returns whether every connection is admitted, whatever the gate decides. */
  boolean isShadow() {
    return shadow;
  }

  /** Admits a visit that begins as {@code entry}, and charges its visit cost. */
  Decision admit(Entry entry, AdmissionPolicy policy) {
    if (!policy.open()) {
      budget.charge((long) price(entry, policy));
      again.admitted();
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

  private double price(Entry entry, AdmissionPolicy policy) {
    if (policy.isStaged()) {
      return prices.chargeAdmission(entry, policy);
    }
    return entry == Entry.NEW ? policy.newVisitCostNanos() : policy.returningCostNanos();
  }

  /** Returns the admissions for visits that are over their account. */
  AgainCredit again() {
    return again;
  }

  /**
   * Admits a visit that is charged again. The whole charge is made at once, because none of its
   * later requests counts as a first one.
   */
  Decision admitAgain(AdmissionPolicy policy) {
    if (!policy.open()) {
      budget.charge(policy.returningCostNanos());
    }
    counters.admitted(Entry.RETURNING);
    return Decision.ADMIT_RETURNING;
  }

  private void chargeRefusal(AdmissionPolicy policy) {
    budget.chargeRefusal(policy.refusalCostNanos(), policy.budgetMaxNanos());
  }

  /** Refuses a visit that would begin as {@code entry}. */
  Decision refuseVisit(Entry entry, RefusalReason reason, AdmissionPolicy policy) {
    chargeRefusal(policy);
    if (shadow) {
      return admitAnyway(reason, entry, Decision.ADMIT_SHADOW);
    }
    counters.refused(reason, entry);
    return reason == RefusalReason.WORK_WAITING ? Decision.REFUSE_WAITING : Decision.REFUSE_VISIT;
  }

  /** Refuses a connection of a visit under way, because those visits are too many. */
  Decision refuseContinuing(AdmissionPolicy policy) {
    chargeRefusal(policy);
    if (shadow) {
      return admitAnyway(RefusalReason.OVERCOMMITTED, Entry.VERIFIED, Decision.ADMIT_VERIFIED);
    }
    counters.refused(RefusalReason.OVERCOMMITTED, Entry.VERIFIED);
    return Decision.REFUSE_CONTINUING;
  }

  /** Refuses a connection of a visit under way that is over its account. */
  Decision refuseOverdrawn(AdmissionPolicy policy) {
    chargeRefusal(policy);
    if (shadow) {
      return admitAnyway(RefusalReason.OVER_ACCOUNT, Entry.RETURNING, Decision.ADMIT_SHADOW);
    }
    counters.refused(RefusalReason.OVER_ACCOUNT);
    return Decision.REFUSE_OVERDRAWN;
  }

  private Decision admitAnyway(RefusalReason reason, Entry refused, Decision admission) {
    counters.wouldRefuse(reason, refused);
    counters.admitted(admission.admittedAs());
    return admission;
  }
}
