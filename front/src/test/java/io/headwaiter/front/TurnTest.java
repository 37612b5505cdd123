package io.headwaiter.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.capacity.VisitWork;
import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.core.visit.VisitAccounts;
import io.headwaiter.door.Admission;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.tls.KnownSession;
import org.junit.jupiter.api.Test;

/**
 * Times are the thread's own, and are compared with each other and with the least that they can be.
 */
class TurnTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long HUGE = 1_000 * SECOND;

  private long nowNanos;
  private static final long VISIT = 4711;

  private final ServerMeters meters = TestWork.usedMeters();
  private final TurnMeter turns = new TurnMeter(meters);
  private final VisitAccounts accounts = new VisitAccounts(100, 300 * SECOND, Long.MAX_VALUE);
  private final Visits visits =
      new Visits(accounts, 300 * SECOND, () -> nowNanos, () -> 1_000_000 + nowNanos / 1_000_000);

  private final ExcessBudget bounded = bounded();

  private static ExcessBudget bounded() {
    ExcessBudget budget = new ExcessBudget();
    budget.grant(/* granted= */ 1, /* nowNanos= */ 0);
    return budget;
  }

  private Visits.Stay stay() {
    return visits.active(
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

  @Test
  void firstUseCountsAsTurnWithoutCharge() {
    Visits.Stay stay = stay();
    long before = meters.totals().firstUses().requests();
    for (int i = 0; i < 3; i++) {
      turns.run(
          0,
          stay,
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
  void firstUseHandshakesAddNoCpuTime() {
    AdmissionPolicy open = new AdmissionPolicy(0, true, 0, 0, 0, 1, 0, 0);
    HandshakeBook book = new HandshakeBook(new AdmissionGate(open), meters, visits);
    stay();
    KnownSession session = new KnownSession(VISIT, 1_000_000, 1_000_000, /* courtesy= */ false);
    long firsts = 2;
    for (int i = 0; i < firsts + 1; i++) {
      turns.run(
          0,
          () -> {
            Turn.handshakeStep(HUGE);
            book.proven(
                Admission.as(Entry.VERIFIED),
                new Proof(/* resumed= */ true, session),
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
  void workBeyondAccountIsExcess() {
    KnownPrice.teach(accounts, /* price= */ 1, nowNanos);
    Visits.Stay stay = stay();
    turns.run(0, stay, this::burnForARequest);
    assertThat(stay.isOver()).isTrue();
    long turnsBefore = meters.visitWork().turns();
    long cpuBefore = meters.visitWork().cpuNanos();
    long excessBefore = meters.excessCpuNanos();

    turns.run(0, stay, this::burnForARequest);

    assertThat(meters.visitWork().turns()).isEqualTo(turnsBefore);
    assertThat(meters.visitWork().cpuNanos()).isEqualTo(cpuBefore);
    assertThat(meters.excessCpuNanos() - excessBefore).isGreaterThanOrEqualTo(1_000_000);
  }

  @Test
  void deferredTurnIsExcessAndNoQueueDelay() {
    KnownPrice.teach(accounts, /* price= */ SECOND, nowNanos);
    Visits.Stay stay = stay();
    long delays = meters.totals().queueDelays();

    turns.runDeferred(/* waitedNanos= */ SECOND, stay, this::burnForARequest);

    assertThat(meters.totals().queueDelays()).isEqualTo(delays);
    assertThat(meters.deferredTurns()).isEqualTo(1);
    assertThat(meters.excessCpuNanos()).isGreaterThanOrEqualTo(1_000_000);
    assertThat(meters.visitWork().cpuNanos()).isZero();
    assertThat(stay.isOverAfter(3 * SECOND)).isFalse();
  }

  /** It is pipelined, or comes so soon after the answer that it is in the same turn. */
  @Test
  void requestBehindCostlyOnesIsOverdrawn() {
    KnownPrice.teach(accounts, /* price= */ 100_000, nowNanos);
    Visits.Stay stay = stay();
    assertThat(Turn.isOverdrawn(bounded)).isFalse();

    turns.run(
        0,
        stay,
        () -> {
          TestWork.burn();
          assertThat(Turn.isOverdrawn(bounded)).as("the first one").isFalse();
          request(0);
          assertThat(Turn.isOverdrawn(bounded)).isTrue();
          assertThat(Turn.isOverdrawn(new ExcessBudget())).as("nobody else wants it").isFalse();
        });
  }

  @Test
  void requestBehindOthersIsServedWithinAccount() {
    KnownPrice.teach(accounts, /* price= */ 1_000 * SECOND, nowNanos);
    turns.run(
        0,
        stay(),
        () -> {
          request(0);
          assertThat(Turn.isOverdrawn(bounded)).isFalse();
        });
  }

  @Test
  void currentVisitIsKnownDuringItsTurn() {
    Visits.Stay stay = stay();
    turns.run(0, stay, () -> assertThat(Turn.currentStay()).isSameAs(stay));
    turns.run(0, () -> assertThat(Turn.currentStay()).isNull());
    assertThat(Turn.currentStay()).isNull();
  }

  @Test
  void connectionMaintenanceIsWorkButNoTurn() {
    turns.run(0, stay(), TestWork::burn);
    assertThat(asked()).isZero();
    assertThat(meters.visitWork().cpuNanos(0)).isGreaterThanOrEqualTo(1_000_000);
  }

  @Test
  void entersWorkByVisitAge() {
    Visits.Stay stay = stay();
    nowNanos = 2 * SECOND;
    turns.run(0, stay, () -> request(0));
    long firstNanos = connectionNanos();
    int first = VisitWork.FIRST_TURN_BIN;
    assertThat(meters.visitWork().turns(first)).as("however late").isEqualTo(1);
    turns.run(5, stay, this::burnForARequest);
    int bin = VisitWork.binOf(2 * SECOND);
    assertThat(meters.visitWork().turns(first)).isEqualTo(1);
    assertThat(meters.visitWork().turns(bin)).isEqualTo(1);
    assertThat(meters.visitWork().cpuNanos(bin)).isEqualTo(connectionNanos() - firstNanos);
    assertThat(meters.visitWork().cpuNanos(bin)).isGreaterThanOrEqualTo(1_000_000);
    assertThat(meters.totals().queueDelayNanos()).isEqualTo(5);
  }

  @Test
  void workForUnknownVisitIsConnectionWork() {
    turns.run(0, TestWork::burn);
    assertThat(connectionNanos()).isGreaterThanOrEqualTo(1_000_000);
    assertThat(asked()).isZero();
  }

  private long asked() {
    return meters.visitWork().turns();
  }

  @Test
  void assignsTurnToVisitKnownLater() {
    Visits.Stay stay = stay();
    turns.run(
        0,
        () -> {
          Turn.worksFor(null);
          Turn.worksFor(stay);
          Turn.worksFor(stay);
          request(0);
        });
    assertThat(asked()).isEqualTo(1);
  }

  private Visits.Stay other() {
    return visits.active(
        new KnownSession(VISIT + 1, 1_000_000, 1_000_000, /* courtesy= */ false),
        true,
        /* resumed= */ false,
        /* client= */ null);
  }

  /** For example, a message to all connected clients. */
  @Test
  void turnWritingToOthersChargesItsVisitOnly() {
    turns.run(
        0,
        stay(),
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
  void writesFromOtherVisitsKeepVisitUnderWay() {
    Visits.Stay other = other();
    for (int i = 0; i < 5; i++) {
      nowNanos += 250 * SECOND;
      turns.run(0, stay(), () -> Turn.worksFor(other));
    }
    KnownSession session = new KnownSession(VISIT + 1, 1_000_000, 1_000_000, /* courtesy= */ false);
    assertThat(visits.verdict(session).standing())
        .isEqualTo(io.headwaiter.core.admission.Verdict.Standing.CONTINUING);
  }

  @Test
  void turnForManyConnectionsChargesNoVisit() {
    turns.run(
        0,
        () -> {
          Turn.worksForMany();
          Turn.worksFor(stay());
          assertThat(Turn.currentStay()).isNull();
          Turn.handshakeDone(other(), 0);
          assertThat(Turn.currentStay()).isNull();
          TestWork.burn();
        });
    assertThat(accounts.find(VISIT, 0).cpuNanos()).isZero();
    assertThat(accounts.find(VISIT + 1, 0).cpuNanos()).isZero();
  }

  @Test
  void handshakeThatBeginsVisitIsNoWork() {
    turns.run(
        0,
        () -> {
          Turn.handshakeStep(HUGE);
          Turn.handshakeDone(stay(), 0);
        });
    assertThat(asked()).isZero();
    assertThat(meters.visitWork().cpuNanos(0)).isZero();
    assertThat(connectionNanos()).isZero();
  }

  @Test
  void handshakesOfLaterConnectionsAreVisitWork() {
    turns.run(0, () -> Turn.handshakeStep(HUGE)); // the first step, in a turn of its own
    assertThat(asked()).isZero();
    turns.run(
        0,
        () -> {
          Turn.handshakeStep(HUGE);
          Turn.handshakeDone(stay(), 2 * HUGE);
        });
    assertThat(asked()).isEqualTo(1);
    assertThat(meters.visitWork().cpuNanos(0)).isEqualTo(2 * HUGE);
  }

  @Test
  void requestIsVisitWorkAndNoConnectionWork() {
    turns.run(
        0,
        stay(),
        () -> {
          TestWork.burn();
          request(HUGE);
        });
    assertThat(connectionNanos()).isZero();
    assertThat(meters.visitWork().cpuNanos(0)).isGreaterThanOrEqualTo(1_000_000);
  }

  @Test
  void nestedTurnCountsOnce() {
    Runnable nested = () -> turns.run(0, stay(), this::burnForARequest);
    long before = ThreadCpu.nanos();
    turns.run(0, nested);
    long both = ThreadCpu.nanos() - before;
    assertThat(asked()).isEqualTo(1);
    long inner = meters.visitWork().cpuNanos(0);
    assertThat(inner).isGreaterThanOrEqualTo(1_000_000);
    assertThat(connectionNanos()).as("all of it, once").isBetween(inner, both);
  }

  @Test
  void failedTurnIsEnteredAndRethrowsException() {
    Visits.Stay stay = stay();
    assertThatThrownBy(
            () ->
                turns.run(
                    0,
                    stay,
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
  void readOutsideTurnKeepsVisitUnderWay() {
    Visits.Stay stay = stay();
    for (int i = 0; i < 5; i++) {
      nowNanos += 250 * SECOND;
      Turn.worksFor(stay);
    }
    KnownSession session = new KnownSession(VISIT, 1_000_000, 1_000_000, /* courtesy= */ false);
    assertThat(visits.verdict(session).standing())
        .isEqualTo(io.headwaiter.core.admission.Verdict.Standing.CONTINUING);
  }

  private void serve(RequestPermits permits) {
    assertThat(Turn.takePermit(permits, /* unnamed= */ null)).isTrue();
    assertThat(permits.busy()).isEqualTo(1);
    request(0);
  }

  @Test
  void turnKeepsOnePermitUntilItEnds() {
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
  void takesNoPermitOutsideTurn() {
    RequestPermits permits = new RequestPermits(1, 0);
    assertThat(Turn.takePermit(permits, /* unnamed= */ null)).isTrue();
    Turn.insistOnPermit(permits);
    assertThat(permits.busy()).isZero();
  }

  @Test
  void permitWaitCountsAsWorkerWait() {
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
