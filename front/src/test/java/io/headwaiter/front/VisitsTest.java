package io.headwaiter.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.Verdict;
import io.headwaiter.core.admission.Verdict.Standing;
import io.headwaiter.core.admission.VisitLedger;
import io.headwaiter.door.SessionVerifier;
import io.headwaiter.tls.KnownSession;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class VisitsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long IDLE = 300 * SECOND;
  private static final long BEGAN = 1_000_000_000_000L;
  private static final long NAME = 4711;

  private final AtomicLong seconds = new AtomicLong();
  private final VisitLedger ledger = new VisitLedger(100, IDLE, /* secret= */ 7);
  private final Visits visits =
      new Visits(ledger, IDLE, () -> seconds.get() * SECOND, () -> BEGAN + 1000 * seconds.get());

  /** A session of the visit that began at the start, resumed or issued so many seconds later. */
  private static KnownSession session(long renewedSecond) {
    return new KnownSession(NAME, BEGAN, BEGAN + 1000 * renewedSecond, /* courtesy= */ false);
  }

  /** What the ticket of a courtesy page tells. */
  private static KnownSession ofPage(long visit) {
    return new KnownSession(visit, BEGAN, BEGAN, /* courtesy= */ true);
  }

  private Standing standing(KnownSession session) {
    return visits.verdict(session).standing();
  }

  @Test
  void everySessionOfAVisitUnderWayContinuesIt() {
    Visits.Stay first = visits.active(session(0), /* begins= */ true);
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
  void whoReturnsBeginsAnotherVisitForAllHisConnections() {
    visits.active(session(0), true);
    seconds.set(86_400);
    SessionVerifier verifier = visits.verifying((claim, name) -> Optional.of(session(0)));
    Verdict verdict = verifier.verify(null, null);
    assertThat(verdict.standing()).isEqualTo(Standing.RETURNING);
    assertThat(standing(session(0))).as("not let in yet").isEqualTo(Standing.RETURNING);
    verifier.letIn(verdict);
    assertThat(standing(session(0))).as("beside it").isEqualTo(Standing.CONTINUING);
    Visits.Stay stay = visits.active(session(0), true);
    seconds.addAndGet(10);
    assertThat(stay.ageNanos()).as("of this visit").isEqualTo(10 * SECOND);
    seconds.addAndGet(200);
    assertThat(standing(session(0))).isEqualTo(Standing.CONTINUING);
    assertThat(standing(session(86_400))).isEqualTo(Standing.CONTINUING);
  }

  @Test
  void whatTheLedgerDoesNotKnowIsDecidedByAge() {
    seconds.set(1000);
    assertThat(standing(session(700))).isEqualTo(Standing.CONTINUING);
    assertThat(standing(session(699))).isEqualTo(Standing.RETURNING);
    assertThat(standing(session(2000))).as("a faster clock").isEqualTo(Standing.CONTINUING);
    Visits.Stay stay = visits.active(session(700), /* begins= */ false);
    assertThat(stay.ageNanos()).as("it began long before").isEqualTo(1000 * SECOND);
  }

  @Test
  void ofASessionThatSaysNothingAVisitBegins() {
    KnownSession silent = new KnownSession(KnownSession.UNKNOWN, BEGAN, BEGAN, false);
    SessionVerifier verifier = visits.verifying((claim, name) -> Optional.of(silent));
    Verdict verdict = verifier.verify(null, null);
    assertThat(verdict.standing()).isEqualTo(Standing.RETURNING);
    verifier.letIn(verdict);
    assertThat(visits.active(silent, true)).isNull();
    visits.courtesy(silent);
    assertThat(visits.remembered()).isZero();
  }

  @Test
  void whatIsNotFoundIsNotKnown() {
    assertThat(visits.verifying((claim, name) -> Optional.empty()).verify(null, null))
        .isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void aSessionThatTheLedgerKnowsFromAPageIsOfAPage() {
    visits.courtesy(session(0));
    assertThat(standing(session(0))).as("young as it is").isEqualTo(Standing.COURTESY);
    seconds.set(250);
    SessionVerifier verifier = visits.verifying((claim, name) -> Optional.of(session(0)));
    verifier.letIn(verifier.verify(null, null));
    assertThat(standing(session(0))).isEqualTo(Standing.CONTINUING);
    visits.active(session(0), true);
    seconds.set(540);
    assertThat(standing(session(0))).isEqualTo(Standing.CONTINUING);
  }

  @Test
  void aPageTakesNothingFromAVisitUnderWay() {
    visits.active(session(0), true);
    visits.courtesy(session(0));
    assertThat(standing(session(0))).isEqualTo(Standing.CONTINUING);
  }

  @Test
  void visitsThatBeganAtTheSameTimeAreTold() {
    visits.active(session(0), true);
    KnownSession other = new KnownSession(NAME + 1, BEGAN, BEGAN, false);
    seconds.set(400);
    assertThat(standing(other)).isEqualTo(Standing.RETURNING);
    visits.active(other, true);
    assertThat(standing(other)).isEqualTo(Standing.CONTINUING);
    assertThat(standing(session(0))).isEqualTo(Standing.RETURNING);
    assertThat(visits.verdict(other).visit()).isEqualTo(NAME + 1);
  }

  @Test
  void theTicketOfAPageIsJudgedByItsVisit() {
    visits.active(session(0), true);
    assertThat(standing(ofPage(11)))
        .as("somebody else's visit began at the same time")
        .isEqualTo(Standing.COURTESY);
    SessionVerifier verifier = visits.verifying((claim, name) -> Optional.of(ofPage(11)));
    verifier.letIn(verifier.verify(null, null));
    assertThat(standing(ofPage(11))).as("another ticket of it").isEqualTo(Standing.CONTINUING);
    assertThat(standing(ofPage(13))).as("another one's page").isEqualTo(Standing.COURTESY);
  }

  @Test
  void allTicketsOfAPageAreOneVisitWithThoseThatItGetsInside() {
    KnownSession page = ofPage(NAME);
    SessionVerifier verifier = visits.verifying((claim, name) -> Optional.of(page));
    Verdict verdict = verifier.verify(null, null);
    assertThat(verdict.standing()).isEqualTo(Standing.COURTESY);
    verifier.letIn(verdict);
    Visits.Stay stay = visits.active(page, true);
    for (int i = 0; i < 5; i++) {
      seconds.addAndGet(200);
      assertThat(standing(page)).as("another ticket of the page").isEqualTo(Standing.CONTINUING);
      assertThat(standing(session(1))).as("one of the visit").isEqualTo(Standing.CONTINUING);
      stay.touch();
    }
    seconds.addAndGet(301);
    assertThat(standing(page)).isEqualTo(Standing.COURTESY);
    assertThat(standing(session(1))).isEqualTo(Standing.RETURNING);
  }

  @Test
  void theLedgerIsNotAskedForEveryTurn() {
    Visits.Stay stay = visits.active(session(0), true);
    ledger.active(999, 0, 0);
    for (int i = 0; i < 100; i++) {
      stay.touch();
    }
    seconds.set(1);
    stay.touch();
    seconds.set(300);
    assertThat(standing(session(0))).isEqualTo(Standing.CONTINUING);
    seconds.set(301);
    assertThat(standing(session(0))).isEqualTo(Standing.CONTINUING);
    seconds.set(302);
    assertThat(standing(session(0))).isEqualTo(Standing.RETURNING);
  }
}
