package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision;
import org.junit.jupiter.api.Test;

class EacControllerTest {
  private static final long K = 2_000_000_000L;
  private final ReportedController controller =
      new ReportedController(new EacController(new EacFormula(2_000_000, 175_000_000), K));
  private final AdmissionGate gate = new AdmissionGate(controller.initialPolicy());

  private long admittedOf(int arrivals, long fromNanos) {
    long admitted = 0;
    for (int i = 0; i < arrivals; i++) {
      long now = fromNanos + i * (K / arrivals);
      admitted += gate.decideNew(now).outcome() == Decision.Outcome.ADMIT ? 1 : 0;
    }
    return admitted;
  }

  @Test
  void gateAdmitsFormulaNumberInEachInterval() {
    assertThat(admittedOf(1000, 0)).isEqualTo(11);
    gate.publish(controller.step(Snapshots.of(K, 4, 500)));
    assertThat(admittedOf(1000, K)).isEqualTo(40);
    gate.publish(controller.step(Snapshots.of(K, 4, 0)));
    assertThat(admittedOf(1000, 2 * K)).isEqualTo(45);
    gate.publish(controller.step(Snapshots.of(K, 1, 1000)));
    assertThat(admittedOf(1000, 3 * K)).isZero();
    assertThat(controller.report().limit().newAllowed()).isZero();
  }

  @Test
  void unusedGrantIsNotCarriedOver() {
    assertThat(admittedOf(3, 0)).isEqualTo(3);
    gate.publish(controller.step(Snapshots.of(K, 1, 0)));
    assertThat(admittedOf(1000, K)).isEqualTo(11);
  }

  @Test
  void verifiesEveryClaim() {
    assertThat(gate.decideClaim(0).outcome()).isEqualTo(Decision.Outcome.VERIFY);
    assertThat(gate.decideContinuing(/* visit= */ 1, 0).outcome())
        .isEqualTo(Decision.Outcome.ADMIT);
  }
}
