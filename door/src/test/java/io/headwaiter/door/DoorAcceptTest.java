package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.admission.AdmissionPolicy;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * The door accepts connections itself, as many as the container has capacity for, until it is
 * stopped.
 */
class DoorAcceptTest {
  private static final byte[] HELLO = Hellos.tls13New(new byte[32]);

  @Test
  void acceptsReadsAndAdmitsConnections() throws Exception {
    try (DoorFixture fixture = DoorFixture.open()) {
      fixture.door.startAccepting(fixture.listener());
      for (int i = 0; i < 5; i++) {
        byte[] hello = Hellos.tls13New(Hellos.random(32, i));
        Socket client = fixture.connectToListener();
        client.getOutputStream().write(hello);
        assertThat(fixture.nextAdmitted().received()).isEqualTo(hello);
      }
      assertThat(fixture.door.counters().arrivedTotal()).isEqualTo(5);
    }
  }

  /** Also if the container gets the connection a moment later. */
  @Test
  void reportsDecisionTimeOfGate() throws Exception {
    try (DoorFixture fixture = DoorFixture.open()) {
      for (int i = 0; i < 5; i++) {
        fixture.connect().getOutputStream().write(HELLO);
        assertThat(fixture.nextAdmitted().admittedConnection().admittedNanos())
            .isEqualTo(fixture.gate.decidedNanos());
      }
    }
  }

  @Test
  void acceptsConnectionMadeBeforeOpening() throws Exception {
    try (DoorFixture fixture =
        new DoorFixture(
            DoorFixture.settings(), AdmissionPolicy.OPEN, (c, n) -> DoorFixture.known(false))) {
      fixture.door.startAccepting(fixture.listener());
      fixture.connectToListener().getOutputStream().write(HELLO);
      fixture.door.open();
      assertThat(fixture.nextAdmitted().received()).isEqualTo(HELLO);
    }
  }

  @Test
  void acceptsOnlyUpToVacanciesThenResumes() throws Exception {
    try (DoorFixture fixture = DoorFixture.open()) {
      fixture.vacancies.set(2);
      fixture.door.startAccepting(fixture.listener());
      for (int i = 0; i < 5; i++) {
        fixture.connectToListener().getOutputStream().write(HELLO);
      }
      fixture.nextAdmitted();
      fixture.nextAdmitted();
      // By the end of the second iteration the loop would have accepted the third client.
      fixture.connectAndOfferPastTheListener();
      fixture.connectAndOfferPastTheListener();
      assertThat(fixture.door.counters().arrivedTotal()).isEqualTo(4);
      assertThat(fixture.vacancies).hasValue(0);
      for (int i = 0; i < 3; i++) {
        fixture.vacancies.incrementAndGet();
        fixture.door.vacancy();
        fixture.nextAdmitted();
        assertThat(fixture.vacancies).hasValue(0);
      }
    }
  }

  @Test
  void acceptsThousandsOfSimultaneousConnections() throws Exception {
    int count = 2_000;
    List<SocketChannel> clients = new ArrayList<>();
    try (DoorFixture fixture = DoorFixture.open()) {
      fixture.onAdmit = DoorAcceptTest::close;
      fixture.door.startAccepting(fixture.listener());
      for (int i = 0; i < count; i++) {
        SocketChannel client = SocketChannel.open();
        clients.add(client);
        client.configureBlocking(false);
        client.connect(fixture.listener().getLocalAddress());
      }
      for (SocketChannel client : clients) {
        if (!client.finishConnect()) {
          Awaitility.await().atMost(Duration.ofSeconds(30)).until(client::finishConnect);
        }
        client.write(ByteBuffer.wrap(HELLO));
      }
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> fixture.admitted.size() == count);
      assertThat(fixture.door.undecidedCount()).isZero();
    } finally {
      clients.forEach(DoorAcceptTest::close);
    }
  }

  @Test
  void servesEarlierConnectionWhileAcceptingManyOthers() throws Exception {
    try (DoorFixture fixture = DoorFixture.open()) {
      Socket early = fixture.connect();
      for (int i = 0; i < 3 * Acceptor.BATCH_MAX; i++) {
        fixture.connectToListener();
      }
      Awaitility.await().until(() -> fixture.door.undecidedCount() == 1);
      early.getOutputStream().write(HELLO);
      fixture.door.startAccepting(fixture.listener());
      assertThat(fixture.nextAdmitted().received()).isEqualTo(HELLO);
      Awaitility.await().until(() -> fixture.door.undecidedCount() == 3 * Acceptor.BATCH_MAX);
    }
  }

  @Test
  void stopsAcceptingAndStartsAgain() throws Exception {
    try (DoorFixture fixture = DoorFixture.open()) {
      for (int i = 0; i < 20; i++) {
        fixture.door.startAccepting(fixture.listener());
        fixture.connectToListener().getOutputStream().write(HELLO);
        fixture.nextAdmitted();
        fixture.door.stopAccepting();
        fixture.connectToListener().getOutputStream().write(HELLO);
        fixture.connectAndOfferPastTheListener();
        assertThat(fixture.admitted).isEmpty();
        fixture.door.startAccepting(fixture.listener());
        fixture.nextAdmitted();
      }
    }
  }

  @Test
  void closedListenerReleasesItsAddressAfterStopping() throws Exception {
    try (DoorFixture fixture = DoorFixture.open();
        ServerSocketChannel other = ServerSocketChannel.open()) {
      SocketAddress address = fixture.listener().getLocalAddress();
      fixture.door.startAccepting(fixture.listener());
      fixture.connectToListener().getOutputStream().write(HELLO);
      fixture.nextAdmitted();
      fixture.door.stopAccepting();
      fixture.listener().close();
      try (Socket late = new Socket()) {
        assertThatThrownBy(() -> late.connect(address, DoorFixture.GUARD_MILLIS))
            .isInstanceOf(ConnectException.class);
      }
      other.bind(address);
      fixture.door.startAccepting(other);
      try (Socket client = new Socket()) {
        client.connect(address, DoorFixture.GUARD_MILLIS);
        client.getOutputStream().write(HELLO);
        assertThat(fixture.nextAdmitted().received()).isEqualTo(HELLO);
      }
    }
  }

  @Test
  void admitsAcceptedConnectionAfterListenerCloses() throws Exception {
    try (DoorFixture fixture = DoorFixture.open()) {
      fixture.door.startAccepting(fixture.listener());
      Socket client = fixture.connectToListener();
      Awaitility.await().until(() -> fixture.door.undecidedCount() == 1);
      fixture.listener().close();
      client.getOutputStream().write(HELLO);
      assertThat(fixture.nextAdmitted().received()).isEqualTo(HELLO);
      fixture.door.stopAccepting();
    }
  }

  @Test
  void closeReleasesListenerAndClosesUndecidedConnections() throws Exception {
    try (DoorFixture fixture = DoorFixture.open()) {
      fixture.door.startAccepting(fixture.listener());
      List<Socket> clients = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        clients.add(fixture.connectToListener());
      }
      Awaitility.await().until(() -> fixture.door.undecidedCount() == 20);
      fixture.door.close();
      for (Socket client : clients) {
        DoorFixture.awaitClosed(client);
      }
      assertThat(fixture.discarded).hasValue(20);
      assertThat(fixture.listener().isRegistered()).isFalse();
      fixture.door.stopAccepting(); // returns at once
      fixture.door.startAccepting(fixture.listener()); // too late; must not do anything
      assertThat(fixture.listener().isRegistered()).isFalse();
    }
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
