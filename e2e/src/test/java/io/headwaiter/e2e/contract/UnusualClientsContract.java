package io.headwaiter.e2e.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.tomcat.OpensslClient;
import io.headwaiter.tomcat.TestClient;
import io.headwaiter.tomcat.TestHellos;
import io.headwaiter.tomcat.TlsConnection;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients with odd behaviour, some of them malicious. */
abstract class UnusualClientsContract extends AdmissionContract {
  private static final int RENEGOTIATIONS_TRIED = 10;
  private static final byte[] RECORD_OF_16_KIB = {23, 3, 3, 64, 0};
  private static final long PART_NANOS = 1_000_000;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void answersHelloSplitAtAnyByte(String protocol) throws Exception {
    try (Shop shop = open()) {
      byte[] hello = new TestClient(protocol).hello();
      for (int at = 1; at < hello.length; at += protocol.equals("TLSv1.2") ? 1 : 7) {
        try (Socket socket = TestClient.tcp(shop.port())) {
          socket.getOutputStream().write(hello, 0, at);
          socket.getOutputStream().write(hello, at, hello.length - at);
          assertThat(socket.getInputStream().read()).as("split at %s", at).isEqualTo(22);
        }
      }
      shop.awaitNobodyConnected();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void servesHandshakeSentByteByByte(String protocol) throws Exception {
    try (Shop shop = open()) {
      TestClient client = new TestClient(protocol);
      try (Socket drips = new DrippingSocket()) {
        drips.setTcpNoDelay(true);
        drips.setSoTimeout(TestClient.GUARD_MILLIS);
        drips.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), shop.port()));
        TlsConnection connection = new TlsConnection(client.engine(), drips, hello -> hello);
        connection.handshake();
        connection.send(client.request());
        assertThat(connection.readAll()).contains("served over HTTP/1.1");
      }
      assertServed(shop, client);
      shop.await("handshakes.resumed", 1);
    }
  }

  /** A part costs the server CPU time, which no visit pays. */
  @Test
  void closesHandshakeThatGoesOnInParts() throws Exception {
    try (Shop shop = open();
        Socket drips = TestClient.tcp(shop.port())) {
      drips.setTcpNoDelay(true);
      OutputStream out = drips.getOutputStream();
      out.write(new TestClient("TLSv1.3").hello());
      assertThat(drips.getInputStream().read()).isEqualTo(22);
      out.write(RECORD_OF_16_KIB);
      int sent = 0;
      while (shop.status("handshakes.failed") == 0) {
        assertThat(sent++).as("parts, before its deadline").isLessThan(2_000);
        out.write(0);
        LockSupport.parkNanos(PART_NANOS);
      }
      shop.awaitNobodyConnected();
    }
  }

  @ParameterizedTest
  @CsvSource({"TLSv1.2, 100", "TLSv1.2, 20", "TLSv1.3, 100", "TLSv1.3, 20"})
  void servesHelloSplitOverManyRecords(String protocol, int contentMax) throws Exception {
    try (Shop shop = open()) {
      TestClient client = new TestClient(protocol);
      for (int i = 0; i < 2; i++) {
        assertThat(client.get(shop.port(), hello -> TlsConnection.recut(hello, contentMax)))
            .contains("served over HTTP/1.1");
      }
      shop.await("handshakes.resumed", 1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {5_000, 15_000})
  void servesLargeHello(int bytes) throws Exception {
    try (Shop shop = open()) {
      assertServed(shop, new TestClient("TLSv1.3").alpn(TestHellos.protocolNames(bytes)));
    }
  }

  @Test
  void refusesHelloOf64KilobytesAsTooLarge() throws Exception {
    try (Shop shop = open()) {
      byte[] begins = new TestClient("TLSv1.3").alpn(TestHellos.protocolNames(62_000)).hello();
      assertThat(TestClient.firstByteAnswering(shop.port(), begins)).isEqualTo(CLOSED);
      assertThat(shop.status("defects.too_large")).isEqualTo(1);
      assertThat(shop.status("new.refused.hello_defect")).isEqualTo(1);
      assertServed(shop, new TestClient("TLSv1.3"));
    }
  }

  @Test
  void refusesIncompleteHelloAtDeadline() throws Exception {
    try (Shop shop = open("helloDeadlineMillis", "200");
        Socket slow = TestClient.tcp(shop.port())) {
      slow.getOutputStream().write(new TestClient("TLSv1.3").hello(), 0, 100);
      assertThat(slow.getInputStream().read()).isEqualTo(CLOSED);
      assertThat(shop.status("new.refused.hello_deadline")).isEqualTo(1);
      shop.awaitNobodyConnected();
    }
  }

  @Test
  void forgetsClientThatLeavesWithinHello() throws Exception {
    try (Shop shop = open("helloDeadlineMillis", "60000")) {
      byte[] hello = new TestClient("TLSv1.3").hello();
      for (int sent : new int[] {0, 1, 5, 70, hello.length - 1}) {
        try (Socket leaves = TestClient.tcp(shop.port())) {
          leaves.getOutputStream().write(hello, 0, sent);
        }
      }
      shop.await("new.refused.client_left", 5);
      shop.awaitNobodyConnected();
      assertThat(shop.status("new.admitted")).isZero();
    }
  }

  @Test
  void closesGarbageAndAnswersPlainHttp() throws Exception {
    try (Shop shop = open()) {
      byte[] garbage = new byte[3_000];
      new Random(5).nextBytes(garbage);
      garbage[0] = 99;
      assertThat(TestClient.firstByteAnswering(shop.port(), garbage)).isEqualTo(CLOSED);
      try (Socket plain = TestClient.tcp(shop.port())) {
        plain.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        byte[] answer = plain.getInputStream().readNBytes(12);
        assertThat(new String(answer, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 400");
      }
      shop.await("new.refused.hello_defect", 2);
      shop.awaitNobodyConnected();
    }
  }

  /** The bytes behind a good hello are invalid; the engine reports it and nothing stays behind. */
  @Test
  void closesConnectionAfterGarbageBehindHello() throws Exception {
    try (Shop shop = open()) {
      for (String protocol : new String[] {"TLSv1.2", "TLSv1.3"}) {
        try (Socket socket = TestClient.tcp(shop.port())) {
          socket.getOutputStream().write(new TestClient(protocol).hello());
          socket.getOutputStream().write(new byte[500]);
          drain(socket);
        }
      }
      shop.await("handshakes.failed", 2);
      shop.await("new.abandoned", 2);
      shop.awaitNobodyConnected();
    }
  }

  @Test
  void servesClientDespiteThousandSilentConnections() throws Exception {
    List<Socket> silent = new ArrayList<>();
    try (Shop shop = open("undecidedMax", "100", "helloDeadlineMillis", "60000")) {
      for (int i = 0; i < 1_000; i++) {
        silent.add(TestClient.tcp(shop.port()));
      }
      assertServed(shop, new TestClient("TLSv1.3"));
      assertThat(shop.status("undecided")).isLessThanOrEqualTo(100);
      assertThat(shop.status("new.refused.undecided_limit")).isGreaterThanOrEqualTo(900);
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  /** Each would be a full handshake that was not admitted. */
  @Test
  void refusesClientRenegotiation() throws Exception {
    try (Shop shop = open()) {
      TestClient client = new TestClient("TLSv1.2");
      int done = 0;
      try (TlsConnection connection = client.connect(shop.port(), hello -> hello)) {
        connection.handshake();
        shop.await("handshakes.full", 1);
        while (done < RENEGOTIATIONS_TRIED) {
          connection.handshake();
          done++;
        }
      } catch (IOException ended) {
        assertThat(ended).isNotInstanceOf(java.net.SocketTimeoutException.class);
      }
      assertThat(done).isZero();
      assertServed(shop, client);
      shop.awaitNobodyConnected();
    }
  }

  /** The server has no group P-521, so the client must send a second hello. */
  @Test
  void servesAndRecognizesClientAfterHelloRetry() throws Exception {
    String session = folder.resolve("session").toString();
    String request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    try (Shop shop = open()) {
      String output =
          OpensslClient.run(
              folder,
              shop.port(),
              request,
              "-tls1_3",
              "-groups",
              "P-521:P-256",
              "-ign_eof",
              "-msg",
              "-sess_out",
              session);
      assertThat(output).contains("New, TLSv1.3").contains("served over HTTP/1.1");
      assertThat(output.split("ClientHello", -1)).hasSize(3);
      shop.await("handshakes.full", 1);
      assertThat(shop.status("new.admitted")).isEqualTo(1);

      shop.gate().publish(Shop.SHUT);
      output =
          OpensslClient.run(
              folder,
              shop.port(),
              request,
              "-tls1_3",
              "-groups",
              "P-521:P-256",
              "-ign_eof",
              "-sess_in",
              session);
      assertThat(shop.status("resumed.verified")).isEqualTo(1);
      boolean served = output.contains("served over HTTP/1.1");
      if (output.contains("Reused, TLSv1.3")) {
        assertThat(served).isTrue();
        shop.await("handshakes.resumed", 1);
        assertThat(shop.status("resumed.false")).isZero();
      } else {
        // JSSE forgets a session that is looked up a second time within one handshake: a false
        // resumption. It is stopped where the engine can be told, else served and charged.
        shop.await("resumed.false", 1);
        assertThat(shop.status("resumed.stopped")).isEqualTo(served ? 0 : 1);
        shop.await("handshakes.full", served ? 2 : 1);
      }
    }
  }

  private static void drain(Socket socket) throws IOException {
    try {
      socket.getInputStream().readAllBytes();
    } catch (java.net.SocketTimeoutException e) {
      throw new AssertionError("not closed", e);
    } catch (java.net.SocketException reset) {
      assertThat(reset).hasMessageContaining("reset");
    }
  }

  /** Sends every byte separately. */
  private static final class DrippingSocket extends Socket {
    @Override
    public OutputStream getOutputStream() throws IOException {
      return new FilterOutputStream(super.getOutputStream());
    }
  }
}
