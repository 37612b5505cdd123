package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.hello.HelloLimits;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A fault in the container costs one connection; closing the door leaves none open. */
class DoorLifecycleTest {
  private static final byte[] HELLO = Hellos.tls13New(new byte[32]);

  @Test
  void containerFaultAffectsOnlyItsConnection() throws Exception {
    try (DoorFixture fixture = DoorFixture.open()) {
      for (Error fault : List.of(new AssertionError("on purpose"), new StackOverflowError())) {
        fixture.onAdmit =
            channel -> {
              throw fault;
            };
        fixture.connectAndSend(HELLO);
        Awaitility.await().until(() -> fixture.door.undecidedCount() == 0);
      }
      fixture.onAdmit =
          channel -> {
            throw new IllegalStateException("on purpose");
          };
      Socket unlucky = fixture.connectAndSend(HELLO);
      Awaitility.await().until(() -> fixture.door.counters().arrivedTotal() == 3);
      fixture.onAdmit = channel -> {};
      fixture.connectAndSend(HELLO);
      assertThat(fixture.nextAdmitted().received()).isEqualTo(HELLO);
      unlucky.close();
    }
  }

  @Test
  void discardFaultStopsNoOtherRefusal() throws Exception {
    DoorSettings two =
        new DoorSettings(HelloLimits.DEFAULT, DoorFixture.LONG_DEADLINE_NANOS, 2, 16L << 20, 100);
    try (DoorFixture fixture =
        DoorFixture.open(two, AdmissionPolicy.OPEN, (c, n) -> DoorFixture.known(false))) {
      fixture.onDiscard =
          channel -> {
            throw new IllegalStateException("on purpose");
          };
      List<Socket> clients = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        clients.add(fixture.connect());
      }
      for (Socket evicted : clients.subList(0, 4)) {
        DoorFixture.awaitClosed(evicted);
      }
      fixture.connectAndSend(HELLO);
      fixture.nextAdmitted();
      fixture.door.close();
      assertThat(fixture.discarded).hasValue(6);
    }
  }

  @Test
  void closingClosesAllUndecidedConnections() throws Exception {
    DoorFixture fixture = DoorFixture.open();
    List<Socket> clients = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      clients.add(i % 2 == 0 ? fixture.connect() : fixture.connectAndSend(new byte[] {22, 3}));
    }
    Awaitility.await().until(() -> fixture.door.undecidedCount() == 20);
    fixture.door.close();
    for (Socket client : clients) {
      DoorFixture.awaitClosed(client);
    }
    assertThat(fixture.refused(RefusalReason.STOPPING)).isEqualTo(20);
    assertThat(fixture.door.undecidedCount()).isZero();
    fixture.close();
  }

  @Test
  void closeEndsItsThreads() throws Exception {
    DoorFixture fixture = DoorFixture.open();
    List<Long> ids = fixture.door.threadIds();
    Awaitility.await().until(() -> alive(ids) == 2);
    fixture.door.close();
    Awaitility.await().until(() -> alive(ids) == 0);
    fixture.close();
  }

  @Test
  void closesConnectionOfferedAfterClose() throws Exception {
    try (DoorFixture fixture = DoorFixture.open()) {
      fixture.door.close();
      DoorFixture.awaitClosed(fixture.connect());
      assertThat(fixture.discarded).hasValue(1);
    }
  }

  @Test
  void closesAndCountsConnectionsOfferedDuringClose() throws Exception {
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      for (int round = 0; round < 30; round++) {
        try (DoorFixture fixture = DoorFixture.open()) {
          Callable<List<Socket>> offering =
              () -> {
                List<Socket> clients = new ArrayList<>();
                for (int i = 0; i < 10; i++) {
                  clients.add(fixture.connect());
                }
                return clients;
              };
          Future<List<Socket>> offered = other.submit(offering);
          fixture.door.close();
          for (Socket client : offered.get(DoorFixture.GUARD_MILLIS, TimeUnit.MILLISECONDS)) {
            DoorFixture.awaitClosed(client);
          }
          assertThat(fixture.discarded).hasValue(10);
        }
      }
    } finally {
      other.shutdownNow();
    }
  }

  @Test
  void closesConnectionOfferedToEndedLoop() throws Exception {
    // Widens the window between Door's check of its flag and the loop's queue as far as possible.
    try (DoorFixture fixture =
        new DoorFixture(
            DoorFixture.settings(), AdmissionPolicy.OPEN, (c, n) -> DoorFixture.known(false))) {
      DoorLoop ended = fixture.door.loop();
      ended.stop();
      ended.run();
      try (java.nio.channels.ServerSocketChannel listener =
              java.nio.channels.ServerSocketChannel.open()
                  .bind(
                      new java.net.InetSocketAddress(
                          java.net.InetAddress.getLoopbackAddress(), 0));
          java.nio.channels.SocketChannel channel =
              java.nio.channels.SocketChannel.open(listener.getLocalAddress())) {
        ended.offer(channel);
        assertThat(channel.isOpen()).isFalse();
      }
    }
  }

  @Test
  void unopenedDoorClosesOfferedConnections() throws Exception {
    try (DoorFixture fixture =
        new DoorFixture(
            DoorFixture.settings(), AdmissionPolicy.OPEN, (c, n) -> DoorFixture.known(false))) {
      Socket client = fixture.connect();
      fixture.door.close();
      DoorFixture.awaitClosed(client);
      assertThat(fixture.discarded).hasValue(1);
      fixture.door.open(); // too late; must not start anything
      DoorFixture.awaitClosed(fixture.connect());
      assertThat(alive(fixture.door.threadIds())).isZero();
    }
  }

  @Test
  void admitsConnectionOfferedBeforeOpening() throws Exception {
    try (DoorFixture fixture =
        new DoorFixture(
            DoorFixture.settings(), AdmissionPolicy.OPEN, (c, n) -> DoorFixture.known(false))) {
      fixture.connectAndSend(HELLO);
      fixture.door.open();
      assertThat(fixture.nextAdmitted().received()).isEqualTo(HELLO);
    }
  }

  @Test
  void settingsErrorNamesWrongValue() {
    HelloLimits limits = HelloLimits.DEFAULT;
    long second = 1_000_000_000L;
    assertThatThrownBy(() -> new DoorSettings(limits, 1, 1, 32_768, 1))
        .hasMessageContaining("helloDeadlineNanos must be from 100000000 to 60000000000, got 1");
    assertThatThrownBy(() -> new DoorSettings(limits, second, 0, 32_768, 1))
        .hasMessageContaining("undecidedMax must be from 1 to 1000000, got 0");
    assertThatThrownBy(() -> new DoorSettings(limits, second, 1, 32_767, 1))
        .hasMessageContaining("undecidedBytesMax must be from 32768");
    assertThatThrownBy(() -> new DoorSettings(limits, second, 1, 32_768, 0))
        .hasMessageContaining("verifyQueueMax must be from 1 to 1000000, got 0");
  }

  private static long alive(List<Long> ids) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> ids.contains(thread.getId()))
        .count();
  }
}
