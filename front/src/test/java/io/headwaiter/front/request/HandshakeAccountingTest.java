package io.headwaiter.front.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.Decision.Outcome;
import io.headwaiter.core.admission.SessionLookup.Standing;
import io.headwaiter.core.visit.VisitAccounts;
import io.headwaiter.door.AdmittedConnection;
import io.headwaiter.front.KnownPrice;
import io.headwaiter.front.session.ClaimedTicket;
import io.headwaiter.front.session.HandshakeResult;
import io.headwaiter.front.session.SessionDirectory;
import io.headwaiter.front.session.SessionUse;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.tls.KnownSession;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Charges, refunds and counts by what a handshake proves. The budget is enough for three visits of
 * 100 ns and is not refilled. A visit that begins with a resumed handshake costs 60 ns.
 */
class HandshakeAccountingTest {
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
          AdmissionPolicy.builder(1)
              .budgetMaxNanos(100 * BUDGET_VISITS)
              .newVisitCostNanos(100)
              .returningCostNanos(60)
              .abandonedCostNanos(0)
              .build());
  private final ServerMeters meters = used();
  private final VisitAccounts accounts = new VisitAccounts(100, 300 * SECOND, Long.MAX_VALUE);
  private final SessionDirectory sessions =
      new SessionDirectory(accounts, 300 * SECOND, () -> NOW, () -> BEGAN_MILLIS + 10_000_000);
  private final HandshakeAccounting handshakes = new HandshakeAccounting(gate, meters, sessions);

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

  private static HandshakeResult full() {
    return new HandshakeResult(/* resumed= */ false, old());
  }

  private static HandshakeResult resumed() {
    return new HandshakeResult(/* resumed= */ true, old());
  }

  /** Returns how many new visits the budget still allows, and uses it up. */
  private int visitsLeft() {
    int sessions = 0;
    while (gate.decideNew(0).outcome() == Outcome.ADMIT) {
      sessions++;
    }
    return sessions;
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
    handshakes.failed(AdmittedConnection.as(Entry.NEW), /* claimed= */ null, CPU_NANOS);
    assertThat(gate.counters().abandonedTotal()).isEqualTo(1);
    assertThat(visitsLeft()).isEqualTo(1);
  }

  /** They were admitted free or for less, or their visit goes on with another connection. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NEW")
  void refundsNoOtherFailedHandshake(Entry entry) {
    assertThat(visitsLeft()).isEqualTo(BUDGET_VISITS);
    for (int i = 0; i < 10; i++) {
      handshakes.failed(AdmittedConnection.as(entry), /* claimed= */ null, CPU_NANOS);
    }
    assertThat(gate.counters().abandonedTotal()).isZero();
    assertThat(visitsLeft()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void countsFailedHandshakeAsFailedOnly(Entry entry) {
    handshakes.failed(AdmittedConnection.as(entry), /* claimed= */ null, CPU_NANOS);
    assertThat(meters.totals().failedHandshakes() - MANY).isEqualTo(1);
    assertThat(meters.totals().failedHandshakeCpuNanos()).isEqualTo(CPU_NANOS);
    assertThat(countedFull() + countedResumed()).isZero();
    assertThat(sessions.remembered()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"NEW", "SHADOW"})
  void newConnectionIsNotChargedAfterHandshake(Entry entry) {
    handshakes.proven(AdmittedConnection.as(entry), full(), /* claimed= */ null, CPU_NANOS);
    assertThat(countedFull()).isEqualTo(1);
    assertThat(meters.totals().fullHandshakeCpuNanos()).isEqualTo(CPU_NANOS);
    assertThat(gate.counters().falseResumptionsTotal()).isZero();
    assertThat(visitsLeft()).isEqualTo(BUDGET_VISITS);
    assertThat(sessions.lookUp(old()).standing()).isEqualTo(Standing.CONTINUING);
  }

  @ParameterizedTest
  @EnumSource(names = {"CLAIMED", "VERIFIED"})
  void chargesVisitForFalseResumption(Entry entry) {
    handshakes.proven(AdmittedConnection.as(entry), full(), /* claimed= */ null, CPU_NANOS);
    assertThat(gate.counters().falseResumptionsTotal()).isEqualTo(1);
    assertThat(visitsLeft()).isEqualTo(BUDGET_VISITS - 1);
  }

  @Test
  void chargesReturningConnectionDifferenceForFullHandshake() {
    for (int i = 0; i < BUDGET_VISITS; i++) {
      assertThat(gate.decideVisit(Entry.RETURNING, 0).outcome()).isEqualTo(Outcome.ADMIT);
      handshakes.proven(
          AdmittedConnection.as(Entry.RETURNING), full(), /* claimed= */ null, CPU_NANOS);
    }
    assertThat(gate.counters().falseResumptionsTotal()).isEqualTo(BUDGET_VISITS);
    assertThat(visitsLeft()).as("not 120 of 300").isZero();
  }

  @Test
  void chargesBypassWithoutFalseResumption() {
    handshakes.proven(AdmittedConnection.as(Entry.BYPASS), full(), /* claimed= */ null, CPU_NANOS);
    assertThat(gate.counters().falseResumptionsTotal()).isZero();
    assertThat(visitsLeft()).isEqualTo(BUDGET_VISITS - 1);
  }

  /** Its visit was charged at admission, and no other visit begins with it. */
  @Test
  void parallelConnectionIsNotCharged() {
    InetAddress client = InetAddress.getLoopbackAddress();
    sessions.active(other(), /* begins= */ true, /* resumed= */ false, client);
    handshakes.proven(
        new AdmittedConnection(Entry.PARALLEL, /* visit= */ 0, client),
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
    sessions.active(old(), /* begins= */ true, /* resumed= */ false, /* client= */ null);
    handshakes.proven(
        AdmittedConnection.as(Entry.VERIFIED), resumed(), /* claimed= */ null, CPU_NANOS);
    handshakes.proven(
        AdmittedConnection.as(Entry.CLAIMED), resumed(), /* claimed= */ null, CPU_NANOS);
    assertThat(countedResumed()).isEqualTo(2);
    assertThat(meters.totals().returningVisits()).isZero();
    assertThat(visitsLeft()).isEqualTo(BUDGET_VISITS);
  }

  @Test
  void chargesClaimedReturningVisitAfterHandshake() {
    handshakes.proven(
        AdmittedConnection.as(Entry.CLAIMED), resumed(), /* claimed= */ null, CPU_NANOS);
    assertThat(meters.totals().returningVisits()).isEqualTo(1);
    assertThat(gate.counters().unseenTotal(Entry.RETURNING)).isEqualTo(1);
    assertThat(visitsLeft()).as("240 of 300 are left").isEqualTo(BUDGET_VISITS - 1);
    assertThat(sessions.lookUp(old()).standing()).isEqualTo(Standing.CONTINUING);
  }

  @Test
  void remembersCourtesyPageAndBeginsNoVisit() {
    handshakes.courtesyProven(resumed());
    assertThat(sessions.lookUp(old()).standing()).isEqualTo(Standing.COURTESY);
    assertThat(countedFull() + countedResumed()).isZero();
    handshakes.proven(
        AdmittedConnection.as(Entry.CLAIMED), resumed(), /* claimed= */ null, CPU_NANOS);
    assertThat(gate.counters().unseenTotal(Entry.COURTESY)).isEqualTo(1);
    assertThat(sessions.lookUp(old()).standing()).isEqualTo(Standing.CONTINUING);
  }

  /** Begins a visit, and puts it over its account. */
  private void takeTooMuch() {
    KnownPrice.teach(accounts, /* price= */ 10, NOW);
    SessionUse sessionUse =
        sessions.active(old(), /* begins= */ true, /* resumed= */ false, /* client= */ null);
    sessionUse.spend(1, 31, /* deferred= */ false);
    assertThat(sessions.lookUp(old()).standing()).isEqualTo(Standing.OVERDRAWN);
  }

  private static AdmittedConnection returning() {
    return new AdmittedConnection(Entry.RETURNING, VISIT, /* client= */ null);
  }

  @Test
  void overdrawnVisitContinuesWhenChargedAgain() {
    takeTooMuch();
    sessions.paid(old());

    handshakes.proven(returning(), resumed(), /* claimed= */ null, CPU_NANOS);

    assertThat(meters.totals().returningVisits()).isZero();
    assertThat(sessions.lookUp(old()).standing()).isEqualTo(Standing.CONTINUING);
  }

  @Test
  void chargesOverdrawnClaimedVisitAgain() {
    takeTooMuch();

    handshakes.proven(
        AdmittedConnection.as(Entry.CLAIMED), resumed(), /* claimed= */ null, CPU_NANOS);

    assertThat(meters.totals().returningVisits()).isZero();
    assertThat(gate.counters().unseenTotal(Entry.RETURNING)).isEqualTo(1);
    assertThat(accounts.find(VISIT, NOW).paidVisits()).isEqualTo(2);
  }

  @Test
  void returningVisitIsCounted() {
    sessions.paid(old());

    handshakes.proven(returning(), resumed(), /* claimed= */ null, CPU_NANOS);

    assertThat(meters.totals().returningVisits()).isEqualTo(1);
  }

  /** It was charged as a new visit at admission. */
  @Test
  void overusedTicketBeginsSeparateVisit() {
    SessionUse owner =
        sessions.active(old(), /* begins= */ true, /* resumed= */ false, /* client= */ null);

    SessionUse sessionUse =
        handshakes.proven(
            AdmittedConnection.as(Entry.NEW), resumed(), /* claimed= */ null, CPU_NANOS);
    sessionUse.spend(1, CPU_NANOS, /* deferred= */ false);

    assertThat(meters.totals().returningVisits()).isEqualTo(1);
    assertThat(sessionUse.ageNanos()).isZero();
    assertThat(sessionUse.isForeign()).isFalse();
    assertThat(sessionUse).isNotSameAs(owner);
    assertThat(accounts.find(VISIT, NOW).cpuNanos()).isZero();
    assertThat(accounts.find(VISIT, NOW).connectionsOpened()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"CLAIMED", "VERIFIED"})
  void chargesTicketOwnerForFailedHandshake(Entry entry) {
    sessions.active(old(), /* begins= */ true, /* resumed= */ false, /* client= */ null);

    handshakes.failed(
        new AdmittedConnection(entry, VISIT, /* client= */ null), /* claimed= */ null, CPU_NANOS);

    assertThat(accounts.find(VISIT, NOW).failedHandshakes()).isEqualTo(1);
    assertThat(accounts.find(VISIT, NOW).cpuNanos()).isEqualTo(CPU_NANOS);
    assertThat(gate.counters().failedClaimsTotal()).isEqualTo(1);
  }

  @Test
  void chargesTicketOwnerForFullHandshake() {
    sessions.active(old(), /* begins= */ true, /* resumed= */ false, /* client= */ null);

    handshakes.proven(
        new AdmittedConnection(Entry.VERIFIED, VISIT, /* client= */ null),
        new HandshakeResult(/* resumed= */ false, other()),
        /* claimed= */ null,
        CPU_NANOS);

    assertThat(accounts.find(VISIT, NOW).failedHandshakes()).isEqualTo(1);
    assertThat(accounts.find(VISIT, NOW).cpuNanos()).isEqualTo(CPU_NANOS);
    assertThat(accounts.find(VISIT + 1, NOW).cpuNanos()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"NEW", "RETURNING", "COURTESY", "PARALLEL", "BYPASS", "SHADOW"})
  void chargesNoTicketOwnerForPaidHandshake(Entry entry) {
    sessions.active(old(), /* begins= */ true, /* resumed= */ false, /* client= */ null);

    handshakes.proven(
        new AdmittedConnection(entry, VISIT, /* client= */ null),
        new HandshakeResult(/* resumed= */ false, other()),
        /* claimed= */ null,
        CPU_NANOS);

    assertThat(accounts.find(VISIT, NOW).failedHandshakes()).isZero();
  }

  @Test
  void onlyUnchargedConnectionsMustResumeWithoutBudget() {
    AdmittedConnection free = new AdmittedConnection(Entry.VERIFIED, VISIT, /* client= */ null);
    assertThat(handshakes.mustResume(free)).isFalse();
    visitsLeft();
    assertThat(handshakes.mustResume(free)).isTrue();
    assertThat(handshakes.mustResume(AdmittedConnection.as(Entry.CLAIMED))).isTrue();
    assertThat(handshakes.mustResume(AdmittedConnection.as(Entry.NEW))).isFalse();
    assertThat(handshakes.mustResume(returning())).as("it has paid").isFalse();
  }

  @Test
  void sessionOfStoppedConnectionHasNoVisit() {
    sessions.active(old(), /* begins= */ true, /* resumed= */ false, /* client= */ null);
    KnownSession now = new KnownSession(VISIT + 1, NOW, BEGAN_MILLIS + 10_000_000, false);

    handshakes.stopped(
        new AdmittedConnection(Entry.VERIFIED, VISIT, /* client= */ null),
        new HandshakeResult(/* resumed= */ false, now),
        /* claimed= */ null,
        CPU_NANOS);

    assertThat(sessions.lookUp(now).standing()).isEqualTo(Standing.COURTESY);
    assertThat(accounts.find(VISIT, NOW).failedHandshakes()).isEqualTo(1);
    assertThat(gate.counters().stoppedResumptionsTotal()).isEqualTo(1);
    assertThat(gate.counters().wrongClaimsTotal()).as("one connection").isEqualTo(1);
    assertThat(countedFull()).isZero();
    assertThat(meters.totals().failedHandshakes() - MANY).isEqualTo(1);
  }

  /** As an engine does that can stop before its private key is used. */
  @Test
  void handshakeThatIsStoppedIsOneWrongClaim() {
    handshakes.noteIfStopped(new SSLException("Not resumption"));
    handshakes.failed(AdmittedConnection.as(Entry.CLAIMED), /* claimed= */ null, CPU_NANOS);

    assertThat(gate.counters().falseResumptionsTotal()).isEqualTo(1);
    assertThat(gate.counters().wrongClaimsTotal()).isEqualTo(1);
  }

  /** A ticket that cannot be read names no visit. */
  @Test
  void countsFailedClaimWithUnreadableTicket() {
    ClaimedTicket garbage = ClaimedTicket.in(ByteBuffer.wrap(new byte[] {22, 3, 1, 0}));

    handshakes.failed(AdmittedConnection.as(Entry.CLAIMED), garbage, CPU_NANOS);

    assertThat(gate.counters().failedClaimsTotal()).isEqualTo(1);
    assertThat(sessions.remembered()).isZero();
  }
}
