package io.headwaiter.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.visit.VisitAccounts;
import io.headwaiter.front.request.RequestPermits;
import io.headwaiter.front.request.Turn;
import io.headwaiter.front.request.TurnMeter;
import io.headwaiter.front.session.SessionDirectory;
import io.headwaiter.front.session.SessionUse;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.tls.KnownSession;
import org.junit.jupiter.api.Test;

/** Turns of a visit that holds too many workers or permits. */
class HeldBackTurnTest {
  private static final String PAGE = "/page";

  private final ServerMeters meters = new ServerMeters();
  private final TurnMeter turns = new TurnMeter(meters);
  private final SessionDirectory sessions =
      new SessionDirectory(
          new VisitAccounts(100, Long.MAX_VALUE, Long.MAX_VALUE), Long.MAX_VALUE, () -> 0, () -> 0);

  private SessionUse sessionUse() {
    KnownSession session = new KnownSession(4711, 0, 0, /* courtesy= */ false);
    return sessions.active(session, /* begins= */ true, /* resumed= */ false, /* client= */ null);
  }

  @Test
  void heldBackTimeIsNoQueueDelay() {
    turns.run(
        /* waitedNanos= */ 5,
        /* heldBackNanos= */ 1_000,
        /* canWait= */ true,
        /* sessionUse= */ null,
        () -> {
          assertThat(Turn.hasWaitedLonger(1_004)).isTrue();
          assertThat(Turn.hasWaitedLonger(1_005)).isFalse();
          Turn.requestBegins(meters, 0).ends(PAGE, 200, 0, 0);
          assertThat(Turn.hasWaitedLonger(0)).as("the second request").isFalse();
        });
    assertThat(meters.totals().queueDelayNanos()).isEqualTo(5);
    assertThat(meters.profile(0).types().get(PAGE).workerWaitNanos()).isEqualTo(5);
  }

  @Test
  void permitCountsForVisitOfTurn() {
    RequestPermits permits = new RequestPermits(4, 0);
    SessionUse sessionUse = sessionUse();
    Object other = new Object();
    turns.run(
        0,
        /* heldBackNanos= */ 0,
        /* canWait= */ true,
        sessionUse,
        () -> {
          assertThat(Turn.takePermit(permits, other)).isTrue();
          assertThat(permits.enter(sessionUse.holder(), true, nanos -> {})).isTrue();
          assertThat(permits.enter(sessionUse.holder(), true, nanos -> {})).isFalse();
          assertThat(permits.enter(other, true, nanos -> {})).isTrue();
        });
    assertThat(permits.enter(sessionUse.holder(), true, nanos -> {})).isTrue();
    turns.run(0, () -> assertThat(Turn.takePermit(permits, other)).isTrue());
    assertThat(permits.busy()).isEqualTo(3);
  }
}
