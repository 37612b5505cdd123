package io.headwaiter.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.visit.VisitAccounts;
import io.headwaiter.front.request.Turn;
import io.headwaiter.front.request.TurnMeter;
import io.headwaiter.front.session.SessionDirectory;
import io.headwaiter.front.session.SessionUse;
import io.headwaiter.front.supply.ThreadCpu;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.tls.KnownSession;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Turns on threads without a measured CPU time, such as virtual threads. */
class UnmeasuredTurnTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long SECOND = 1_000_000_000L;
  private static final long ASSUMED_NANOS = 5_000_000;

  private final ServerMeters meters = new ServerMeters();
  private final TurnMeter turns = new TurnMeter(meters);
  private final VisitAccounts accounts = new VisitAccounts(1_000, 300 * SECOND, Long.MAX_VALUE);
  private final SessionDirectory sessions =
      new SessionDirectory(accounts, 300 * SECOND, () -> 0, () -> 0);

  @BeforeEach
  void stopMeasuring() {
    THREADS.setThreadCpuTimeEnabled(false);
  }

  @AfterEach
  void measureAgain() {
    THREADS.setThreadCpuTimeEnabled(true);
  }

  private SessionUse sessionUse() {
    KnownSession session = new KnownSession(4711, 0, 0, /* courtesy= */ false);
    return sessions.active(session, /* begins= */ true, /* resumed= */ false, /* client= */ null);
  }

  private void request() {
    Turn.requestBegins(meters, 0).ends("/page", 200, 0, 0);
  }

  /** Otherwise it would be subtracted from the measured CPU time of the process. */
  @Test
  void chargesAssumedTimeButMeasuresNoExcess() {
    KnownPrice.teach(accounts, /* price= */ 1, /* nowNanos= */ 0);
    sessions.setPrice(1, ASSUMED_NANOS);
    SessionUse sessionUse = sessionUse();
    assertThat(ThreadCpu.isMeasured(ThreadCpu.nanos())).isFalse();

    for (int i = 0; i < 3; i++) {
      turns.run(0, /* heldBackNanos= */ 0, /* canWait= */ true, sessionUse, this::request);
      turns.runDeferred(0, /* canWait= */ true, sessionUse, this::request);
    }

    assertThat(accounts.find(4711, 0).cpuNanos()).isEqualTo(6 * ASSUMED_NANOS);
    assertThat(accounts.find(4711, 0).excessNanos()).isPositive();
    assertThat(meters.excessCpuNanos()).isZero();
  }
}
