package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.WaitingRoomLimits;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients in the waiting room: how they are admitted, and how else their wait ends. */
@Tag("slow")
class DoorWaitingTest {
  private static final long SECOND = 1_000_000_000L;
  private static final WaitingSettings PATIENT = waiting(100, 60 * SECOND, 60 * SECOND);

  /** There is budget, but too much work waits: no new visit is admitted, and many may wait. */
  static final AdmissionPolicy BUSY =
      AdmissionPolicy.builder(1)
          .refillNanosPerSecond(SECOND)
          .budgetMaxNanos(SECOND)
          .newVisitCostNanos(100)
          .verifyBelowNanos(Long.MAX_VALUE)
          .waitingMax(0)
          .build();

  /** A budget for this many new visits, which refills. */
  private static AdmissionPolicy roomFor(int visits, long sequence) {
    return AdmissionPolicy.builder(sequence)
        .grantNanos(visits * 100L)
        .refillNanosPerSecond(SECOND)
        .budgetMaxNanos(SECOND)
        .newVisitCostNanos(100)
        .verifyBelowNanos(Long.MAX_VALUE)
        .build();
  }

  /** A budget for this many new visits, without a refill. */
  private static AdmissionPolicy onlyFor(int visits, long sequence) {
    return AdmissionPolicy.builder(sequence)
        .grantNanos(visits * 100L)
        .budgetMaxNanos(SECOND)
        .newVisitCostNanos(100)
        .verifyBelowNanos(Long.MAX_VALUE)
        .build();
  }

  private static WaitingSettings waiting(int max, long patience, long target) {
    return new WaitingSettings(new WaitingRoomLimits(max, patience, target), 24, 56);
  }

  private static DoorFixture open(WaitingSettings waiting) throws IOException {
    return DoorFixture.open(DoorFixture.settings(), waiting, SessionUseLimits.NONE, BUSY);
  }

  private static byte[] hello(int number) {
    return Hellos.tls13New(Hellos.random(32, number));
  }

  private static List<Socket> seat(DoorFixture fixture, int count) throws IOException {
    List<Socket> clients = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int length = fixture.door.waiting().length() + 1;
      clients.add(fixture.connectAndSend(hello(i)));
      awaitLength(fixture, length);
    }
    return clients;
  }

  private static void awaitLength(DoorFixture fixture, int length) {
    Awaitility.await().until(() -> fixture.door.waiting().length() == length);
  }

  @Test
  void admitsWaitingClientsInOrderOfArrival() throws Exception {
    try (DoorFixture fixture = open(PATIENT)) {
      seat(fixture, 10);
      assertThat(fixture.admitted).isEmpty();
      assertThat(fixture.door.undecidedCount()).isZero();
      fixture.gate.publish(onlyFor(4, 2));
      for (int i = 0; i < 4; i++) {
        DoorFixture.Admitted next = fixture.nextAdmitted();
        assertThat(next.received()).isEqualTo(hello(i));
        assertThat(next.entry()).isEqualTo(Entry.NEW);
      }
      awaitLength(fixture, 6);
      fixture.gate.publish(AdmissionPolicy.OPEN);
      for (int i = 4; i < 10; i++) {
        assertThat(fixture.nextAdmitted().received()).isEqualTo(hello(i));
      }
      assertThat(fixture.door.waiting().releasedTotal()).isEqualTo(10);
      assertThat(fixture.gate.counters().admittedTotal(Entry.NEW)).isEqualTo(10);
      assertThat(fixture.gate.counters().refusedTotal()).isZero();
    }
  }

  @Test
  void admitsWaitingClientsAsBudgetRefills() throws Exception {
    try (DoorFixture fixture = open(PATIENT)) {
      seat(fixture, 20);
      // The budget covers a visit every 5 ms; nothing wakes the loop.
      long began = System.nanoTime();
      fixture.gate.publish(
          AdmissionPolicy.builder(2)
              .grantNanos(0)
              .refillNanosPerSecond(SECOND)
              .budgetMaxNanos(SECOND)
              .newVisitCostNanos(SECOND / 200)
              .verifyBelowNanos(Long.MAX_VALUE)
              .build());
      for (int i = 0; i < 20; i++) {
        assertThat(fixture.nextAdmitted().received()).isEqualTo(hello(i));
      }
      assertThat(System.nanoTime() - began)
          .as("not faster than the budget")
          .isGreaterThan(SECOND / 11);
    }
  }

  @Test
  void newArrivalDoesNotOvertakeWaitingClients() throws Exception {
    try (DoorFixture fixture = open(PATIENT)) {
      seat(fixture, 5);
      fixture.gate.publish(onlyFor(2, 2));
      fixture.nextAdmitted();
      fixture.nextAdmitted();
      fixture.connectAndSend(hello(5));
      awaitLength(fixture, 4);
      fixture.gate.publish(AdmissionPolicy.OPEN);
      for (int i = 2; i < 6; i++) {
        assertThat(fixture.nextAdmitted().received()).isEqualTo(hello(i));
      }
    }
  }

  @Test
  void admitsNewestFirstUnderPressure() throws Exception {
    try (DoorFixture fixture = open(waiting(100, 60 * SECOND, 0))) {
      seat(fixture, 6);
      fixture.gate.publish(AdmissionPolicy.OPEN);
      for (int i = 5; i >= 0; i--) {
        assertThat(fixture.nextAdmitted().received()).isEqualTo(hello(i));
      }
    }
  }

  @Test
  void noticesClientsThatLeaveWhileWaiting() throws Exception {
    try (DoorFixture fixture = open(PATIENT)) {
      List<Socket> clients = seat(fixture, 4);
      clients.get(1).close();
      awaitLength(fixture, 3);
      clients.get(2).setSoLinger(true, 0);
      clients.get(2).close();
      awaitLength(fixture, 2);
      Awaitility.await().until(() -> fixture.refused(RefusalReason.CLIENT_LEFT) == 2);
      assertThat(fixture.gate.counters().newRefusedTotal()).isZero();
      fixture.gate.publish(AdmissionPolicy.OPEN);
      assertThat(fixture.nextAdmitted().received()).isEqualTo(hello(0));
      assertThat(fixture.nextAdmitted().received()).isEqualTo(hello(3));
      Awaitility.await().until(() -> fixture.discarded.get() == 2);
      assertThat(fixture.admitted).isEmpty();
      assertThat(fixture.door.waiting().leftTotal()).isEqualTo(2);
    }
  }

  @Test
  void refusesWaitingClientsWhenPatienceEnds() throws Exception {
    try (DoorFixture fixture = open(waiting(100, SECOND / 5, SECOND / 5))) {
      List<Socket> clients =
          List.of(fixture.connectAndSend(hello(1)), fixture.connectAndSend(hello(2)));
      for (Socket client : clients) {
        DoorFixture.awaitClosed(client);
      }
      assertThat(fixture.refused(RefusalReason.WAITING_PATIENCE)).isEqualTo(2);
      assertThat(fixture.gate.counters().newRefusedTotal()).isEqualTo(2);
      assertThat(fixture.door.waiting().enteredTotal()).isEqualTo(2);
      assertThat(fixture.door.waiting().expiredTotal()).isEqualTo(2);
      assertThat(fixture.admitted).isEmpty();
    }
  }

  @Test
  void departuresShortenPatience() throws Exception {
    try (DoorFixture fixture = open(waiting(100, 60 * SECOND, 0))) {
      assertThat(fixture.door.waiting().patienceNanos()).isEqualTo(60 * SECOND);
      List<Socket> clients = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        clients.add(fixture.connectAndSend(hello(i)));
      }
      awaitLength(fixture, 50);
      for (Socket client : clients) {
        client.close();
      }
      awaitLength(fixture, 0);
      // The estimate is updated when a client comes or leaves.
      Awaitility.await()
          .until(
              () -> {
                fixture.connectAndSend(hello(1)).close();
                return fixture.door.waiting().patienceNanos() < 30 * SECOND;
              });
      assertThat(fixture.door.waiting().patienceNanos()).isGreaterThanOrEqualTo(SECOND / 10);
    }
  }

  @Test
  void refusesAtOnceWhenTooManyWait() throws Exception {
    try (DoorFixture fixture = open(waiting(3, 60 * SECOND, 60 * SECOND))) {
      seat(fixture, 3);
      DoorFixture.awaitClosed(fixture.connectAndSend(hello(3)));
      assertThat(fixture.refused(RefusalReason.WAITING_FULL)).isEqualTo(1);
      assertThat(fixture.gate.counters().newRefusedTotal()).isEqualTo(1);
      assertThat(fixture.door.waiting().refusedTotal()).isEqualTo(1);
      assertThat(fixture.door.waiting().length()).isEqualTo(3);
    }
  }

  @Test
  void largeHelloIsRefusedInsteadOfWaiting() throws Exception {
    try (DoorFixture fixture = open(PATIENT)) {
      byte[] large = Hellos.records(Hellos.paddedMessage(5_000), 16_000);
      DoorFixture.awaitClosed(fixture.connectAndSend(large));
      assertThat(fixture.refused(RefusalReason.WAITING_FULL)).isEqualTo(1);
      fixture.gate.publish(AdmissionPolicy.OPEN);
      fixture.connectAndSend(large);
      assertThat(fixture.nextAdmitted().received()).isEqualTo(large);
    }
  }

  @Test
  void unknownClaimWaitsLikeNewVisit() throws Exception {
    try (DoorFixture fixture = open(PATIENT)) {
      byte[] forged = Hellos.tls12SessionId(Hellos.random(32, 99));
      fixture.connectAndSend(forged);
      awaitLength(fixture, 1);
      assertThat(fixture.gate.counters().unknownClaimsTotal()).isEqualTo(1);
      fixture.gate.publish(AdmissionPolicy.OPEN);
      DoorFixture.Admitted admitted = fixture.nextAdmitted();
      assertThat(admitted.entry()).isEqualTo(Entry.NEW);
      assertThat(admitted.received()).isEqualTo(forged);
    }
  }

  @Test
  void noticesDepartureAfterHelloSentInPieces() throws Exception {
    try (DoorFixture fixture = open(PATIENT)) {
      byte[] hello = hello(1);
      Socket client = fixture.connect();
      client.getOutputStream().write(hello, 0, 20);
      Awaitility.await().until(() -> fixture.door.undecidedCount() == 1);
      client.getOutputStream().write(hello, 20, hello.length - 20);
      awaitLength(fixture, 1);
      client.close();
      awaitLength(fixture, 0);
      Awaitility.await().until(() -> fixture.refused(RefusalReason.CLIENT_LEFT) == 1);
    }
  }

  @Test
  void losesNoBytesSentWhileWaiting() throws Exception {
    try (DoorFixture fixture = open(PATIENT)) {
      Socket client = seat(fixture, 1).get(0);
      byte[] more = Hellos.random(50_000, 5);
      Thread talking = new Thread(() -> write(client, more));
      talking.start();
      Awaitility.await().until(() -> fixture.keptBytes() == hello(0).length + 1);
      fixture.connectAndSend(hello(1));
      awaitLength(fixture, 2);
      fixture.gate.publish(AdmissionPolicy.OPEN);
      DoorFixture.Admitted admitted = fixture.nextAdmitted();
      byte[] rest = DoorFixture.read(admitted.channel(), more.length - 1);
      assertThat(Hellos.join(admitted.received(), rest)).isEqualTo(Hellos.join(hello(0), more));
      talking.join();
    }
  }

  private static void write(Socket client, byte[] bytes) {
    try {
      client.getOutputStream().write(bytes);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void closeRefusesAllWaitingClients() throws Exception {
    DoorFixture fixture = open(PATIENT);
    List<Socket> clients = seat(fixture, 8);
    fixture.door.close();
    for (Socket client : clients) {
      DoorFixture.awaitClosed(client);
    }
    assertThat(fixture.refused(RefusalReason.STOPPING)).isEqualTo(8);
    assertThat(fixture.door.waiting().length()).isZero();
    assertThat(fixture.keptBytes()).isZero();
    fixture.close();
  }

  @Test
  void containerFaultAffectsOnlyItsClient() throws Exception {
    try (DoorFixture fixture = open(PATIENT)) {
      seat(fixture, 3);
      fixture.onAdmit =
          channel -> {
            fixture.onAdmit = ok -> {};
            throw new IllegalStateException("on purpose");
          };
      fixture.gate.publish(AdmissionPolicy.OPEN);
      assertThat(fixture.nextAdmitted().received()).isEqualTo(hello(1));
      assertThat(fixture.nextAdmitted().received()).isEqualTo(hello(2));
    }
  }

  @Test
  void refusesAtOnceWhenWaitingIsDisabled() throws Exception {
    try (DoorFixture fixture = open(WaitingSettings.NONE)) {
      DoorFixture.awaitClosed(fixture.connectAndSend(hello(1)));
      assertThat(fixture.refused(RefusalReason.WORK_WAITING)).isEqualTo(1);
    }
  }

  @Test
  void admitsWithoutWaitingWhileBudgetSuffices() throws Exception {
    try (DoorFixture fixture = open(PATIENT)) {
      fixture.gate.publish(roomFor(1000, 2));
      fixture.connectAndSend(hello(1));
      fixture.nextAdmitted();
      assertThat(fixture.door.waiting().enteredTotal()).isZero();
    }
  }

  /**
   * Five thousand, in chains of objects. A recursive release of such a chain would overflow the
   * stack.
   */
  @Test
  void admitsFiveThousandAfterWaitingInBoundedMemory() throws Exception {
    int count = 5_000;
    byte[] hello = Hellos.vector("chromium-tls13-new");
    try (DoorFixture fixture = open(waiting(count, 60 * SECOND, 60 * SECOND))) {
      for (int i = 0; i < count; i++) {
        fixture.connectAndSend(hello);
      }
      awaitLength(fixture, count);
      Awaitility.await().until(() -> fixture.keptBytes() == (long) count * hello.length);
      assertThat(hello.length).isLessThan(WaitingConnections.HELLO_BYTES_MAX);
      fixture.gate.publish(AdmissionPolicy.OPEN);
      Awaitility.await().until(() -> fixture.admitted.size() == count);
      assertThat(fixture.admitted).allMatch(a -> Arrays.equals(a.received(), hello));
      assertThat(fixture.keptBytes()).isZero();
      assertThat(fixture.door.waiting().releasedTotal()).isEqualTo(count);
    }
  }

  @Test
  void settingsErrorNamesWrongValue() {
    assertThatThrownBy(() -> new WaitingSettings(WaitingRoomLimits.NONE, 33, 56))
        .hasMessage("ipv4Prefix must be from 0 to 32, got 33");
    assertThatThrownBy(() -> new WaitingSettings(WaitingRoomLimits.NONE, 24, -1))
        .hasMessage("ipv6Prefix must be from 0 to 64, got -1");
    assertThatThrownBy(() -> new SessionUseLimits(-1, 1, 1, 8))
        .hasMessage("burst must be from 0 to 100000, got -1");
    assertThatThrownBy(() -> new SessionUseLimits(1, 0, 1, 8))
        .hasMessage("perSecond must be above 0, got 0.0");
    assertThatThrownBy(() -> new SessionUseLimits(1, 1, 0, 8))
        .hasMessage("connectionsMax must be at least 1, got 0");
    assertThatThrownBy(() -> new SessionUseLimits(1, 1, 1, 7))
        .hasMessage("ticketsMax must be from 8 to 1000000, got 7");
  }
}
