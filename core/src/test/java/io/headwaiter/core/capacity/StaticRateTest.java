package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Outcome;
import org.junit.jupiter.api.Test;

class StaticRateTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void policyHasRateAndBurstOfFiveVisits() {
    AdmissionPolicy policy = StaticRate.policy(1, 50);
    assertThat(policy.newVisitCostNanos()).isEqualTo(20_000_000);
    assertThat(policy.refillNanosPerSecond()).isEqualTo(SECOND);
    assertThat(policy.budgetMaxNanos()).isEqualTo(100_000_000);
    assertThat(policy.open()).isFalse();
  }

  @Test
  void gateAdmitsNewVisitsAtFixedRate() {
    AdmissionGate gate = new AdmissionGate(AdmissionPolicy.OPEN);
    gate.publish(StaticRate.policy(1, 50));
    int admitted = 0;
    for (long millis = 0; millis < 10_000; millis++) { // 1,000 a second come
      admitted += gate.decideNew(millis * 1_000_000).outcome() == Outcome.ADMIT ? 1 : 0;
    }
    assertThat(admitted).isBetween(498, 507); // 500, and the burst of five
  }

  @Test
  void gateAdmitsAtRateBelowOnePerSecond() {
    AdmissionGate gate = new AdmissionGate(AdmissionPolicy.OPEN);
    gate.publish(StaticRate.policy(1, 0.5));
    int admitted = 0;
    for (long millis = 0; millis < 20_000; millis += 10) {
      admitted += gate.decideNew(millis * 1_000_000).outcome() == Outcome.ADMIT ? 1 : 0;
    }
    assertThat(admitted).isBetween(9, 12);
  }

  @Test
  void rejectsRateOutOfRange() {
    for (double wrong : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> StaticRate.policy(1, wrong)).hasMessageContaining("above 0");
    }
  }
}
