package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.admission.SessionLookup.Standing;
import io.headwaiter.core.admission.WaitingRoomLimits;
import io.headwaiter.core.hello.ResumptionClaim;
import java.io.IOException;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Clients with a session but without a visit, and the clients that get a courtesy page. */
class DoorCourtesyTest {
  private static final long SECOND = 1_000_000_000L;
  private static final byte[] PSK = Hellos.tls13Psk(Hellos.random(32, 11));
  private static final byte[] NEW = Hellos.tls13New(new byte[32]);

  /** Gives the same verdict for every session, and records the admissions. */
  private static final class OneVerdict implements SessionVerifier {
    private final SessionLookup lookup;
    private final Queue<SessionLookup> admissions = new ConcurrentLinkedQueue<>();

    OneVerdict(Standing standing) {
      this.lookup = new SessionLookup(standing, 4711);
    }

    @Override
    public SessionLookup verify(ResumptionClaim claim, String serverName) {
      return lookup;
    }

    @Override
    public void noteAdmitted(SessionLookup one) {
      admissions.add(one);
    }
  }

  /** A policy with a visit cost of 100 ns that looks up claims. */
  private static AdmissionPolicy budget(long nanos) {
    return AdmissionPolicy.builder(1)
        .grantNanos(nanos)
        .budgetMaxNanos(nanos)
        .newVisitCostNanos(100)
        .verifyBelowNanos(Long.MAX_VALUE)
        .build();
  }

  @ParameterizedTest
  @EnumSource(
      value = Standing.class,
      names = {"RETURNING", "COURTESY"})
  void chargedSessionWithoutVisitPrecedesNewVisits(Standing standing) throws Exception {
    OneVerdict verifier = new OneVerdict(standing);
    try (DoorFixture fixture = DoorFixture.open(DoorFixture.settings(), budget(199), verifier)) {
      fixture.connectAndSend(PSK);
      Entry entry = Entry.valueOf(standing.name());
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(entry);
      DoorFixture.awaitClosed(fixture.connectAndSend(NEW));
      fixture.connectAndSend(PSK);
      assertThat(fixture.nextAdmitted().entry()).as("on credit").isEqualTo(entry);
      DoorFixture.awaitClosed(fixture.connectAndSend(PSK));
      assertThat(verifier.admissions).containsExactly(verifier.lookup, verifier.lookup);
      assertThat(fixture.gate.counters().admittedTotal(entry)).isEqualTo(2);
      assertThat(fixture.gate.counters().refusedTotal(entry)).isEqualTo(1);
      assertThat(fixture.gate.counters().refusedTotal(Entry.NEW)).isEqualTo(1);
    }
  }

  @Test
  void admitsContinuingConnectionWithoutBudget() throws Exception {
    OneVerdict verifier = new OneVerdict(Standing.CONTINUING);
    try (DoorFixture fixture =
        DoorFixture.open(DoorFixture.settings(), DoorFixture.SHUT, verifier)) {
      for (int i = 0; i < 5; i++) {
        fixture.connectAndSend(PSK);
        assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.VERIFIED);
      }
      assertThat(verifier.admissions).isEmpty();
    }
  }

  @Test
  void returningConnectionWaitsAndCountsAsReturning() throws Exception {
    OneVerdict verifier = new OneVerdict(Standing.RETURNING);
    WaitingSettings room =
        new WaitingSettings(new WaitingRoomLimits(10, 60 * SECOND, 60 * SECOND), 24, 56);
    try (DoorFixture fixture =
        DoorFixture.open(
            DoorFixture.settings(), room, SessionUseLimits.NONE, DoorWaitingTest.BUSY, verifier)) {
      fixture.connectAndSend(PSK);
      Awaitility.await().until(() -> fixture.door.waiting().length() == 1);
      assertThat(verifier.admissions).isEmpty();
      fixture.gate.publish(AdmissionPolicy.OPEN);
      DoorFixture.Admitted admitted = fixture.nextAdmitted();
      assertThat(admitted.entry()).isEqualTo(Entry.RETURNING);
      assertThat(admitted.received()).isEqualTo(PSK);
      assertThat(verifier.admissions).hasSize(1);
      assertThat(fixture.gate.counters().admittedTotal(Entry.NEW)).isZero();
    }
  }

  @Test
  void courtesySessionOvertakesWaitingNewVisit() throws Exception {
    OneVerdict verifier = new OneVerdict(Standing.COURTESY);
    WaitingSettings room =
        new WaitingSettings(new WaitingRoomLimits(10, 60 * SECOND, 60 * SECOND), 24, 56);
    try (DoorFixture fixture =
        DoorFixture.open(
            DoorFixture.settings(), room, SessionUseLimits.NONE, budget(99), verifier)) {
      fixture.connectAndSend(NEW);
      Awaitility.await().until(() -> fixture.door.waiting().length() == 1);
      fixture.connectAndSend(PSK);
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.COURTESY);
      assertThat(fixture.door.waiting().length()).isEqualTo(1);
    }
  }

  @Test
  void sendsCourtesyPageWithinBudgetThenCloses() throws Exception {
    try (DoorFixture fixture = courteous(DoorFixture.SHUT)) {
      Socket first = fixture.connectAndSend(NEW);
      DoorFixture.Admitted page = fixture.pages.take();
      assertThat(page.received()).isEqualTo(NEW);
      assertThat(page.channel().isBlocking()).isFalse();
      assertThat(DoorFixture.readToEnd(fixture.connectAndSend(NEW))).isEmpty();
      assertThat(fixture.pages).isEmpty();
      assertThat(fixture.refused(RefusalReason.VISIT_BUDGET)).isEqualTo(2);
      assertThat(fixture.gate.courtesy().grantedTotal()).isEqualTo(1);
      page.channel().close();
      assertThat(DoorFixture.readToEnd(first)).isEmpty();
    }
  }

  @Test
  void sendsCourtesyPageAfterWaitingInVain() throws Exception {
    WaitingSettings room =
        new WaitingSettings(new WaitingRoomLimits(1, 50_000_000L, 50_000_000L), 24, 56);
    try (DoorFixture fixture =
        DoorFixture.open(
            DoorFixture.settings().with(RefusalStyle.COURTESY, 10),
            room,
            SessionUseLimits.NONE,
            DoorWaitingTest.BUSY)) {
      fixture.connectAndSend(NEW);
      assertThat(fixture.pages.take().received()).isEqualTo(NEW);
      assertThat(fixture.refused(RefusalReason.WAITING_PATIENCE)).isEqualTo(1);
    }
  }

  @Test
  void sendsNoPageForDefectiveHello() throws Exception {
    try (DoorFixture fixture = courteous(DoorFixture.SHUT)) {
      DoorFixture.awaitClosed(fixture.connectAndSend(new byte[] {99, 98, 97, 96, 95, 94}));
      assertThat(fixture.refused(RefusalReason.HELLO_DEFECT)).isEqualTo(1);
      assertThat(fixture.gate.courtesy().grantedTotal()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(value = RefusalStyle.Kind.class, mode = Mode.EXCLUDE, names = "COURTESY")
  void sendsNoPageInOtherStyles(RefusalStyle.Kind kind) throws Exception {
    RefusalStyle style =
        new RefusalStyle(kind, kind == RefusalStyle.Kind.ALERT ? TlsAlert.ACCESS_DENIED : null);
    try (DoorFixture fixture =
        DoorFixture.open(
            DoorFixture.settings().with(style, 10),
            DoorFixture.SHUT,
            (claim, name) -> SessionLookup.UNKNOWN)) {
      Socket client = fixture.connectAndSend(NEW);
      client.shutdownOutput();
      DoorFixture.awaitClosed(client);
      assertThat(fixture.gate.courtesy().grantedTotal()).isZero();
    }
  }

  private static DoorFixture courteous(AdmissionPolicy policy) throws IOException {
    return DoorFixture.open(
        DoorFixture.settings().with(RefusalStyle.COURTESY, 10),
        policy,
        (claim, name) -> SessionLookup.UNKNOWN);
  }
}
