package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.hello.HelloDefect;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The door closes a connection that does not speak TLS, and serves the next one. */
class DoorRefusalTest {
  private DoorFixture fixture;

  @BeforeEach
  void openDoor() throws IOException {
    fixture = DoorFixture.open();
  }

  @AfterEach
  void servesTheNextOneAndCloses() throws Exception {
    fixture.connectAndSend(Hellos.tls13New(new byte[32]));
    fixture.nextAdmitted();
    assertThat(fixture.door.undecidedCount()).isZero();
    fixture.close();
  }

  @Test
  void closesOnGarbage() throws Exception {
    expectDefect(Hellos.random(500, 1), HelloDefect.NOT_TLS);
  }

  @Test
  void answersPlainHttpWith400() throws Exception {
    Socket client =
        fixture.connectAndSend(
            "GET / HTTP/1.1\r\nHost: shop\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    String answer = new String(DoorFixture.readToEnd(client), StandardCharsets.US_ASCII);
    assertThat(answer)
        .startsWith("HTTP/1.1 400 ")
        .contains("Connection: close")
        .contains("https://");
    assertThat(bodyOf(answer).length()).isEqualTo(contentLengthOf(answer));
    expectCounted(HelloDefect.PLAIN_HTTP);
  }

  @Test
  void refusesSslTwo() throws Exception {
    expectDefect(
        new byte[] {(byte) 0x80, 0x2e, 1, 3, 1, 0, 0x15, 0, 0, 0, 0x10}, HelloDefect.SSLV2);
  }

  @Test
  void refusesOversizedHelloOnAnnouncedLength() throws Exception {
    // The length in the header is enough: the door does not wait for the 60 kB it announces.
    byte[] announced = {22, 3, 1, 0x20, 0, 1, 0, (byte) 0xea, 0x60};
    expectDefect(announced, HelloDefect.TOO_LARGE);
  }

  @Test
  void refusesOversizedHelloSentInFull() throws Exception {
    byte[] hello = Hellos.records(Hellos.paddedMessage(40_000), 8_000);
    expectDefect(hello, HelloDefect.TOO_LARGE);
  }

  @Test
  void refusesNonHandshakeRecord() throws Exception {
    expectDefect(new byte[] {21, 3, 3, 0, 2, 2, 40}, HelloDefect.NOT_HANDSHAKE);
  }

  @Test
  void refusesHelloWithInconsistentLengths() throws Exception {
    byte[] hello = Hellos.tls12SessionId(new byte[32]);
    hello[hello.length - 1] = 99; // length of the extensions, of which there are none
    expectDefect(hello, HelloDefect.LENGTH_MISMATCH);
  }

  @Test
  void noticesClientThatLeavesWithoutSending() throws Exception {
    Socket client = fixture.connect();
    Awaitility.await().until(() -> fixture.door.undecidedCount() == 1);
    client.close();
    expectLeft();
  }

  @Test
  void noticesClientThatLeavesDuringHello() throws Exception {
    byte[] hello = Hellos.vector("curl-tls13-new");
    for (boolean reset : new boolean[] {false, true}) {
      Socket client = fixture.connect();
      client.getOutputStream().write(hello, 0, 100);
      Awaitility.await().until(() -> fixture.door.undecidedCount() == 1);
      client.setSoLinger(reset, 0);
      client.close();
      Awaitility.await().until(() -> fixture.door.undecidedCount() == 0);
    }
    Awaitility.await().until(() -> fixture.refused(RefusalReason.CLIENT_LEFT) == 2);
    Awaitility.await().until(() -> fixture.discarded.get() == 2);
  }

  @Test
  void refusesClientThatLeftAfterHello() throws Exception {
    byte[] hello = Hellos.vector("curl-tls13-new");
    for (boolean reset : new boolean[] {false, true}) {
      Socket client = fixture.connectToListener();
      client.getOutputStream().write(hello);
      client.setSoLinger(reset, 0);
      client.close();
      fixture.offerNext();
    }
    Awaitility.await().until(() -> fixture.refused(RefusalReason.CLIENT_LEFT) == 2);
    assertThat(fixture.discarded.get()).isEqualTo(2);
  }

  @Test
  void handsOverBytesSentAfterHello() throws Exception {
    byte[] hello = Hellos.vector("curl-tls13-new");
    byte[] more = Arrays.copyOf(hello, hello.length + 7);
    fixture.connectAfterSending(more);
    assertThat(fixture.nextAdmitted().received()).isEqualTo(more);
  }

  private void expectLeft() {
    Awaitility.await().until(() -> fixture.refused(RefusalReason.CLIENT_LEFT) == 1);
    Awaitility.await().until(() -> fixture.discarded.get() == 1);
  }

  private void expectDefect(byte[] bytes, HelloDefect defect) throws IOException {
    Socket client = fixture.connectAndSend(bytes);
    assertThat(DoorFixture.readToEnd(client)).isEmpty();
    expectCounted(defect);
  }

  private void expectCounted(HelloDefect defect) {
    assertThat(fixture.door.counters().defectTotal(defect)).isEqualTo(1);
    assertThat(fixture.refused(RefusalReason.HELLO_DEFECT)).isEqualTo(1);
    assertThat(fixture.admitted).isEmpty();
  }

  private static String bodyOf(String answer) {
    return answer.substring(answer.indexOf("\r\n\r\n") + 4);
  }

  private static int contentLengthOf(String answer) {
    String after = answer.substring(answer.indexOf("Content-Length: ") + 16);
    return Integer.parseInt(after.substring(0, after.indexOf('\r')));
  }
}
