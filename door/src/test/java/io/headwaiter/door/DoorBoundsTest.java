package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.hello.HelloLimits;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Clients cannot grow the door's memory without bound; the oldest undecided connections are closed.
 */
class DoorBoundsTest {
  private static final long SHORT_DEADLINE_NANOS = 150_000_000L;

  @Test
  void closesSilentAndSlowClientsAtDeadline() throws Exception {
    DoorSettings settings =
        new DoorSettings(HelloLimits.DEFAULT, SHORT_DEADLINE_NANOS, 100, 16L << 20, 100);
    try (DoorFixture fixture = open(settings)) {
      Socket silent = fixture.connect();
      Socket dripping = fixture.connectAndSend(new byte[] {22, 3, 1, 2, 0, 1});
      DoorFixture.awaitClosed(silent);
      DoorFixture.awaitClosed(dripping);
      assertThat(fixture.refused(RefusalReason.HELLO_DEADLINE)).isEqualTo(2);
      assertThat(fixture.admitted).isEmpty();
    }
  }

  @Test
  void slowlySentBytesDoNotExtendDeadline() throws Exception {
    DoorSettings settings =
        new DoorSettings(HelloLimits.DEFAULT, SHORT_DEADLINE_NANOS, 100, 16L << 20, 100);
    byte[] hello = Hellos.paddedMessage(16_000);
    try (DoorFixture fixture = open(settings)) {
      Socket client =
          fixture.connectAndSend(new byte[] {22, 3, 1, 0x3f, 0, 1, 0, 0x3e, (byte) 0xfc});
      long started = System.nanoTime();
      try {
        // One byte every 2 ms, until the door closes the connection.
        for (int i = 4; System.nanoTime() - started < 20_000_000_000L; i++) {
          client.getOutputStream().write(hello[i % hello.length]);
          java.util.concurrent.locks.LockSupport.parkNanos(2_000_000L);
        }
      } catch (IOException closed) {
        assertThat(fixture.refused(RefusalReason.HELLO_DEADLINE)).isEqualTo(1);
        return;
      }
      throw new AssertionError("a dripping client was kept for 20 s");
    }
  }

  @Test
  void closesTheOldestWhenTooManyAreUndecided() throws Exception {
    DoorSettings settings =
        new DoorSettings(HelloLimits.DEFAULT, DoorFixture.LONG_DEADLINE_NANOS, 3, 16L << 20, 100);
    try (DoorFixture fixture = open(settings)) {
      List<Socket> clients = connect(fixture, 5);
      DoorFixture.awaitClosed(clients.get(0));
      DoorFixture.awaitClosed(clients.get(1));
      assertThat(fixture.refused(RefusalReason.UNDECIDED_LIMIT)).isEqualTo(2);
      assertThat(fixture.door.undecidedCount()).isEqualTo(3);
      for (Socket client : clients.subList(2, 5)) {
        client.getOutputStream().write(Hellos.tls13New(new byte[32]));
        fixture.nextAdmitted();
      }
    }
  }

  @Test
  void closesOldestWhenIncompleteHellosExceedByteLimit() throws Exception {
    HelloLimits limits = new HelloLimits(8 * 1024, 64);
    DoorSettings settings =
        new DoorSettings(limits, DoorFixture.LONG_DEADLINE_NANOS, 1_000, 8 * 1024, 100);
    byte[] most = new byte[4_000];
    System.arraycopy(new byte[] {22, 3, 1, 0x1f, 0, 1, 0, 0x1e, (byte) 0xfc}, 0, most, 0, 9);
    try (DoorFixture fixture = open(settings)) {
      List<Socket> clients = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        clients.add(fixture.connectAndSend(most));
      }
      DoorFixture.awaitClosed(clients.get(0));
      assertThat(fixture.refused(RefusalReason.UNDECIDED_LIMIT)).isEqualTo(1);
      assertThat(fixture.door.undecidedCount()).isEqualTo(2);
    }
  }

  @Test
  void closesOldestConnectionsUntilBytesFit() throws Exception {
    HelloLimits limits = new HelloLimits(1024, 64);
    DoorSettings settings =
        new DoorSettings(limits, DoorFixture.LONG_DEADLINE_NANOS, 1_000, 1024, 100);
    byte[] begun = {22, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc};
    try (DoorFixture fixture = open(settings)) {
      Socket silentElder = fixture.connect();
      Socket first = fixture.connectAndSend(begun);
      Socket second = fixture.connectAndSend(begun);
      DoorFixture.awaitClosed(silentElder);
      DoorFixture.awaitClosed(first);
      assertThat(fixture.door.undecidedCount()).isEqualTo(1);
      second.close();
      Awaitility.await().until(() -> fixture.door.undecidedCount() == 0);
    }
  }

  @Test
  void thousandsOfSilentClientsDoNotBlockOthers() throws Exception {
    DoorSettings settings =
        new DoorSettings(HelloLimits.DEFAULT, DoorFixture.LONG_DEADLINE_NANOS, 500, 16L << 20, 100);
    try (DoorFixture fixture = open(settings)) {
      for (int i = 0; i < 20; i++) {
        connect(fixture, 100);
        byte[] hello = Hellos.tls13New(Hellos.random(32, i));
        fixture.connectAndSend(hello);
        assertThat(fixture.nextAdmitted().received()).isEqualTo(hello);
        assertThat(fixture.door.undecidedCount()).isLessThanOrEqualTo(501);
      }
      Awaitility.await()
          .untilAsserted(
              () ->
                  assertThat(fixture.refused(RefusalReason.UNDECIDED_LIMIT))
                      .isGreaterThanOrEqualTo(1_480));
    }
  }

  private static DoorFixture open(DoorSettings settings) throws IOException {
    return DoorFixture.open(
        settings, AdmissionPolicy.OPEN, (claim, name) -> DoorFixture.known(false));
  }

  private static List<Socket> connect(DoorFixture fixture, int count) throws IOException {
    List<Socket> clients = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      clients.add(fixture.connect());
    }
    return clients;
  }
}
