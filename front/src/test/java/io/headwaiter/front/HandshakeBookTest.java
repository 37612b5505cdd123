package io.headwaiter.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.Decision.Outcome;
import io.headwaiter.core.admission.Verdict.Standing;
import io.headwaiter.core.admission.VisitLedger;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.tls.KnownSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a handshake proves is charged, given back and counted. Three visits of 100 ns are in the
 * budget, which nobody refills; one that begins with a resumed handshake costs 60.
 */
class HandshakeBookTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long VISIT = 4711;
  private static final long BEGAN_MILLIS = 1_000_000;
  private static final int BUDGET_VISITS = 3;
  private static final long CPU_NANOS = 2_000_000;
  // No first uses any more.
  private static final int MANY = 100;

  private final AdmissionGate gate =
      new AdmissionGate(
          new AdmissionPolicy(
              1,
              /* open= */ false,
              AdmissionPolicy.KEEP_BUDGET,
              /* refillNanosPerSecond= */ 0,
              /* budgetMaxNanos= */ 100 * BUDGET_VISITS,
              /* newVisitCostNanos= */ 100,
              /* returningCostNanos= */ 60,
              /* refusalCostNanos= */ 0,
              /* abandonedCostNanos= */ 0,
              /* verifyBelowNanos= */ 0,
              AdmissionPolicy.NO_BOUND,
              /* continuingPart= */ 1));
  private final ServerMeters meters = used();
  private final Visits visits =
      new Visits(
          new VisitLedger(100, 300 * SECOND, /* secret= */ 7),
          300 * SECOND,
          () -> 10_000 * SECOND,
          () -> BEGAN_MILLIS + 10_000_000);
  private final HandshakeBook book = new HandshakeBook(gate, meters, visits);

  private static ServerMeters used() {
    ServerMeters meters = new ServerMeters();
    for (int i = 0; i < MANY; i++) {
      meters.handshake(/* resumed= */ true, 0);
      meters.handshake(/* resumed= */ false, 0);
      meters.failedHandshake(0);
    }
    return meters;
  }

  /** Of a visit whose last connection was made hours ago. */
  private static KnownSession old() {
    return new KnownSession(VISIT, BEGAN_MILLIS, BEGAN_MILLIS, /* courtesy= */ false);
  }

  private static Proof full() {
    return new Proof(/* resumed= */ false, old());
  }

  private static Proof resumed() {
    return new Proof(/* resumed= */ true, old());
  }

  /** New visits for which there is still budget; takes all of it. */
  private int visitsLeft() {
    int visits = 0;
    while (gate.decideNew(0).outcome() == Outcome.ADMIT) {
      visits++;
    }
    return visits;
  }

  private long countedFull() {
    return meters.totals().fullHandshakes() - MANY;
  }

  private long countedResumed() {
    return meters.totals().resumedHandshakes() - MANY;
  }

  @Test
  void whoIsNewAndFailsGivesBackWhatItPaid() {
    assertThat(visitsLeft()).isEqualTo(BUDGET_VISITS);
    book.failed(Entry.NEW, CPU_NANOS);
    assertThat(gate.counters().abandonedTotal()).isEqualTo(1);
    assertThat(visitsLeft()).isEqualTo(1);
  }

  /** They came in free, for less, or their visit goes on by another connection. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NEW")
  void nobodyElseGivesAnythingBack(Entry entry) {
    assertThat(visitsLeft()).isEqualTo(BUDGET_VISITS);
    for (int i = 0; i < 10; i++) {
      book.failed(entry, CPU_NANOS);
    }
    assertThat(gate.counters().abandonedTotal()).isZero();
    assertThat(visitsLeft()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void whatFailsIsMeteredAsFailedAndAsNothingElse(Entry entry) {
    book.failed(entry, CPU_NANOS);
    assertThat(meters.totals().failedHandshakes() - MANY).isEqualTo(1);
    assertThat(meters.totals().failedHandshakeCpuNanos()).isEqualTo(CPU_NANOS);
    assertThat(countedFull() + countedResumed()).isZero();
    assertThat(visits.remembered()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"NEW", "SHADOW"})
  void whoWasTakenForNewHasPaidAtTheDoor(Entry entry) {
    book.proven(entry, full(), CPU_NANOS);
    assertThat(countedFull()).isEqualTo(1);
    assertThat(meters.totals().fullHandshakeCpuNanos()).isEqualTo(CPU_NANOS);
    assertThat(gate.counters().falseResumptionsTotal()).isZero();
    assertThat(visitsLeft()).isEqualTo(BUDGET_VISITS);
    assertThat(visits.verdict(old()).standing()).isEqualTo(Standing.CONTINUING);
  }

  @ParameterizedTest
  @EnumSource(names = {"CLAIMED", "VERIFIED"})
  void whoWasToResumeAndIsNewPaysForAVisit(Entry entry) {
    book.proven(entry, full(), CPU_NANOS);
    assertThat(gate.counters().falseResumptionsTotal()).isEqualTo(1);
    assertThat(visitsLeft()).isEqualTo(BUDGET_VISITS - 1);
  }

  @Test
  void whoReturnedAndIsNewPaysTheDifference() {
    for (int i = 0; i < BUDGET_VISITS; i++) {
      assertThat(gate.decideVisit(Entry.RETURNING, 0).outcome()).isEqualTo(Outcome.ADMIT);
      book.proven(Entry.RETURNING, full(), CPU_NANOS);
    }
    assertThat(gate.counters().falseResumptionsTotal()).isEqualTo(BUDGET_VISITS);
    assertThat(visitsLeft()).as("not 120 of 300").isZero();
  }

  @Test
  void whoPassesFirstPaysWithoutBeingFalse() {
    book.proven(Entry.BYPASS, full(), CPU_NANOS);
    assertThat(gate.counters().falseResumptionsTotal()).isZero();
    assertThat(visitsLeft()).isEqualTo(BUDGET_VISITS - 1);
  }

  /** Its visit has paid when it was let in, and none begins with it. */
  @Test
  void aParallelConnectionPaysNothing() {
    book.proven(Entry.PARALLEL, full(), CPU_NANOS);
    assertThat(countedFull()).isEqualTo(1);
    assertThat(meters.totals().parallelHandshakes()).isEqualTo(1);
    assertThat(meters.totals().parallelHandshakeCpuNanos()).isEqualTo(CPU_NANOS);
    assertThat(gate.counters().falseResumptionsTotal()).isZero();
    assertThat(meters.totals().returningVisits()).isZero();
    assertThat(visitsLeft()).isEqualTo(BUDGET_VISITS);
  }

  @Test
  void whoResumesAVisitUnderWayPaysNothing() {
    visits.active(old(), /* begins= */ true);
    book.proven(Entry.VERIFIED, resumed(), CPU_NANOS);
    book.proven(Entry.CLAIMED, resumed(), CPU_NANOS);
    assertThat(countedResumed()).isEqualTo(2);
    assertThat(meters.totals().returningVisits()).isZero();
    assertThat(visitsLeft()).isEqualTo(BUDGET_VISITS);
  }

  @Test
  void aVisitThatWasLetInUnseenIsChargedWhenItShows() {
    book.proven(Entry.CLAIMED, resumed(), CPU_NANOS);
    assertThat(meters.totals().returningVisits()).isEqualTo(1);
    assertThat(gate.counters().unseenTotal(Entry.RETURNING)).isEqualTo(1);
    assertThat(visitsLeft()).as("240 of 300 are left").isEqualTo(BUDGET_VISITS - 1);
    assertThat(visits.verdict(old()).standing()).isEqualTo(Standing.CONTINUING);
  }

  @Test
  void aCourtesyPageIsRememberedAndIsNoVisit() {
    book.courtesyProven(resumed());
    assertThat(visits.verdict(old()).standing()).isEqualTo(Standing.COURTESY);
    assertThat(countedFull() + countedResumed()).isZero();
    book.proven(Entry.CLAIMED, resumed(), CPU_NANOS);
    assertThat(gate.counters().unseenTotal(Entry.COURTESY)).isEqualTo(1);
    assertThat(visits.verdict(old()).standing()).isEqualTo(Standing.CONTINUING);
  }
}
