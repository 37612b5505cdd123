package io.headwaiter.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.visit.VisitAccounts;
import io.headwaiter.front.request.Turn;
import io.headwaiter.front.request.TurnMeter;
import io.headwaiter.front.session.SessionDirectory;
import io.headwaiter.front.session.SessionUse;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.tls.KnownSession;
import org.junit.jupiter.api.Test;

/**
 * Work of foreign visits, which another server admitted, or this one before its last start. It
 * counts as work, but the visit cost is learned only from visits that this server saw begin.
 */
public class ForeignVisitWorkTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long VISIT = 4711;
  private static final long BEGAN_MILLIS = 1_000_000;
  private static final long AGE_MILLIS = 5_000;

  private final ServerMeters meters = TestWork.usedMeters();
  private final TurnMeter turns = new TurnMeter(meters);
  private final SessionDirectory sessions =
      new SessionDirectory(
          new VisitAccounts(100, 300 * SECOND, Long.MAX_VALUE),
          300 * SECOND,
          () -> 10_000 * SECOND,
          () -> BEGAN_MILLIS + AGE_MILLIS);

  /** A connection of a visit that began five seconds ago. */
  private SessionUse sessionUse(boolean begins) {
    return sessions.active(
        new KnownSession(VISIT, BEGAN_MILLIS, BEGAN_MILLIS, /* courtesy= */ false),
        begins,
        /* resumed= */ !begins,
        /* client= */ null);
  }

  @Test
  void foreignVisitAddsNoVisitWork() {
    SessionUse foreign = sessionUse(/* begins= */ false);
    assertThat(foreign.ageNanos()).isEqualTo(AGE_MILLIS * 1_000_000);
    turns.run(
        0,
        /* heldBackNanos= */ 0,
        /* canWait= */ true,
        foreign,
        () -> {
          TestWork.burn();
          Turn.requestBegins(meters, 0).ends(TestWork.PAGE, 200, 0, 0);
        });
    assertThat(meters.visitWork().turns()).isZero();
    assertThat(meters.visitWork().cpuNanos()).isZero();
    assertThat(meters.totals().connectionCpuNanos())
        .as("it is work all the same")
        .isGreaterThanOrEqualTo(TestWork.BURNT_NANOS);
  }

  @Test
  void visitFoundForeignDuringTurnAddsNoWork() {
    SessionUse foreign = sessionUse(/* begins= */ false);
    turns.run(
        0,
        () -> {
          Turn.handshakeDone(foreign, TestWork.BURNT_NANOS);
          TestWork.burn();
        });
    assertThat(meters.visitWork().turns()).isZero();
    assertThat(meters.visitWork().cpuNanos()).isZero();
  }

  @Test
  void visitSeenToBeginAddsVisitWork() {
    turns.run(0, 0, /* canWait= */ true, sessionUse(/* begins= */ true), TestWork::burn);
    assertThat(meters.visitWork().cpuNanos()).isGreaterThanOrEqualTo(TestWork.BURNT_NANOS);
  }

  @Test
  void laterConnectionsOfForeignVisitAddNoWork() {
    sessionUse(/* begins= */ false);
    turns.run(0, 0, /* canWait= */ true, sessionUse(/* begins= */ false), TestWork::burn);
    assertThat(meters.visitWork().cpuNanos()).isZero();
  }
}
