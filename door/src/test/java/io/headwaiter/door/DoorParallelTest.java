package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.admission.WaitingRoomLimits;
import java.io.IOException;
import java.net.Socket;
import org.junit.jupiter.api.Test;

/** Parallel connections of a browser are admitted with the visit to which they belong. */
class DoorParallelTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long VISIT_NANOS = 10_000_000;
  private static final String BROWSER = "127.0.0.7";
  private static final String OTHER = "127.0.0.8";
  private static final SessionUseLimits FOUR = new SessionUseLimits(0, 1, 1, 8, 4);
  private static final WaitingSettings NO_ROOM = WaitingSettings.NONE;
  private static final WaitingSettings ROOM =
      new WaitingSettings(new WaitingRoomLimits(100, 60 * SECOND, 60 * SECOND), 24, 56);

  private static final AdmissionPolicy ONE_VISIT = budgetFor(1);

  /** The budget covers so many visits and hardly refills. */
  private static AdmissionPolicy budgetFor(int visits) {
    return AdmissionPolicy.builder(1)
        .refillNanosPerSecond(1)
        .budgetMaxNanos(visits * VISIT_NANOS)
        .newVisitCostNanos(VISIT_NANOS)
        .build();
  }

  private static DoorFixture open(WaitingSettings waiting, SessionUseLimits useLimits)
      throws IOException {
    return DoorFixture.open(DoorFixture.settings(), waiting, useLimits, ONE_VISIT);
  }

  private static void come(DoorFixture fixture, String address, int number) throws IOException {
    fixture
        .connectFrom(address)
        .getOutputStream()
        .write(Hellos.tls13New(Hellos.random(32, number)));
  }

  @Test
  void admitsParallelConnectionsWhileRefusingNewVisits() throws Exception {
    try (DoorFixture fixture = open(NO_ROOM, FOUR)) {
      come(fixture, BROWSER, 0);
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.NEW);
      for (int i = 1; i <= 4; i++) {
        come(fixture, BROWSER, i);
        assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.PARALLEL);
      }
      DoorFixture.awaitClosed(refused(fixture, BROWSER));
      DoorFixture.awaitClosed(refused(fixture, OTHER));
      assertThat(fixture.refused(RefusalReason.VISIT_BUDGET)).isEqualTo(2);
    }
  }

  @Test
  void decidesAloneWhileNoHandshakeIsFinished() throws Exception {
    try (DoorFixture fixture = open(NO_ROOM, FOUR)) {
      fixture.proven = false;
      come(fixture, BROWSER, 0);
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.NEW);
      DoorFixture.awaitClosed(refused(fixture, BROWSER));
      fixture.proven = true;
      come(fixture, BROWSER, 1);
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.PARALLEL);
    }
  }

  @Test
  void admitsParallelConnectionsWithoutWaiting() throws Exception {
    try (DoorFixture fixture = open(ROOM, FOUR)) {
      come(fixture, BROWSER, 0);
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.NEW);
      come(fixture, BROWSER, 1);
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.PARALLEL);
    }
  }

  @Test
  void treatsParallelConnectionAsNewWhenDisabled() throws Exception {
    try (DoorFixture fixture = open(NO_ROOM, SessionUseLimits.NONE)) {
      come(fixture, BROWSER, 0);
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.NEW);
      DoorFixture.awaitClosed(refused(fixture, BROWSER));
    }
  }

  @Test
  void visitThatIsChargedAgainMayOpenParallelConnections() throws Exception {
    SessionVerifier overdrawn =
        DoorFixture.quick(
            (claim, name) ->
                new SessionLookup(SessionLookup.Standing.OVERDRAWN, /* visit= */ 4711));
    try (DoorFixture fixture =
        DoorFixture.open(DoorFixture.settings(), NO_ROOM, FOUR, budgetFor(100), overdrawn)) {
      Socket first = fixture.connectFrom(BROWSER);
      first.getOutputStream().write(Hellos.tls13Psk(Hellos.random(32, 0)));
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.RETURNING);
      come(fixture, BROWSER, 1);
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.PARALLEL);
    }
  }

  private static Socket refused(DoorFixture fixture, String address) throws IOException {
    Socket client = fixture.connectFrom(address);
    client.getOutputStream().write(Hellos.tls13New(Hellos.random(32, 99)));
    return client;
  }
}
