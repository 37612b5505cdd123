package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.Decision.Outcome;
import org.junit.jupiter.api.Test;

/** Claims that were admitted unverified take budget until their handshakes show what they are. */
class UnprovenClaimsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long VISIT = SECOND / 50;

  private final AdmissionGate gate =
      new AdmissionGate(
          AdmissionPolicy.builder(0)
              .refillNanosPerSecond(SECOND)
              .budgetMaxNanos(SECOND / 2)
              .newVisitCostNanos(VISIT)
              .verifyBelowNanos(SECOND / 4)
              .build());

  private int admittedOf(int claims, long nowNanos) {
    int admitted = 0;
    for (int i = 0; i < claims; i++) {
      admitted += gate.decideClaim(nowNanos).outcome() == Outcome.ADMIT ? 1 : 0;
    }
    return admitted;
  }

  /** Half of the bucket is to spare: 12 visits, and the one with which that ends. */
  @Test
  void burstSeesWhatItHasTaken() {
    assertThat(admittedOf(1_000, SECOND)).isEqualTo(13);
    assertThat(gate.decideNew(SECOND).outcome()).isEqualTo(Outcome.ADMIT);
  }

  @Test
  void loanLapsesWithTime() {
    admittedOf(1_000, SECOND);
    assertThat(admittedOf(1_000, 2 * SECOND)).isBetween(4, 6);
    assertThat(admittedOf(1_000, 20 * SECOND)).isEqualTo(13);
  }

  @Test
  void quickLookUpVerifiesAllClaims() {
    assertThat(gate.decideClaim(/* isQuick= */ true, SECOND).outcome()).isEqualTo(Outcome.VERIFY);
    gate.publish(AdmissionPolicy.OPEN);
    assertThat(gate.decideClaim(/* isQuick= */ true, SECOND).outcome()).isEqualTo(Outcome.ADMIT);
  }
}
