package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.Decision.Outcome;
import org.junit.jupiter.api.Test;

/**
 * The refusal of a connection of a visit under way is charged like any refusal, whether the visit
 * is over its account or not.
 */
class ContinuingRefusalTest {
  private static final long VISIT = 1;

  /**
   * Creates a gate that refuses all visits under way, and has no budget to spare for those over
   * their account. The budget is 100 ns without a refill; a visit costs 50, a refusal 30.
   */
  private static AdmissionGate gate(boolean shadow) {
    AdmissionPolicy policy =
        AdmissionPolicy.builder(1)
            .budgetMaxNanos(100)
            .newVisitCostNanos(50)
            .refusalCostNanos(30)
            .abandonedCostNanos(0)
            .verifyBelowNanos(101)
            .continuingPart(0)
            .build();
    return new AdmissionGate(policy, () -> 0, CourtesyBudget.NONE, shadow);
  }

  @Test
  void refusalIsChargedToBudget() {
    AdmissionGate gate = gate(/* shadow= */ false);
    assertThat(gate.decideContinuing(VISIT, 0).reason()).isEqualTo(RefusalReason.OVERCOMMITTED);
    assertThat(gate.decideNew(0).outcome()).as("70 are left").isEqualTo(Outcome.ADMIT);
    assertThat(gate.decideNew(0).outcome()).as("20 are left").isEqualTo(Outcome.REFUSE);
  }

  @Test
  void shadowModeChargesRefusalOfAdmittedConnection() {
    AdmissionGate gate = gate(/* shadow= */ true);
    assertThat(gate.decideContinuing(VISIT, 0).outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(gate.decideNew(0).entry()).as("70 are left").isEqualTo(Entry.NEW);
    assertThat(gate.decideNew(0).entry()).as("20 are left").isEqualTo(Entry.SHADOW);
  }

  @Test
  void chargesRefusalOfVisitOverItsAccount() {
    AdmissionGate gate = gate(/* shadow= */ false);
    assertThat(gate.decideOverdrawn(VISIT, 0).reason()).isEqualTo(RefusalReason.OVER_ACCOUNT);
    assertThat(gate.decideNew(0).outcome()).as("70 are left").isEqualTo(Outcome.ADMIT);
    assertThat(gate.decideNew(0).outcome()).as("20 are left").isEqualTo(Outcome.REFUSE);
  }
}
