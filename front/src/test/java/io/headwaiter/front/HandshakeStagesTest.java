package io.headwaiter.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.Decision.Outcome;
import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.visit.VisitAccounts;
import io.headwaiter.door.AdmittedConnection;
import io.headwaiter.front.request.HandshakeAccounting;
import io.headwaiter.front.session.HandshakeResult;
import io.headwaiter.front.session.SessionDirectory;
import io.headwaiter.front.session.SessionUse;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.tls.KnownSession;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A visit is charged for its handshake when that is done, and for the rest at its first request. It
 * costs 100 ns, 30 of them for its handshake, and nothing refills the budget.
 */
class HandshakeStagesTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long VISIT = 4711;
  private static final long CPU_NANOS = 2_000_000;
  private static final InetAddress CLIENT = InetAddress.getLoopbackAddress();

  private final ServerMeters meters = new ServerMeters();
  private final SessionDirectory sessions =
      new SessionDirectory(
          new VisitAccounts(100, 300 * SECOND, Long.MAX_VALUE),
          300 * SECOND,
          System::nanoTime,
          System::currentTimeMillis);
  private final long began = System.nanoTime();

  private static AdmissionGate gate(long budgetNanos) {
    return new AdmissionGate(
        AdmissionPolicy.builder(1)
            .budgetMaxNanos(budgetNanos)
            .newVisitCostNanos(100)
            .abandonedCostNanos(0)
            .handshakeCostNanos(30)
            .build());
  }

  private static KnownSession session(long visit) {
    long now = System.currentTimeMillis();
    return new KnownSession(visit, now, now, /* courtesy= */ false);
  }

  /** Admits a new visit, and finishes its handshake. */
  private SessionUse shakeHands(AdmissionGate gate, long visit) {
    assertThat(gate.decideNew(began).outcome()).isEqualTo(Outcome.ADMIT);
    HandshakeAccounting handshakes = new HandshakeAccounting(gate, meters, sessions);
    AdmittedConnection admitted =
        new AdmittedConnection(Entry.NEW, SessionLookup.NO_VISIT, /* client= */ null, began);
    HandshakeResult full = new HandshakeResult(/* resumed= */ false, session(visit));
    return handshakes.proven(admitted, full, /* claimed= */ null, CPU_NANOS);
  }

  /** Finishes the handshake of a parallel connection. */
  private SessionUse parallel(AdmissionGate gate, long visit) {
    HandshakeAccounting handshakes = new HandshakeAccounting(gate, meters, sessions);
    AdmittedConnection admitted =
        new AdmittedConnection(Entry.PARALLEL, SessionLookup.NO_VISIT, CLIENT, began);
    HandshakeResult full = new HandshakeResult(/* resumed= */ false, session(visit));
    return handshakes.proven(admitted, full, /* claimed= */ null, CPU_NANOS);
  }

  /** The visit sends only its hello, and its parallel connections go on. */
  @Test
  void parallelConnectionsOfSilentVisitAreChargedOnce() {
    AdmissionGate gate = gate(199);
    assertThat(gate.decideNew(began).outcome()).isEqualTo(Outcome.ADMIT);
    for (int i = 0; i < 6; i++) {
      parallel(gate, VISIT + i).requestCame();
    }
    assertThat(meters.visitsBegun()).isEqualTo(1);
    assertThat(meters.totals().fullHandshakes() - meters.totals().parallelHandshakes())
        .isEqualTo(1);
    assertThat(hasRoomLater(gate)).isFalse();
  }

  @Test
  void slowVisitBesideParallelConnectionIsChargedOnce() {
    AdmissionGate gate = gate(200);
    assertThat(gate.decideNew(began).outcome()).isEqualTo(Outcome.ADMIT);
    SessionUse fast = parallel(gate, VISIT);
    HandshakeAccounting handshakes = new HandshakeAccounting(gate, meters, sessions);
    SessionUse slow =
        handshakes.proven(
            new AdmittedConnection(Entry.NEW, SessionLookup.NO_VISIT, CLIENT, began),
            new HandshakeResult(/* resumed= */ false, session(VISIT + 1)),
            /* claimed= */ null,
            CPU_NANOS);
    slow.requestCame();
    fast.requestCame();
    assertThat(meters.visitsBegun()).isEqualTo(1);
    assertThat(hasRoomLater(gate)).isTrue();
  }

  /** It was admitted beside a connection that was charged, and is faster. */
  @ParameterizedTest
  @EnumSource(names = {"VERIFIED", "CLAIMED"})
  void visitBeginsWithItsFastestConnection(Entry entry) {
    AdmissionGate gate = gate(200);
    assertThat(gate.decideVisit(Entry.RETURNING, began).outcome()).isEqualTo(Outcome.ADMIT);
    sessions.paid(session(VISIT));
    HandshakeAccounting handshakes = new HandshakeAccounting(gate, meters, sessions);
    HandshakeResult resumed = new HandshakeResult(/* resumed= */ true, session(VISIT));

    SessionUse sibling =
        handshakes.proven(new AdmittedConnection(entry, VISIT, CLIENT), resumed, null, CPU_NANOS);
    sibling.requestCame();

    assertThat(meters.visitsBegun()).isEqualTo(1);
    assertThat(meters.totals().returningVisits()).isEqualTo(1);
    AdmittedConnection late = new AdmittedConnection(Entry.RETURNING, VISIT, CLIENT, began);
    handshakes.proven(late, resumed, /* claimed= */ null, CPU_NANOS).requestCame();
    assertThat(meters.visitsBegun()).isEqualTo(1);
    assertThat(meters.totals().returningVisits()).isEqualTo(1);
    assertThat(hasRoomLater(gate)).isTrue();
    assertThat(gate.decideNew(began + 3 * SECOND).outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(hasRoomLater(gate)).as("all of it was paid").isFalse();
  }

  /** Returns whether one more visit fits after all reservations have lapsed. */
  private boolean hasRoomLater(AdmissionGate gate) {
    return gate.hasRoom(began + 3 * SECOND);
  }

  @Test
  void handshakeAloneIsChargedAndBeginsNoVisit() {
    AdmissionGate enough = gate(130);
    shakeHands(enough, VISIT);
    assertThat(hasRoomLater(enough)).isTrue();
    AdmissionGate tooLittle = gate(129);
    shakeHands(tooLittle, VISIT + 1);
    assertThat(hasRoomLater(tooLittle)).isFalse();
    assertThat(meters.totals().fullHandshakes()).isEqualTo(2);
    assertThat(meters.visitsBegun()).isZero();
  }

  @Test
  void firstRequestBeginsVisitAndChargesRest() {
    AdmissionGate gate = gate(199);
    SessionUse sessionUse = shakeHands(gate, VISIT);
    sessionUse.requestCame();
    sessionUse.requestCame();
    assertThat(hasRoomLater(gate)).isFalse();
    assertThat(meters.visitsBegun()).isEqualTo(1);
    AdmissionGate enough = gate(200);
    shakeHands(enough, VISIT + 1).requestCame();
    assertThat(hasRoomLater(enough)).as("no request was charged twice").isTrue();
  }

  /**
   * Otherwise a client that sends its first request on a resumed connection would be charged for no
   * visit.
   */
  @Test
  void chargesFirstRequestOnOtherConnection() {
    AdmissionGate gate = gate(199);
    shakeHands(gate, VISIT);
    assertThat(hasRoomLater(gate)).isTrue();
    SessionUse resumed =
        sessions.active(
            session(VISIT), /* begins= */ false, /* resumed= */ true, /* client= */ null);
    resumed.requestCame();
    assertThat(hasRoomLater(gate)).isFalse();
    assertThat(meters.visitsBegun()).isEqualTo(1);
  }

  @Test
  void chargesUnknownVisitAtOnce() {
    AdmissionGate gate = gate(199);
    assertThat(shakeHands(gate, KnownSession.UNKNOWN)).isNull();
    assertThat(hasRoomLater(gate)).isFalse();
    assertThat(meters.visitsBegun()).isEqualTo(1);
  }

  @Test
  void firstRequestBeginsReturningVisitAndChargesOnce() {
    AdmissionGate gate = gate(200);
    assertThat(gate.decideVisit(Entry.RETURNING, began).outcome()).isEqualTo(Outcome.ADMIT);
    HandshakeAccounting handshakes = new HandshakeAccounting(gate, meters, sessions);
    SessionUse sessionUse =
        handshakes.proven(
            new AdmittedConnection(Entry.RETURNING, VISIT, /* client= */ null, began),
            new HandshakeResult(/* resumed= */ true, session(VISIT)),
            /* claimed= */ null,
            CPU_NANOS);
    assertThat(meters.visitsBegun()).isZero();
    sessionUse.requestCame();
    assertThat(meters.visitsBegun()).isEqualTo(1);
    assertThat(hasRoomLater(gate)).isTrue();
    sessionUse.requestCame();
    assertThat(hasRoomLater(gate)).as("charged once").isTrue();
    assertThat(gate.decideNew(began + 3 * SECOND).outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(hasRoomLater(gate)).as("all of it was paid").isFalse();
  }
}
