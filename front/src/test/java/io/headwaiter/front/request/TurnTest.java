package io.headwaiter.front.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.capacity.VisitWork;
import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.core.visit.VisitAccounts;
import io.headwaiter.door.AdmittedConnection;
import io.headwaiter.front.KnownPrice;
import io.headwaiter.front.TestWork;
import io.headwaiter.front.session.HandshakeResult;
import io.headwaiter.front.session.SessionDirectory;
import io.headwaiter.front.session.SessionUse;
import io.headwaiter.front.supply.ThreadCpu;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.tls.KnownSession;
import org.junit.jupiter.api.Test;

/**
 * Times are the thread's own, and are compared with each other and with the least that they can be.
 */
public class TurnTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long HUGE = 1_000 * SECOND;

  private long nowNanos;
  private static final long VISIT = 4711;

  private final ServerMeters meters = TestWork.usedMeters();
  private final TurnMeter turns = new TurnMeter(meters);
  private final VisitAccounts accounts = new VisitAccounts(100, 300 * SECOND, Long.MAX_VALUE);
  private final SessionDirectory sessions =
      new SessionDirectory(
          accounts, 300 * SECOND, () -> nowNanos, () -> 1_000_000 + nowNanos / 1_000_000);

  private final ExcessBudget bounded = bounded();

  private static ExcessBudget bounded() {
    ExcessBudget budget = new ExcessBudget();
    budget.grant(/* granted= */ 1, /* nowNanos= */ 0);
    return budget;
  }

  private SessionUse sessionUse() {
    return sessions.active(
        new KnownSession(VISIT, 1_000_000, 1_000_000, /* courtesy= */ false),
        true,
        /* resumed= */ false,
        /* client= */ null);
  }

  private long connectionNanos() {
    return meters.totals().connectionCpuNanos();
  }

  private void burnForARequest() {
    TestWork.burn();
    request(0);
  }

  private void request(long cpuNanos) {
    request(TestWork.PAGE, cpuNanos);
  }

  private void request(String path, long cpuNanos) {
    Turn.requestBegins(meters, 0).ends(path, 200, cpuNanos, cpuNanos);
  }

  /** A turn that waits for its client again and again is charged before it ends. */
  @Test
  public void workBetweenBytesOfSlowClientIsExcess() {
    SessionUse sessionUse = sessionUse();
    long[] excess = new long[2];
    turns.run(
        0,
        /* heldBackNanos= */ 0,
        /* canWait= */ true,
        sessionUse,
        () -> {
          TestWork.burn();
          request(TestWork.BURNT_NANOS); // this was it
          TestWork.burn();
          Turn.slowClientMoved();
          excess[0] = meters.excessCpuNanos();
          TestWork.burn();
          Turn.slowClientMoved();
          excess[1] = meters.excessCpuNanos();
          assertThat(Turn.slowNanos()).isEqualTo(excess[1]);
          TestWork.burn();
        });
    assertThat(excess[0]).isGreaterThanOrEqualTo(TestWork.BURNT_NANOS);
    assertThat(excess[1]).isGreaterThanOrEqualTo(2 * TestWork.BURNT_NANOS);
    assertThat(meters.excessCpuNanos()).isEqualTo(excess[1]);
    long restNanos = connectionNanos() - excess[1];
    assertThat(restNanos).isGreaterThanOrEqualTo(TestWork.BURNT_NANOS);
    assertThat(meters.visitWork().cpuNanos()).isEqualTo(TestWork.BURNT_NANOS + restNanos);
  }

  @Test
  public void firstUseCountsAsTurnWithoutCharge() {
    SessionUse sessionUse = sessionUse();
    long before = meters.totals().firstUses().requests();
    for (int i = 0; i < 3; i++) {
      turns.run(
          0,
          /* heldBackNanos= */ 0,
          /* canWait= */ true,
          sessionUse,
          () -> {
            long began = ThreadCpu.nanos();
            TestWork.burn();
            request("/compiled", ThreadCpu.nanos() - began);
          });
    }
    assertThat(asked()).isEqualTo(3);
    long firstUses = meters.totals().firstUses().cpuNanos();
    assertThat(meters.totals().firstUses().requests() - before).isEqualTo(2);
    assertThat(firstUses).isGreaterThanOrEqualTo(2_000_000);
    long visit = meters.visitWork().cpuNanos();
    assertThat(visit)
        .as("the third request, and what the turns took beside requests")
        .isEqualTo(meters.totals().requestCpuNanos() + connectionNanos())
        .isGreaterThanOrEqualTo(1_000_000);
  }

  @Test
  public void firstUseHandshakesAddNoCpuTime() {
    AdmissionPolicy open = AdmissionPolicy.builder(0).open(true).grantNanos(0).build();
    HandshakeAccounting handshakes =
        new HandshakeAccounting(new AdmissionGate(open), meters, sessions);
    sessionUse();
    KnownSession session = new KnownSession(VISIT, 1_000_000, 1_000_000, /* courtesy= */ false);
    long firsts = 2;
    for (int i = 0; i < firsts + 1; i++) {
      turns.run(
          0,
          () -> {
            Turn.handshakeStep(HUGE);
            handshakes.proven(
                AdmittedConnection.as(Entry.VERIFIED),
                new HandshakeResult(/* resumed= */ true, session),
                /* claimed= */ null,
                HUGE);
          });
    }
    assertThat(meters.totals().firstUses().resumedHandshakes()).isEqualTo(firsts);
    assertThat(meters.totals().resumedHandshakes()).isEqualTo(firsts + 1);
    assertThat(asked()).isEqualTo(firsts + 1);
    assertThat(meters.visitWork().cpuNanos()).isEqualTo(HUGE);
  }

  @Test
  public void workBeyondAccountIsExcess() {
    KnownPrice.teach(accounts, /* price= */ 1, nowNanos);
    SessionUse sessionUse = sessionUse();
    turns.run(0, /* heldBackNanos= */ 0, /* canWait= */ true, sessionUse, this::burnForARequest);
    assertThat(sessionUse.isOver()).isTrue();
    long turnsBefore = meters.visitWork().turns();
    long cpuBefore = meters.visitWork().cpuNanos();
    long excessBefore = meters.excessCpuNanos();

    turns.run(0, /* heldBackNanos= */ 0, /* canWait= */ true, sessionUse, this::burnForARequest);

    assertThat(meters.visitWork().turns()).isEqualTo(turnsBefore);
    assertThat(meters.visitWork().cpuNanos()).isEqualTo(cpuBefore);
    assertThat(meters.excessCpuNanos() - excessBefore).isGreaterThanOrEqualTo(1_000_000);
  }

  @Test
  public void deferredTurnIsExcessAndNoQueueDelay() {
    KnownPrice.teach(accounts, /* price= */ SECOND, nowNanos);
    SessionUse sessionUse = sessionUse();
    long delays = meters.totals().queueDelays();

    turns.runDeferred(
        /* waitedNanos= */ SECOND, /* canWait= */ true, sessionUse, this::burnForARequest);

    assertThat(meters.totals().queueDelays()).isEqualTo(delays);
    assertThat(meters.deferredTurns()).isEqualTo(1);
    assertThat(meters.excessCpuNanos()).isGreaterThanOrEqualTo(1_000_000);
    assertThat(meters.visitWork().cpuNanos()).isZero();
    assertThat(sessionUse.isOverAfter(3 * SECOND)).isFalse();
  }

  /** It is pipelined, or comes so soon after the answer that it is in the same turn. */
  @Test
  public void requestBehindCostlyOnesIsOverdrawn() {
    KnownPrice.teach(accounts, /* price= */ 100_000, nowNanos);
    SessionUse sessionUse = sessionUse();
    assertThat(Turn.isOverdrawn(bounded)).isFalse();

    turns.run(
        0,
        /* heldBackNanos= */ 0,
        /* canWait= */ true,
        sessionUse,
        () -> {
          TestWork.burn();
          assertThat(Turn.isOverdrawn(bounded)).as("the first one").isFalse();
          request(0);
          assertThat(Turn.isOverdrawn(bounded)).isTrue();
          assertThat(Turn.isOverdrawn(new ExcessBudget())).as("nobody else wants it").isFalse();
          assertThat(Turn.shouldEnd(new ExcessBudget())).as("nobody else wants it").isFalse();
          assertThat(Turn.shouldEnd(bounded)).isTrue();
          assertThat(Turn.shouldEnd(bounded)).as("the reader goes on").isFalse();
        });
    assertThat(Turn.shouldEnd(bounded)).as("no turn").isFalse();
  }

  @Test
  public void turnDoesNotEndDuringRequest() {
    KnownPrice.teach(accounts, /* price= */ 100_000, nowNanos);
    turns.run(
        0,
        /* heldBackNanos= */ 0,
        /* canWait= */ true,
        sessionUse(),
        () -> {
          TestWork.burn();
          request(0);
          ServedRequest served = Turn.requestBegins(meters, System.nanoTime());
          assertThat(Turn.isOverdrawn(bounded)).isTrue();
          assertThat(Turn.shouldEnd(bounded)).isFalse();
          served.ends("page", 200, /* cpuNanos= */ 0, System.nanoTime());
          assertThat(Turn.shouldEnd(bounded)).isTrue();
        });
  }

  @Test
  public void requestBehindOthersIsServedWithinAccount() {
    KnownPrice.teach(accounts, /* price= */ 1_000 * SECOND, nowNanos);
    turns.run(
        0,
        /* heldBackNanos= */ 0,
        /* canWait= */ true,
        sessionUse(),
        () -> {
          request(0);
          assertThat(Turn.isOverdrawn(bounded)).isFalse();
        });
  }

  @Test
  public void currentVisitIsKnownDuringItsTurn() {
    SessionUse sessionUse = sessionUse();
    turns.run(
        0,
        /* heldBackNanos= */ 0,
        /* canWait= */ true,
        sessionUse,
        () -> assertThat(Turn.currentSessionUse()).isSameAs(sessionUse));
    turns.run(0, () -> assertThat(Turn.currentSessionUse()).isNull());
    assertThat(Turn.currentSessionUse()).isNull();
  }

  @Test
  public void connectionMaintenanceIsWorkButNoTurn() {
    turns.run(0, /* heldBackNanos= */ 0, /* canWait= */ true, sessionUse(), TestWork::burn);
    assertThat(asked()).isZero();
    assertThat(meters.visitWork().cpuNanos(0)).isGreaterThanOrEqualTo(1_000_000);
  }

  @Test
  public void entersWorkByVisitAge() {
    SessionUse sessionUse = sessionUse();
    nowNanos = 2 * SECOND;
    turns.run(0, /* heldBackNanos= */ 0, /* canWait= */ true, sessionUse, () -> request(0));
    long firstNanos = connectionNanos();
    int first = VisitWork.FIRST_TURN_BIN;
    assertThat(meters.visitWork().turns(first)).as("however late").isEqualTo(1);
    turns.run(5, /* heldBackNanos= */ 0, /* canWait= */ true, sessionUse, this::burnForARequest);
    int bin = VisitWork.binOf(2 * SECOND);
    assertThat(meters.visitWork().turns(first)).isEqualTo(1);
    assertThat(meters.visitWork().turns(bin)).isEqualTo(1);
    assertThat(meters.visitWork().cpuNanos(bin)).isEqualTo(connectionNanos() - firstNanos);
    assertThat(meters.visitWork().cpuNanos(bin)).isGreaterThanOrEqualTo(1_000_000);
    assertThat(meters.totals().queueDelayNanos()).isEqualTo(5);
  }

  @Test
  public void workForUnknownVisitIsConnectionWork() {
    turns.run(0, TestWork::burn);
    assertThat(connectionNanos()).isGreaterThanOrEqualTo(1_000_000);
    assertThat(asked()).isZero();
  }

  private long asked() {
    return meters.visitWork().turns();
  }

  @Test
  public void assignsTurnToVisitKnownLater() {
    SessionUse sessionUse = sessionUse();
    turns.run(
        0,
        () -> {
          Turn.worksFor(null);
          Turn.worksFor(sessionUse);
          Turn.worksFor(sessionUse);
          request(0);
        });
    assertThat(asked()).isEqualTo(1);
  }

  private SessionUse other() {
    return sessions.active(
        new KnownSession(VISIT + 1, 1_000_000, 1_000_000, /* courtesy= */ false),
        true,
        /* resumed= */ false,
        /* client= */ null);
  }

  /** For example, a message to all connected clients. */
  @Test
  public void turnWritingToOthersChargesItsVisitOnly() {
    turns.run(
        0,
        /* heldBackNanos= */ 0,
        /* canWait= */ true,
        sessionUse(),
        () -> {
          Turn.worksFor(other());
          burnForARequest();
        });

    assertThat(accounts.find(VISIT, 0).cpuNanos()).isGreaterThanOrEqualTo(1_000_000);
    assertThat(accounts.find(VISIT, 0).turns()).isEqualTo(1);
    assertThat(accounts.find(VISIT + 1, 0).cpuNanos()).isZero();
    assertThat(accounts.find(VISIT + 1, 0).turns()).isZero();
  }

  @Test
  public void writesFromOtherVisitsKeepVisitUnderWay() {
    SessionUse other = other();
    for (int i = 0; i < 5; i++) {
      nowNanos += 250 * SECOND;
      turns.run(
          0, /* heldBackNanos= */ 0, /* canWait= */ true, sessionUse(), () -> Turn.worksFor(other));
    }
    KnownSession session = new KnownSession(VISIT + 1, 1_000_000, 1_000_000, /* courtesy= */ false);
    assertThat(sessions.lookUp(session).standing())
        .isEqualTo(io.headwaiter.core.admission.SessionLookup.Standing.CONTINUING);
  }

  @Test
  public void turnForManyConnectionsChargesNoVisit() {
    turns.run(
        0,
        () -> {
          Turn.worksForMany();
          Turn.worksFor(sessionUse());
          assertThat(Turn.currentSessionUse()).isNull();
          Turn.handshakeDone(other(), 0);
          assertThat(Turn.currentSessionUse()).isNull();
          TestWork.burn();
        });
    assertThat(accounts.find(VISIT, 0).cpuNanos()).isZero();
    assertThat(accounts.find(VISIT + 1, 0).cpuNanos()).isZero();
  }

  @Test
  public void handshakeThatBeginsVisitIsNoWork() {
    turns.run(
        0,
        () -> {
          Turn.handshakeStep(HUGE);
          Turn.handshakeDone(sessionUse(), 0);
        });
    assertThat(asked()).isZero();
    assertThat(meters.visitWork().cpuNanos(0)).isZero();
    assertThat(connectionNanos()).isZero();
  }

  @Test
  public void handshakesOfLaterConnectionsAreVisitWork() {
    turns.run(0, () -> Turn.handshakeStep(HUGE)); // the first step, in a turn of its own
    assertThat(asked()).isZero();
    turns.run(
        0,
        () -> {
          Turn.handshakeStep(HUGE);
          Turn.handshakeDone(sessionUse(), 2 * HUGE);
        });
    assertThat(asked()).isEqualTo(1);
    assertThat(meters.visitWork().cpuNanos(0)).isEqualTo(2 * HUGE);
  }

  @Test
  public void requestIsVisitWorkAndNoConnectionWork() {
    turns.run(
        0,
        /* heldBackNanos= */ 0,
        /* canWait= */ true,
        sessionUse(),
        () -> {
          TestWork.burn();
          request(HUGE);
        });
    assertThat(connectionNanos()).isZero();
    assertThat(meters.visitWork().cpuNanos(0)).isGreaterThanOrEqualTo(1_000_000);
  }

  @Test
  public void nestedTurnCountsOnce() {
    Runnable nested =
        () ->
            turns.run(
                0,
                /* heldBackNanos= */ 0,
                /* canWait= */ true,
                sessionUse(),
                this::burnForARequest);
    long before = ThreadCpu.nanos();
    turns.run(0, nested);
    long both = ThreadCpu.nanos() - before;
    assertThat(asked()).isEqualTo(1);
    long inner = meters.visitWork().cpuNanos(0);
    assertThat(inner).isGreaterThanOrEqualTo(1_000_000);
    assertThat(connectionNanos()).as("all of it, once").isBetween(inner, both);
  }

  @Test
  public void failedTurnIsEnteredAndRethrowsException() {
    SessionUse sessionUse = sessionUse();
    assertThatThrownBy(
            () ->
                turns.run(
                    0,
                    /* heldBackNanos= */ 0,
                    /* canWait= */ true,
                    sessionUse,
                    () -> {
                      request(0);
                      throw new IllegalStateException("so what");
                    }))
        .hasMessage("so what");
    assertThat(asked()).isEqualTo(1);
    request(HUGE); // no turn is under way: no visit is charged for it
    turns.run(0, TestWork::burn);
    assertThat(connectionNanos()).isGreaterThanOrEqualTo(1_000_000);
  }

  @Test
  public void readOutsideTurnKeepsVisitUnderWay() {
    SessionUse sessionUse = sessionUse();
    for (int i = 0; i < 5; i++) {
      nowNanos += 250 * SECOND;
      Turn.worksFor(sessionUse);
    }
    KnownSession session = new KnownSession(VISIT, 1_000_000, 1_000_000, /* courtesy= */ false);
    assertThat(sessions.lookUp(session).standing())
        .isEqualTo(io.headwaiter.core.admission.SessionLookup.Standing.CONTINUING);
  }

  private void serve(RequestPermits permits) {
    assertThat(Turn.takePermit(permits, /* unnamed= */ null)).isTrue();
    assertThat(permits.busy()).isEqualTo(1);
    request(0);
  }

  @Test
  public void turnKeepsOnePermitUntilItEnds() {
    RequestPermits permits = new RequestPermits(1, 0);
    turns.run(
        0,
        () -> {
          serve(permits);
          serve(permits); // a second request that was sent with the first
          turns.run(0, () -> serve(permits));
          assertThat(permits.busy()).as("the outer turn still has it").isEqualTo(1);
        });
    assertThat(permits.busy()).isZero();
    assertThatThrownBy(
            () ->
                turns.run(
                    0,
                    () -> {
                      serve(permits);
                      throw new IllegalStateException("so what");
                    }))
        .hasMessage("so what");
    assertThat(permits.busy()).isZero();
  }

  @Test
  public void takesNoPermitOutsideTurn() {
    RequestPermits permits = new RequestPermits(1, 0);
    assertThat(Turn.takePermit(permits, /* unnamed= */ null)).isTrue();
    Turn.insistOnPermit(permits);
    assertThat(permits.busy()).isZero();
  }

  @Test
  public void permitWaitCountsAsWorkerWait() {
    long timeoutNanos = 2_000_000;
    RequestPermits permits = new RequestPermits(1, timeoutNanos);
    permits.squeezeIn();
    turns.run(5, () -> assertThat(Turn.takePermit(permits, /* unnamed= */ null)).isFalse());
    assertThat(permits.busy()).isEqualTo(1);
    turns.run(
        5,
        () -> {
          Turn.insistOnPermit(permits);
          assertThat(permits.busy()).as("one too many").isEqualTo(2);
          Turn.insistOnPermit(permits);
          request(0);
        });
    assertThat(permits.busy()).isEqualTo(1);
    assertThat(meters.totals().queueDelays()).isEqualTo(2);
    assertThat(meters.totals().queueDelayNanos()).isGreaterThanOrEqualTo(2 * (timeoutNanos + 5));
    assertThat(meters.profile(0).types().get(TestWork.PAGE).workerWaitNanos())
        .isGreaterThanOrEqualTo(timeoutNanos + 5);
  }
}
