package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.hello.ResumptionClaim;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A client that the gate refuses gets what the style says, and stays no longer than that takes. */
class ConnectionCloserTest {
  private static final byte[] HELLO = Hellos.tls13New(new byte[32]);
  private static final RefusalStyle ALERT = RefusalStyle.parse("alert:access_denied");
  private static final byte[] ACCESS_DENIED = {21, 3, 3, 0, 2, 2, 49};

  @Test
  void closeStyleEndsStream() throws Exception {
    try (DoorFixture fixture = open(RefusalStyle.CLOSE, 10)) {
      assertThat(toEnd(fixture.connectAfterSending(HELLO))).isEmpty();
      assertThat(toEnd(fixture.connectAndSend(HELLO))).isEmpty();
      Awaitility.await().until(() -> fixture.discarded.get() == 2);
      assertThat(fixture.refused(RefusalReason.VISIT_BUDGET)).isEqualTo(2);
    }
  }

  @Test
  void closesWithoutResetWhenBytesFollowHello() throws Exception {
    try (DoorFixture fixture = open(RefusalStyle.CLOSE, 10)) {
      // More than one read takes in.
      assertThat(toEnd(fixture.connectAfterSending(Arrays.copyOf(HELLO, 40_000)))).isEmpty();
    }
  }

  @Test
  void closesWithoutResetAfterBytesDuringLookUp() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    SessionVerifier slow =
        (ResumptionClaim claim, String name) -> {
          asked.countDown();
          await(answer);
          return DoorFixture.known(false);
        };
    DoorSettings settings = DoorFixture.settings().with(RefusalStyle.CLOSE, 10);
    try (DoorFixture fixture = DoorFixture.open(settings, DoorFixture.SHUT, slow)) {
      Socket client = fixture.connectAndSend(Hellos.tls12Ticket(new byte[100]));
      await(asked);
      client.getOutputStream().write(new byte[1_000]);
      answer.countDown();
      assertThat(toEnd(client)).isEmpty();
    }
  }

  @Test
  void resetStyleResetsConnection() throws Exception {
    try (DoorFixture fixture = open(RefusalStyle.RESET, 10)) {
      for (Socket client :
          List.of(fixture.connectAfterSending(HELLO), fixture.connectAndSend(HELLO))) {
        assertThatThrownBy(() -> toEnd(client))
            .isInstanceOf(SocketException.class)
            .hasMessageContaining("reset");
      }
      Awaitility.await().until(() -> fixture.discarded.get() == 2);
    }
  }

  @Test
  void alertStyleSendsAlertThenEndsStream() throws Exception {
    try (DoorFixture fixture = open(ALERT, 10)) {
      Socket atOnce = fixture.connectAfterSending(HELLO);
      Socket later = fixture.connect();
      Awaitility.await().until(() -> fixture.door.undecidedCount() == 1);
      later.getOutputStream().write(HELLO);
      for (Socket client : List.of(atOnce, later)) {
        assertThat(toEnd(client)).isEqualTo(ACCESS_DENIED);
        client.close();
      }
      Awaitility.await().until(() -> fixture.discarded.get() == 2);
    }
  }

  @Test
  void deliversAlertToClientThatKeepsSending() throws Exception {
    try (DoorFixture fixture = open(ALERT, 10)) {
      Socket client = fixture.connectAfterSending(Hellos.join(HELLO, new byte[60_000]));
      client.shutdownOutput();
      Awaitility.await().until(() -> fixture.discarded.get() == 1);
      assertThat(toEnd(client)).isEqualTo(ACCESS_DENIED);
    }
  }

  private static DoorFixture open(RefusalStyle style, int lingeringMax) throws IOException {
    return DoorFixture.open(
        DoorFixture.settings().with(style, lingeringMax),
        DoorFixture.SHUT,
        (claim, name) -> DoorFixture.known(false));
  }

  /** Returns all bytes up to the end of the stream; throws on a reset. */
  private static byte[] toEnd(Socket client) throws IOException {
    return client.getInputStream().readAllBytes();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(DoorFixture.GUARD_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
