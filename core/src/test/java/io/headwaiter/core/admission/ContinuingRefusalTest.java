package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.Decision.Outcome;
import org.junit.jupiter.api.Test;

/**
 * To refuse a connection of a visit under way, over its account or not, takes CPU time as any
 * refusal does.
 */
class ContinuingRefusalTest {
  private static final long VISIT = 1;

  /**
   * All visits under way are given up, and there is nothing to spare for those over their account.
   * 100 ns are in the budget and nobody refills it; a visit costs 50, a refusal 30.
   */
  private static AdmissionGate gate(boolean shadow) {
    AdmissionPolicy policy =
        new AdmissionPolicy(
            1,
            /* open= */ false,
            AdmissionPolicy.KEEP_BUDGET,
            /* refillNanosPerSecond= */ 0,
            /* budgetMaxNanos= */ 100,
            /* newVisitCostNanos= */ 50,
            /* returningCostNanos= */ 50,
            /* refusalCostNanos= */ 30,
            /* abandonedCostNanos= */ 0,
            /* verifyBelowNanos= */ 101,
            AdmissionPolicy.NO_BOUND,
            /* continuingPart= */ 0);
    return new AdmissionGate(policy, () -> 0, CourtesyBudget.NONE, shadow);
  }

  @Test
  void itIsPaidForOutOfTheBudget() {
    AdmissionGate gate = gate(/* shadow= */ false);
    assertThat(gate.decideContinuing(VISIT, 0).reason()).isEqualTo(RefusalReason.OVERCOMMITTED);
    assertThat(gate.decideNew(0).outcome()).as("70 are left").isEqualTo(Outcome.ADMIT);
    assertThat(gate.decideNew(0).outcome()).as("20 are left").isEqualTo(Outcome.REFUSE);
  }

  @Test
  void inShadowModeItIsPaidForAsIfItHadBeen() {
    AdmissionGate gate = gate(/* shadow= */ true);
    assertThat(gate.decideContinuing(VISIT, 0).outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(gate.decideNew(0).entry()).as("70 are left").isEqualTo(Entry.NEW);
    assertThat(gate.decideNew(0).entry()).as("20 are left").isEqualTo(Entry.SHADOW);
  }

  @Test
  void refusalOfVisitOverItsAccountIsPaidForToo() {
    AdmissionGate gate = gate(/* shadow= */ false);
    assertThat(gate.decideOverdrawn(0).reason()).isEqualTo(RefusalReason.OVER_ACCOUNT);
    assertThat(gate.decideNew(0).outcome()).as("70 are left").isEqualTo(Outcome.ADMIT);
    assertThat(gate.decideNew(0).outcome()).as("20 are left").isEqualTo(Outcome.REFUSE);
  }
}
