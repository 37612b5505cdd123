package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.Decision.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The counts and charges of the gate beside its decisions on new visits. */
class GateAccountingTest {
  private static final long COST = 100;

  /** Visits cost 100 ns, returning ones 60, refusals 30; the budget has no refill. */
  private static AdmissionGate gate(long budgetNanos, long verifyBelowNanos, boolean shadow) {
    AdmissionPolicy policy =
        AdmissionPolicy.builder(1)
            .budgetMaxNanos(budgetNanos)
            .newVisitCostNanos(COST)
            .returningCostNanos(60)
            .refusalCostNanos(30)
            .abandonedCostNanos(0)
            .verifyBelowNanos(verifyBelowNanos)
            .build();
    return new AdmissionGate(policy, () -> 0, CourtesyBudget.NONE, shadow);
  }

  @Test
  void chargesRefusalAfterWaiting() {
    AdmissionGate gate = gate(/* budgetNanos= */ 129, 0, /* shadow= */ false);
    gate.noteRefusal(RefusalReason.WAITING_PATIENCE, Entry.NEW, 0);
    assertThat(gate.hasRoom(0)).as("99 are left").isFalse();
  }

  @Test
  void openGateDoesNotChargeRefusalAfterWaiting() {
    AdmissionGate gate = new AdmissionGate(AdmissionPolicy.OPEN);
    gate.noteRefusal(RefusalReason.WAITING_PATIENCE, Entry.NEW, 0);
    gate.publish(
        AdmissionPolicy.builder(1)
            .budgetMaxNanos(COST)
            .newVisitCostNanos(COST)
            .refusalCostNanos(30)
            .build());
    assertThat(gate.hasRoom(0)).isTrue();
  }

  @Test
  void countsRefusalOfVisitOverItsAccount() {
    AdmissionGate gate = gate(COST, /* verifyBelowNanos= */ COST + 1, /* shadow= */ false);
    assertThat(gate.decideOverdrawn(/* visit= */ 7, 0).outcome()).isEqualTo(Outcome.REFUSE);
    assertThat(gate.counters().refusedTotal(RefusalReason.OVER_ACCOUNT)).isEqualTo(1);
  }

  @Test
  void countsVisitOverItsAccountInShadowMode() {
    AdmissionGate gate = gate(COST, /* verifyBelowNanos= */ COST + 1, /* shadow= */ true);
    assertThat(gate.decideOverdrawn(/* visit= */ 7, 0).entry()).isEqualTo(Entry.SHADOW);
    assertThat(gate.counters().admittedTotal(Entry.SHADOW)).isEqualTo(1);
    assertThat(gate.counters().refusedTotal(RefusalReason.OVER_ACCOUNT)).isZero();
  }

  @Test
  void countsParallelConnectionsAndFailedClaimsWithoutCharge() {
    AdmissionGate gate = gate(COST, 0, /* shadow= */ false);
    assertThat(gate.admitParallel().entry()).isEqualTo(Entry.PARALLEL);
    gate.outcomes().noteFailedClaim();
    assertThat(gate.counters().admittedTotal(Entry.PARALLEL)).isEqualTo(1);
    assertThat(gate.counters().failedClaimsTotal()).isEqualTo(1);
    assertThat(gate.hasRoom(0)).as("both are free").isTrue();
  }

  @Test
  void chargesFalseReturningVisitOneFullVisitCost() {
    AdmissionGate gate = gate(/* budgetNanos= */ 3 * COST, 0, /* shadow= */ false);
    gate.decideVisit(Entry.RETURNING, 0);
    gate.outcomes().chargeFalseResumption(Entry.RETURNING);
    assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(gate.decideNew(0).outcome()).as("a third one fits").isEqualTo(Outcome.ADMIT);
    assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.REFUSE);
  }

  @ParameterizedTest
  @EnumSource(names = {"NEW", "RETURNING", "COURTESY"})
  void countsVisitsOfEachEntry(Entry entry) {
    AdmissionGate gate = new AdmissionGate(AdmissionPolicy.OPEN);
    gate.decideVisit(entry, 0);
    gate.outcomes().chargeUnseen(Entry.RETURNING);
    gate.outcomes().chargeUnseen(Entry.COURTESY);
    assertThat(gate.counters().visitsTotal()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void reportsShadowMode(boolean shadow) {
    assertThat(gate(COST, 0, shadow).isShadow()).isEqualTo(shadow);
  }

  @Test
  void returnsItsCourtesyBudget() {
    CourtesyBudget courtesy = new CourtesyBudget(1, 1, 1);
    assertThat(new AdmissionGate(AdmissionPolicy.OPEN, () -> 0, courtesy).courtesy())
        .isSameAs(courtesy);
  }

  @ParameterizedTest
  @EnumSource(RefusalReason.class)
  void onlyTwoReasonsApplyAfterAdmission(RefusalReason reason) {
    assertThat(reason.isAfterAdmission())
        .isEqualTo(
            reason == RefusalReason.RESUMPTION_STOPPED || reason == RefusalReason.CONTAINER_FAILED);
  }
}
