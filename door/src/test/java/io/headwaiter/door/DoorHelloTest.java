package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.Decision.Entry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The container gets exactly the bytes that came, however the hello arrives. */
class DoorHelloTest {
  private DoorFixture fixture;

  @BeforeEach
  void openDoor() throws IOException {
    fixture = DoorFixture.open();
  }

  @AfterEach
  void closeDoor() throws IOException {
    fixture.close();
  }

  @Test
  void handsOverCapturedHellosByteForByte() throws Exception {
    for (String name : Hellos.VECTORS) {
      byte[] hello = Hellos.vector(name);
      fixture.connectAndSend(hello);
      assertThat(fixture.nextAdmitted().received()).as(name).isEqualTo(hello);
    }
  }

  @Test
  void handsOverTheHelloOfThisJdk() throws Exception {
    for (String protocol : new String[] {"TLSv1.2", "TLSv1.3"}) {
      byte[] hello = Hellos.jsse(protocol);
      fixture.connectAndSend(hello);
      DoorFixture.Admitted admitted = fixture.nextAdmitted();
      assertThat(admitted.received()).as(protocol).isEqualTo(hello);
      assertThat(admitted.entry()).isEqualTo(Entry.NEW);
    }
  }

  @Test
  void waitsForRestOfSplitHello() throws Exception {
    byte[] hello = Hellos.vector("curl-tls13-new");
    for (int at : new int[] {1, 4, 5, 6, 9, 43, 100, hello.length / 2, hello.length - 1}) {
      Socket client = fixture.connect();
      client.getOutputStream().write(hello, 0, at);
      awaitUndecidedBytes();
      assertThat(fixture.admitted).as("let in after %s bytes", at).isEmpty();
      client.getOutputStream().write(hello, at, hello.length - at);
      assertThat(fixture.nextAdmitted().received()).as("split at %s", at).isEqualTo(hello);
    }
  }

  @Test
  void readsHelloSentByteByByte() throws Exception {
    byte[] hello = Hellos.tls13New(new byte[32]);
    Socket client = fixture.connect();
    OutputStream out = client.getOutputStream();
    for (byte b : hello) {
      out.write(b);
    }
    assertThat(fixture.nextAdmitted().received()).isEqualTo(hello);
  }

  @Test
  void readsAHelloOverManyTlsRecords() throws Exception {
    byte[] message = Hellos.withoutRecordHeader(Hellos.vector("chromium-tls13-new"));
    for (int contentMax : new int[] {message.length / 2 + 1, 1 + message.length / 60}) {
      byte[] hello = Hellos.records(message, contentMax);
      fixture.connectAndSend(hello);
      assertThat(fixture.nextAdmitted().received()).isEqualTo(hello);
    }
  }

  @Test
  void readsAHelloOfThirtyKilobytesInPieces() throws Exception {
    byte[] hello = Hellos.records(Hellos.paddedMessage(30_000), 16_000);
    Socket client = fixture.connect();
    for (int from = 0; from < hello.length; from += 1_000) {
      client.getOutputStream().write(hello, from, Math.min(1_000, hello.length - from));
    }
    assertThat(fixture.nextAdmitted().received()).isEqualTo(hello);
  }

  @Test
  void handsOverBytesAfterHelloUnchanged() throws Exception {
    byte[] changeCipherSpec = {20, 3, 3, 0, 1, 1};
    byte[] sent = Hellos.join(Hellos.tls13New(new byte[32]), changeCipherSpec);
    fixture.connectAndSend(sent);
    assertThat(fixture.nextAdmitted().received()).isEqualTo(sent);
  }

  @Test
  void losesNoBytesSentAfterDecision() throws Exception {
    byte[] hello = Hellos.tls13New(new byte[32]);
    byte[] later = Hellos.random(5_000, 3);
    Socket client = fixture.connect();
    client.getOutputStream().write(hello);
    DoorFixture.Admitted admitted = fixture.nextAdmitted();
    client.getOutputStream().write(later);
    client.shutdownOutput();
    assertThat(readRest(admitted, later.length)).isEqualTo(later);
  }

  @Test
  void countsArrivedAndAdmittedConnections() throws Exception {
    for (int i = 0; i < 3; i++) {
      fixture.connectAndSend(Hellos.tls13New(new byte[32]));
      fixture.nextAdmitted();
    }
    assertThat(fixture.door.counters().arrivedTotal()).isEqualTo(3);
    assertThat(fixture.gate.counters().admittedTotal(Entry.NEW)).isEqualTo(3);
    assertThat(fixture.door.undecidedCount()).isZero();
  }

  private void awaitUndecidedBytes() {
    org.awaitility.Awaitility.await().until(() -> fixture.door.undecidedCount() == 1);
  }

  /**
   * Reads the rest as the container: the channel is handed over non-blocking, so it must become
   * blocking here.
   */
  private static byte[] readRest(DoorFixture.Admitted admitted, int length) throws IOException {
    org.awaitility.Awaitility.await().until(() -> !admitted.channel().isRegistered());
    admitted.channel().configureBlocking(true);
    ByteBuffer rest = ByteBuffer.allocate(length + 1);
    int count = 0;
    while (rest.hasRemaining() && count >= 0) {
      count = admitted.channel().read(rest);
    }
    return java.util.Arrays.copyOf(rest.array(), rest.position());
  }
}
