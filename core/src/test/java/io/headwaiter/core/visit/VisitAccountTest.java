package io.headwaiter.core.visit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The counts of one account. */
class VisitAccountTest {
  private static final long ANNA = 1;
  private static final long BERT = 2;

  private final VisitAccounts ledger = new VisitAccounts(10, 100, Long.MAX_VALUE);

  @Test
  void awaitsOnlyFirstRequest() {
    VisitAccount anna = ledger.active(ANNA, 0, 0);
    assertThat(anna.requestCame()).isFalse();
    assertThat(anna.isPartlyPaid()).isFalse();

    anna.awaitRequest(/* partlyPaid= */ true, 7);

    assertThat(anna.isPartlyPaid()).isTrue();
    assertThat(anna.admittedNanos()).isEqualTo(7);
    assertThat(anna.requestCame()).isTrue();
    assertThat(anna.requestCame()).isFalse();
  }

  @Test
  void visitsOverTheirAccountTakeTurns() {
    VisitAccount anna = ledger.active(ANNA, 0, 0);
    VisitAccount bert = ledger.active(BERT, 0, 0);

    assertThat(anna.placeBehind(10)).isEqualTo(10);
    assertThat(anna.placeBehind(10)).as("a microsecond at least").isEqualTo(1_010);
    assertThat(bert.placeBehind(10)).as("before the second one of the other").isEqualTo(10);
    assertThat(anna.placeBehind(4_000)).as("nothing is saved up").isEqualTo(4_000);
  }

  @Test
  void countsConnectionsAndHandshakes() {
    VisitAccount anna = ledger.active(ANNA, 0, 0);
    anna.opened(/* resumed= */ false);
    anna.opened(/* resumed= */ true);
    anna.opened(/* resumed= */ true);
    anna.closed();

    assertThat(anna.connectionsOpen()).isEqualTo(2);
    assertThat(anna.connectionsOpened()).isEqualTo(3);
    assertThat(anna.fullHandshakes()).isEqualTo(1);
    assertThat(anna.resumedHandshakes()).isEqualTo(2);
  }

  /** Otherwise a cheap request would let several expensive ones begin at once. */
  @Test
  void likelyCpuTimeOfDeferredWorkFallsSlowly() {
    VisitAccount anna = ledger.active(ANNA, 0, 0);
    assertThat(anna.likelyDeferredNanos()).isZero();
    ledger.spend(anna, 1, 80_000_000, /* deferred= */ true, 0);
    assertThat(anna.likelyDeferredNanos()).isEqualTo(80_000_000);
    ledger.spend(anna, 1, 1_000_000, /* deferred= */ true, 0);
    assertThat(anna.likelyDeferredNanos()).isEqualTo(70_000_000);
    ledger.spend(anna, 1, 90_000_000, /* deferred= */ true, 0);
    assertThat(anna.likelyDeferredNanos()).isEqualTo(90_000_000);
    ledger.spend(anna, 1, 5_000_000, /* deferred= */ false, 0);
    assertThat(anna.likelyDeferredNanos()).as("of deferred work only").isEqualTo(90_000_000);
  }
}
