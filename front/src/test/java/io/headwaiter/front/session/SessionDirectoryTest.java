package io.headwaiter.front.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.admission.SessionLookup.Standing;
import io.headwaiter.core.visit.VisitAccount;
import io.headwaiter.core.visit.VisitAccounts;
import io.headwaiter.door.SessionVerifier;
import io.headwaiter.front.KnownPrice;
import io.headwaiter.tls.KnownSession;
import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SessionDirectoryTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long IDLE = 300 * SECOND;
  private static final long BEGAN = 1_000_000_000_000L;
  private static final long NAME = 4711;

  private final AtomicLong seconds = new AtomicLong();
  private final VisitAccounts ledger = new VisitAccounts(100, IDLE, Long.MAX_VALUE);
  private final SessionDirectory sessions =
      new SessionDirectory(
          ledger, IDLE, () -> seconds.get() * SECOND, () -> BEGAN + 1000 * seconds.get());

  /** Returns a session of the visit that began at second 0, resumed or issued at this second. */
  private static KnownSession session(long renewedSecond) {
    return new KnownSession(NAME, BEGAN, BEGAN + 1000 * renewedSecond, /* courtesy= */ false);
  }

  /** Returns the session of a ticket that was issued with a courtesy page. */
  private static KnownSession ofPage(long visit) {
    return new KnownSession(visit, BEGAN, BEGAN, /* courtesy= */ true);
  }

  private Standing standing(KnownSession session) {
    return sessions.lookUp(session).standing();
  }

  @Test
  void allSessionsOfVisitUnderWayContinueIt() {
    SessionUse first =
        sessions.active(session(0), /* begins= */ true, /* resumed= */ false, /* client= */ null);
    for (int i = 0; i < 20; i++) {
      seconds.addAndGet(200);
      first.touch();
    }
    assertThat(standing(session(0)))
        .as("the second ticket of the first handshake")
        .isEqualTo(Standing.CONTINUING);
    assertThat(standing(session(4000))).isEqualTo(Standing.CONTINUING);
    assertThat(first.ageNanos()).isEqualTo(4000 * SECOND);
    seconds.addAndGet(301);
    assertThat(standing(session(0))).isEqualTo(Standing.RETURNING);
  }

  @Test
  void returningVisitBeginsForAllItsConnections() {
    sessions.active(session(0), true, /* resumed= */ false, /* client= */ null);
    seconds.set(86_400);
    SessionVerifier verifier = sessions.verifying((claim, name) -> Optional.of(session(0)));
    SessionLookup lookup = verifier.verify(null, null);
    assertThat(lookup.standing()).isEqualTo(Standing.RETURNING);
    assertThat(standing(session(0))).as("not let in yet").isEqualTo(Standing.RETURNING);
    verifier.noteAdmitted(lookup);
    assertThat(standing(session(0))).as("beside it").isEqualTo(Standing.CONTINUING);
    SessionUse sessionUse =
        sessions.active(session(0), true, /* resumed= */ false, /* client= */ null);
    seconds.addAndGet(10);
    assertThat(sessionUse.ageNanos()).as("of this visit").isEqualTo(10 * SECOND);
    seconds.addAndGet(200);
    assertThat(standing(session(0))).isEqualTo(Standing.CONTINUING);
    assertThat(standing(session(86_400))).isEqualTo(Standing.CONTINUING);
  }

  @Test
  void judgesUnknownVisitByAgeOfSession() {
    seconds.set(1000);
    assertThat(standing(session(700))).isEqualTo(Standing.CONTINUING);
    assertThat(standing(session(699))).isEqualTo(Standing.RETURNING);
    assertThat(standing(session(2000))).as("a faster clock").isEqualTo(Standing.CONTINUING);
    SessionUse sessionUse =
        sessions.active(
            session(700), /* begins= */ false, /* resumed= */ false, /* client= */ null);
    assertThat(sessionUse.ageNanos()).as("it began long before").isEqualTo(1000 * SECOND);
  }

  @Test
  void sessionWithoutVisitNameIsReturning() {
    KnownSession silent = new KnownSession(KnownSession.UNKNOWN, BEGAN, BEGAN, false);
    SessionVerifier verifier = sessions.verifying((claim, name) -> Optional.of(silent));
    SessionLookup lookup = verifier.verify(null, null);
    assertThat(lookup.standing()).isEqualTo(Standing.RETURNING);
    verifier.noteAdmitted(lookup);
    assertThat(sessions.active(silent, true, /* resumed= */ false, /* client= */ null)).isNull();
    sessions.unpaid(silent);
    assertThat(sessions.remembered()).isZero();
  }

  @Test
  void sessionThatIsNotFoundIsUnknown() {
    assertThat(sessions.verifying((claim, name) -> Optional.empty()).verify(null, null))
        .isEqualTo(SessionLookup.UNKNOWN);
  }

  @Test
  void unchargedSessionIsCourtesyUntilAdmitted() {
    sessions.unpaid(session(0));
    assertThat(standing(session(0))).as("young as it is").isEqualTo(Standing.COURTESY);
    seconds.set(250);
    SessionVerifier verifier = sessions.verifying((claim, name) -> Optional.of(session(0)));
    verifier.noteAdmitted(verifier.verify(null, null));
    assertThat(standing(session(0))).isEqualTo(Standing.CONTINUING);
    sessions.active(session(0), true, /* resumed= */ false, /* client= */ null);
    seconds.set(540);
    assertThat(standing(session(0))).isEqualTo(Standing.CONTINUING);
  }

  @Test
  void courtesyPageDoesNotEndVisitUnderWay() {
    sessions.active(session(0), true, /* resumed= */ false, /* client= */ null);
    sessions.unpaid(session(0));
    assertThat(standing(session(0))).isEqualTo(Standing.CONTINUING);
  }

  @Test
  void distinguishesVisitsBegunAtSameTime() {
    sessions.active(session(0), true, /* resumed= */ false, /* client= */ null);
    KnownSession other = new KnownSession(NAME + 1, BEGAN, BEGAN, false);
    seconds.set(400);
    assertThat(standing(other)).isEqualTo(Standing.RETURNING);
    sessions.active(other, true, /* resumed= */ false, /* client= */ null);
    assertThat(standing(other)).isEqualTo(Standing.CONTINUING);
    assertThat(standing(session(0))).isEqualTo(Standing.RETURNING);
    assertThat(sessions.lookUp(other).visit()).isEqualTo(NAME + 1);
  }

  @Test
  void judgesCourtesyTicketByItsVisit() {
    sessions.active(session(0), true, /* resumed= */ false, /* client= */ null);
    assertThat(standing(ofPage(11)))
        .as("somebody else's visit began at the same time")
        .isEqualTo(Standing.COURTESY);
    SessionVerifier verifier = sessions.verifying((claim, name) -> Optional.of(ofPage(11)));
    verifier.noteAdmitted(verifier.verify(null, null));
    assertThat(standing(ofPage(11))).as("another ticket of it").isEqualTo(Standing.CONTINUING);
    assertThat(standing(ofPage(13))).as("another one's page").isEqualTo(Standing.COURTESY);
  }

  @Test
  void courtesyTicketsShareVisitWithLaterTickets() {
    KnownSession page = ofPage(NAME);
    SessionVerifier verifier = sessions.verifying((claim, name) -> Optional.of(page));
    SessionLookup lookup = verifier.verify(null, null);
    assertThat(lookup.standing()).isEqualTo(Standing.COURTESY);
    verifier.noteAdmitted(lookup);
    SessionUse sessionUse = sessions.active(page, true, /* resumed= */ false, /* client= */ null);
    for (int i = 0; i < 5; i++) {
      seconds.addAndGet(200);
      assertThat(standing(page)).as("another ticket of the page").isEqualTo(Standing.CONTINUING);
      assertThat(standing(session(1))).as("one of the visit").isEqualTo(Standing.CONTINUING);
      sessionUse.touch();
    }
    seconds.addAndGet(301);
    assertThat(standing(page)).isEqualTo(Standing.COURTESY);
    assertThat(standing(session(1))).isEqualTo(Standing.RETURNING);
  }

  @Test
  void visitContinuesUntilIdleTimeAfterLastTouch() {
    SessionUse sessionUse =
        sessions.active(session(0), true, /* resumed= */ false, /* client= */ null);
    ledger.active(999, 0, 0);
    for (int i = 0; i < 100; i++) {
      sessionUse.touch();
    }
    seconds.set(1);
    sessionUse.touch();
    seconds.set(300);
    assertThat(standing(session(0))).isEqualTo(Standing.CONTINUING);
    seconds.set(301);
    assertThat(standing(session(0))).isEqualTo(Standing.CONTINUING);
    seconds.set(302);
    assertThat(standing(session(0))).isEqualTo(Standing.RETURNING);
  }

  @Test
  void overdrawnVisitContinuesWhenAdmittedAgain() {
    KnownPrice.teach(ledger, /* price= */ 10, 0);
    SessionUse sessionUse =
        sessions.active(session(0), /* begins= */ true, /* resumed= */ false, /* client= */ null);
    sessionUse.spend(1, 31, /* deferred= */ false);
    assertThat(standing(session(0))).isEqualTo(Standing.OVERDRAWN);

    sessions.verifying((claim, name) -> Optional.empty()).noteAdmitted(sessions.lookUp(session(0)));

    assertThat(standing(session(0))).isEqualTo(Standing.CONTINUING);
  }

  @Test
  void parallelConnectionSharesAccountOfVisit() throws Exception {
    KnownPrice.teach(ledger, /* price= */ 10, 0);
    InetAddress client = InetAddress.getByName("192.0.2.7");
    SessionUse first = sessions.active(session(0), true, /* resumed= */ false, client);
    KnownSession other = new KnownSession(NAME + 1, BEGAN, BEGAN, /* courtesy= */ false);
    SessionUse parallel = sessions.parallel(other, client);

    parallel.spend(1, 31, /* deferred= */ false);

    assertThat(first.isOver()).isTrue();
    assertThat(standing(other)).isEqualTo(Standing.OVERDRAWN);
    first.closed();
    first.closed();
    assertThat(ledger.find(NAME, 0).connectionsOpen()).isEqualTo(1);
  }

  @Test
  void parallelConnectionJoinsLatestVisit() throws Exception {
    InetAddress client = InetAddress.getByName("192.0.2.7");
    sessions.active(session(0), true, /* resumed= */ false, client);
    KnownSession second = new KnownSession(NAME + 1, BEGAN, BEGAN, /* courtesy= */ false);
    sessions.active(second, true, /* resumed= */ false, client);

    sessions.parallel(new KnownSession(NAME + 2, BEGAN, BEGAN, /* courtesy= */ false), client);

    assertThat(ledger.find(NAME, 0).connectionsOpen()).isEqualTo(1);
    assertThat(ledger.find(NAME + 1, 0).connectionsOpen()).isEqualTo(2);
    assertThat(ledger.find(NAME + 2, 0)).isSameAs(ledger.find(NAME + 1, 0));
  }

  @Test
  void parallelConnectionFromOtherAddressBeginsVisit() throws Exception {
    sessions.active(session(0), true, /* resumed= */ false, InetAddress.getByName("192.0.2.7"));
    KnownSession other = new KnownSession(NAME + 1, BEGAN, BEGAN, /* courtesy= */ false);

    SessionUse sessionUse = sessions.parallel(other, InetAddress.getByName("192.0.2.8"));

    assertThat(sessionUse.begins()).isTrue();
    assertThat(ledger.find(NAME + 1, 0)).isNotSameAs(ledger.find(NAME, 0));
  }

  @Test
  void parallelConnectionsOfSilentVisitAreOneVisit() throws Exception {
    InetAddress client = InetAddress.getByName("192.0.2.7");
    for (int i = 0; i < 6; i++) {
      sessions.parallel(new KnownSession(NAME + i, BEGAN, BEGAN, /* courtesy= */ false), client);
      assertThat(ledger.find(NAME + i, 0)).isSameAs(ledger.find(NAME, 0));
    }
    assertThat(ledger.find(NAME, 0).connectionsOpen()).isEqualTo(6);
  }

  @Test
  void connectionsOfVisitAreCountedByItsAccount() throws Exception {
    InetAddress client = InetAddress.getByName("192.0.2.7");
    sessions.active(session(0), true, /* resumed= */ false, client);
    KnownSession other = new KnownSession(NAME + 1, BEGAN, BEGAN, /* courtesy= */ false);

    assertThat(sessions.parallel(other, client).accountName()).isEqualTo(NAME);
    assertThat(sessions.accountName(NAME + 1)).isEqualTo(NAME);
    assertThat(sessions.accountName(NAME + 9)).as("not known").isEqualTo(NAME + 9);
    assertThat(sessions.apart(session(0)).accountName()).isEqualTo(SessionLookup.NO_VISIT);
  }

  @Test
  void visitJoinsItsFasterParallelConnection() throws Exception {
    InetAddress client = InetAddress.getByName("192.0.2.7");
    KnownSession faster = new KnownSession(NAME + 1, BEGAN, BEGAN, /* courtesy= */ false);
    KnownSession next = new KnownSession(NAME + 2, BEGAN, BEGAN, /* courtesy= */ false);
    sessions.parallel(faster, client);

    SessionUse slower = sessions.active(session(0), true, /* resumed= */ false, client);
    SessionUse another = sessions.active(next, true, /* resumed= */ false, client);

    assertThat(slower.begins()).isFalse();
    assertThat(ledger.find(NAME, 0)).isSameAs(ledger.find(NAME + 1, 0));
    assertThat(another.begins()).as("another customer").isTrue();
  }

  @Test
  void lateParallelConnectionBeginsAnotherVisit() throws Exception {
    InetAddress client = InetAddress.getByName("192.0.2.7");
    sessions.active(session(0), true, /* resumed= */ false, client);
    seconds.set(11);

    KnownSession other = new KnownSession(NAME + 1, BEGAN, BEGAN, /* courtesy= */ false);
    assertThat(sessions.parallel(other, client).begins()).isTrue();
  }

  /** A browser opens its connections again when they were closed, and has tickets for some. */
  @Test
  void parallelConnectionJoinsVisitThatGoesOn() throws Exception {
    InetAddress client = InetAddress.getByName("192.0.2.7");
    sessions.active(session(0), true, /* resumed= */ false, client);
    seconds.set(60);
    sessions.active(session(0), false, /* resumed= */ true, client);

    KnownSession other = new KnownSession(NAME + 1, BEGAN, BEGAN, /* courtesy= */ false);
    assertThat(sessions.parallel(other, client).begins()).isFalse();
    assertThat(ledger.find(NAME + 1, 60)).isSameAs(ledger.find(NAME, 60));
  }

  /** It may have joined the visit of another client behind the same address. */
  @Test
  void chargedParallelConnectionLeavesDebtBehind() throws Exception {
    KnownPrice.teach(ledger, /* price= */ 10, 0);
    InetAddress client = InetAddress.getByName("192.0.2.7");
    sessions.active(session(0), true, /* resumed= */ false, client).spend(1, 500, false);
    KnownSession joined = new KnownSession(NAME + 1, BEGAN, BEGAN, /* courtesy= */ false);
    sessions.parallel(joined, client);
    assertThat(standing(joined)).isEqualTo(Standing.OVERDRAWN);

    sessions.paid(joined);
    SessionUse own = sessions.active(joined, true, /* resumed= */ true, client);

    assertThat(own.isOver()).isFalse();
    own.spend(1, 11, /* deferred= */ false);
    assertThat(own.isOver()).as("it has paid 10").isTrue();
    own.awaitRequest(/* partlyPaid= */ true, 0);
    assertThat(ledger.find(NAME + 1, 0).isPartlyPaid()).as("all of it").isFalse();
    assertThat(standing(session(0))).isEqualTo(Standing.OVERDRAWN);
  }

  /** Otherwise it would count as a visit that begins, and could use as much as a new one. */
  @Test
  void idleVisitGoesOnWithItsAccount() {
    SessionUse sessionUse =
        sessions.active(session(0), /* begins= */ true, /* resumed= */ false, /* client= */ null);
    VisitAccount account = ledger.find(NAME, 0);
    seconds.set(400);

    sessionUse.touch();

    assertThat(ledger.find(NAME, 400 * SECOND)).isSameAs(account);
    assertThat(sessionUse.isForeign()).isTrue();
  }

  @Test
  void separateConnectionIsFoundByNoName() {
    SessionUse sessionUse = sessions.apart(session(0));
    seconds.set(10);
    sessionUse.touch();

    assertThat(ledger.find(NAME, 10 * SECOND)).isNull();
    assertThat(sessionUse.ageNanos()).isEqualTo(10 * SECOND);
    assertThat(sessions.apart(new KnownSession(KnownSession.UNKNOWN, BEGAN, BEGAN, false)))
        .isNull();
  }
}
