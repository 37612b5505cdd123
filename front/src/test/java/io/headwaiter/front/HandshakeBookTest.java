package io.headwaiter.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.Decision.Outcome;
import io.headwaiter.core.admission.Verdict.Standing;
import io.headwaiter.core.visit.VisitAccounts;
import io.headwaiter.door.Admission;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.tls.KnownSession;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Charges, refunds and counts by what a handshake proves. The budget is enough for three visits of
 * 100 ns and is not refilled. A visit that begins with a resumed handshake costs 60 ns.
 */
class HandshakeBookTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long NOW = 10_000 * SECOND;
  private static final long VISIT = 4711;
  private static final long BEGAN_MILLIS = 1_000_000;
  private static final int BUDGET_VISITS = 3;
  private static final long CPU_NANOS = 2_000_000;
  // So many that further ones are no first uses.
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
  private final VisitAccounts accounts = new VisitAccounts(100, 300 * SECOND, Long.MAX_VALUE);
  private final Visits visits =
      new Visits(accounts, 300 * SECOND, () -> NOW, () -> BEGAN_MILLIS + 10_000_000);
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

  /** Returns a session of a visit that made its last connection hours ago. */
  private static KnownSession old() {
    return new KnownSession(VISIT, BEGAN_MILLIS, BEGAN_MILLIS, /* courtesy= */ false);
  }

  private static KnownSession other() {
    return new KnownSession(VISIT + 1, BEGAN_MILLIS, BEGAN_MILLIS, /* courtesy= */ false);
  }

  private static Proof full() {
    return new Proof(/* resumed= */ false, old());
  }

  private static Proof resumed() {
    return new Proof(/* resumed= */ true, old());
  }

  /** Returns how many new visits the budget still allows, and uses it up. */
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
  void refundsFailedHandshakeOfNewConnection() {
    assertThat(visitsLeft()).isEqualTo(BUDGET_VISITS);
    book.failed(Admission.as(Entry.NEW), /* claimed= */ null, CPU_NANOS);
    assertThat(gate.counters().abandonedTotal()).isEqualTo(1);
    assertThat(visitsLeft()).isEqualTo(1);
  }

  /** They were admitted free or for less, or their visit goes on with another connection. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NEW")
  void refundsNoOtherFailedHandshake(Entry entry) {
    assertThat(visitsLeft()).isEqualTo(BUDGET_VISITS);
    for (int i = 0; i < 10; i++) {
      book.failed(Admission.as(entry), /* claimed= */ null, CPU_NANOS);
    }
    assertThat(gate.counters().abandonedTotal()).isZero();
    assertThat(visitsLeft()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void countsFailedHandshakeAsFailedOnly(Entry entry) {
    book.failed(Admission.as(entry), /* claimed= */ null, CPU_NANOS);
    assertThat(meters.totals().failedHandshakes() - MANY).isEqualTo(1);
    assertThat(meters.totals().failedHandshakeCpuNanos()).isEqualTo(CPU_NANOS);
    assertThat(countedFull() + countedResumed()).isZero();
    assertThat(visits.remembered()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"NEW", "SHADOW"})
  void newConnectionIsNotChargedAfterHandshake(Entry entry) {
    book.proven(Admission.as(entry), full(), /* claimed= */ null, CPU_NANOS);
    assertThat(countedFull()).isEqualTo(1);
    assertThat(meters.totals().fullHandshakeCpuNanos()).isEqualTo(CPU_NANOS);
    assertThat(gate.counters().falseResumptionsTotal()).isZero();
    assertThat(visitsLeft()).isEqualTo(BUDGET_VISITS);
    assertThat(visits.verdict(old()).standing()).isEqualTo(Standing.CONTINUING);
  }

  @ParameterizedTest
  @EnumSource(names = {"CLAIMED", "VERIFIED"})
  void chargesVisitForFalseResumption(Entry entry) {
    book.proven(Admission.as(entry), full(), /* claimed= */ null, CPU_NANOS);
    assertThat(gate.counters().falseResumptionsTotal()).isEqualTo(1);
    assertThat(visitsLeft()).isEqualTo(BUDGET_VISITS - 1);
  }

  @Test
  void chargesReturningConnectionDifferenceForFullHandshake() {
    for (int i = 0; i < BUDGET_VISITS; i++) {
      assertThat(gate.decideVisit(Entry.RETURNING, 0).outcome()).isEqualTo(Outcome.ADMIT);
      book.proven(Admission.as(Entry.RETURNING), full(), /* claimed= */ null, CPU_NANOS);
    }
    assertThat(gate.counters().falseResumptionsTotal()).isEqualTo(BUDGET_VISITS);
    assertThat(visitsLeft()).as("not 120 of 300").isZero();
  }

  @Test
  void chargesBypassWithoutFalseResumption() {
    book.proven(Admission.as(Entry.BYPASS), full(), /* claimed= */ null, CPU_NANOS);
    assertThat(gate.counters().falseResumptionsTotal()).isZero();
    assertThat(visitsLeft()).isEqualTo(BUDGET_VISITS - 1);
  }

  /** Its visit was charged at admission, and no other visit begins with it. */
  @Test
  void parallelConnectionIsNotCharged() {
    InetAddress client = InetAddress.getLoopbackAddress();
    visits.active(other(), /* begins= */ true, /* resumed= */ false, client);
    book.proven(
        new Admission(Entry.PARALLEL, /* visit= */ 0, client),
        full(),
        /* claimed= */ null,
        CPU_NANOS);
    assertThat(countedFull()).isEqualTo(1);
    assertThat(meters.totals().parallelHandshakes()).isEqualTo(1);
    assertThat(meters.totals().parallelHandshakeCpuNanos()).isEqualTo(CPU_NANOS);
    assertThat(gate.counters().falseResumptionsTotal()).isZero();
    assertThat(meters.totals().returningVisits()).isZero();
    assertThat(visitsLeft()).isEqualTo(BUDGET_VISITS);
  }

  @Test
  void resumptionOfVisitUnderWayIsNotCharged() {
    visits.active(old(), /* begins= */ true, /* resumed= */ false, /* client= */ null);
    book.proven(Admission.as(Entry.VERIFIED), resumed(), /* claimed= */ null, CPU_NANOS);
    book.proven(Admission.as(Entry.CLAIMED), resumed(), /* claimed= */ null, CPU_NANOS);
    assertThat(countedResumed()).isEqualTo(2);
    assertThat(meters.totals().returningVisits()).isZero();
    assertThat(visitsLeft()).isEqualTo(BUDGET_VISITS);
  }

  @Test
  void chargesClaimedReturningVisitAfterHandshake() {
    book.proven(Admission.as(Entry.CLAIMED), resumed(), /* claimed= */ null, CPU_NANOS);
    assertThat(meters.totals().returningVisits()).isEqualTo(1);
    assertThat(gate.counters().unseenTotal(Entry.RETURNING)).isEqualTo(1);
    assertThat(visitsLeft()).as("240 of 300 are left").isEqualTo(BUDGET_VISITS - 1);
    assertThat(visits.verdict(old()).standing()).isEqualTo(Standing.CONTINUING);
  }

  @Test
  void remembersCourtesyPageAndBeginsNoVisit() {
    book.courtesyProven(resumed());
    assertThat(visits.verdict(old()).standing()).isEqualTo(Standing.COURTESY);
    assertThat(countedFull() + countedResumed()).isZero();
    book.proven(Admission.as(Entry.CLAIMED), resumed(), /* claimed= */ null, CPU_NANOS);
    assertThat(gate.counters().unseenTotal(Entry.COURTESY)).isEqualTo(1);
    assertThat(visits.verdict(old()).standing()).isEqualTo(Standing.CONTINUING);
  }

  /** Begins a visit, and puts it over its account. */
  private void takeTooMuch() {
    KnownPrice.teach(accounts, /* price= */ 10, NOW);
    Visits.Stay stay =
        visits.active(old(), /* begins= */ true, /* resumed= */ false, /* client= */ null);
    stay.spend(1, 31, /* deferred= */ false);
    assertThat(visits.verdict(old()).standing()).isEqualTo(Standing.OVERDRAWN);
  }

  private static Admission returning() {
    return new Admission(Entry.RETURNING, VISIT, /* client= */ null);
  }

  @Test
  void overdrawnVisitContinuesWhenChargedAgain() {
    takeTooMuch();
    visits.paid(old());

    book.proven(returning(), resumed(), /* claimed= */ null, CPU_NANOS);

    assertThat(meters.totals().returningVisits()).isZero();
    assertThat(visits.verdict(old()).standing()).isEqualTo(Standing.CONTINUING);
  }

  @Test
  void chargesOverdrawnClaimedVisitAgain() {
    takeTooMuch();

    book.proven(Admission.as(Entry.CLAIMED), resumed(), /* claimed= */ null, CPU_NANOS);

    assertThat(meters.totals().returningVisits()).isZero();
    assertThat(gate.counters().unseenTotal(Entry.RETURNING)).isEqualTo(1);
    assertThat(accounts.find(VISIT, NOW).paidVisits()).isEqualTo(2);
  }

  @Test
  void returningVisitIsCounted() {
    visits.paid(old());

    book.proven(returning(), resumed(), /* claimed= */ null, CPU_NANOS);

    assertThat(meters.totals().returningVisits()).isEqualTo(1);
  }

  /** It was charged as a new visit at admission. */
  @Test
  void overusedTicketBeginsSeparateVisit() {
    Visits.Stay owner =
        visits.active(old(), /* begins= */ true, /* resumed= */ false, /* client= */ null);

    Visits.Stay stay =
        book.proven(Admission.as(Entry.NEW), resumed(), /* claimed= */ null, CPU_NANOS);
    stay.spend(1, CPU_NANOS, /* deferred= */ false);

    assertThat(meters.totals().returningVisits()).isEqualTo(1);
    assertThat(stay.ageNanos()).isZero();
    assertThat(stay.isForeign()).isFalse();
    assertThat(stay).isNotSameAs(owner);
    assertThat(accounts.find(VISIT, NOW).cpuNanos()).isZero();
    assertThat(accounts.find(VISIT, NOW).connectionsOpened()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"CLAIMED", "VERIFIED"})
  void chargesTicketOwnerForFailedHandshake(Entry entry) {
    visits.active(old(), /* begins= */ true, /* resumed= */ false, /* client= */ null);

    book.failed(new Admission(entry, VISIT, /* client= */ null), /* claimed= */ null, CPU_NANOS);

    assertThat(accounts.find(VISIT, NOW).failedHandshakes()).isEqualTo(1);
    assertThat(accounts.find(VISIT, NOW).cpuNanos()).isEqualTo(CPU_NANOS);
    assertThat(gate.counters().failedClaimsTotal()).isEqualTo(1);
  }

  @Test
  void chargesTicketOwnerForFullHandshake() {
    visits.active(old(), /* begins= */ true, /* resumed= */ false, /* client= */ null);

    book.proven(
        new Admission(Entry.VERIFIED, VISIT, /* client= */ null),
        new Proof(/* resumed= */ false, other()),
        /* claimed= */ null,
        CPU_NANOS);

    assertThat(accounts.find(VISIT, NOW).failedHandshakes()).isEqualTo(1);
    assertThat(accounts.find(VISIT, NOW).cpuNanos()).isEqualTo(CPU_NANOS);
    assertThat(accounts.find(VISIT + 1, NOW).cpuNanos()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"NEW", "RETURNING", "COURTESY", "PARALLEL", "BYPASS", "SHADOW"})
  void chargesNoTicketOwnerForPaidHandshake(Entry entry) {
    visits.active(old(), /* begins= */ true, /* resumed= */ false, /* client= */ null);

    book.proven(
        new Admission(entry, VISIT, /* client= */ null),
        new Proof(/* resumed= */ false, other()),
        /* claimed= */ null,
        CPU_NANOS);

    assertThat(accounts.find(VISIT, NOW).failedHandshakes()).isZero();
  }

  @Test
  void onlyUnchargedConnectionsMustResumeWithoutBudget() {
    Admission free = new Admission(Entry.VERIFIED, VISIT, /* client= */ null);
    assertThat(book.mustResume(free)).isFalse();
    visitsLeft();
    assertThat(book.mustResume(free)).isTrue();
    assertThat(book.mustResume(Admission.as(Entry.CLAIMED))).isTrue();
    assertThat(book.mustResume(Admission.as(Entry.NEW))).isFalse();
    assertThat(book.mustResume(returning())).as("it has paid").isFalse();
  }

  @Test
  void sessionOfStoppedConnectionHasNoVisit() {
    visits.active(old(), /* begins= */ true, /* resumed= */ false, /* client= */ null);
    KnownSession now = new KnownSession(VISIT + 1, NOW, BEGAN_MILLIS + 10_000_000, false);

    book.stopped(
        new Admission(Entry.VERIFIED, VISIT, /* client= */ null),
        new Proof(/* resumed= */ false, now),
        /* claimed= */ null,
        CPU_NANOS);

    assertThat(visits.verdict(now).standing()).isEqualTo(Standing.COURTESY);
    assertThat(accounts.find(VISIT, NOW).failedHandshakes()).isEqualTo(1);
    assertThat(gate.counters().stoppedResumptionsTotal()).isEqualTo(1);
    assertThat(countedFull()).isZero();
    assertThat(meters.totals().failedHandshakes() - MANY).isEqualTo(1);
  }

  /** A ticket that cannot be read names no visit. */
  @Test
  void countsFailedClaimWithUnreadableTicket() {
    ClaimedTicket garbage = ClaimedTicket.in(ByteBuffer.wrap(new byte[] {22, 3, 1, 0}));

    book.failed(Admission.as(Entry.CLAIMED), garbage, CPU_NANOS);

    assertThat(gate.counters().failedClaimsTotal()).isEqualTo(1);
    assertThat(visits.remembered()).isZero();
  }
}
