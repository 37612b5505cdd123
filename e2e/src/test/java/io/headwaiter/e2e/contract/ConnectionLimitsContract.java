package io.headwaiter.e2e.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.tomcat.TestClient;
import io.headwaiter.tomcat.TlsConnection;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Admitted connections that give the server nothing to do are closed. */
abstract class ConnectionLimitsContract extends UnusualClientsContract {
  private static final String PAGE = "served over HTTP/1.1";
  private static final String KEPT_ALIVE = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
  static final String HTTP_2 = "h2";
  // The preface of HTTP/2 with an empty SETTINGS frame.
  static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0";
  private static final long DRIP_NANOS = 20_000_000;

  @Test
  void closesUnfinishedHandshakeAtDeadline() throws Exception {
    try (Shop shop = open("handshakeTimeoutMillis", "1000");
        Socket silent = TestClient.tcp(shop.port())) {
      silent.getOutputStream().write(new TestClient("TLSv1.3").hello());
      assertThat(silent.getInputStream().read()).isEqualTo(HANDSHAKE_RECORD);
      awaitEnd(silent);
      assertThat(shop.status("connections.closed.handshake_deadline")).isEqualTo(1);
      shop.await("new.abandoned", 1);
      shop.await("handshakes.failed", 1);
      shop.awaitNobodyConnected();
    }
  }

  @Test
  void slowBytesDoNotExtendHandshakeDeadline() throws Exception {
    try (Shop shop = open("handshakeTimeoutMillis", "1000");
        Socket slow = TestClient.tcp(shop.port())) {
      slow.getOutputStream().write(new TestClient("TLSv1.3").hello());
      slow.getOutputStream().write(new byte[] {23, 3, 3, 0x40, 0});
      drip(slow);
      assertThat(shop.status("connections.closed.handshake_deadline")).isEqualTo(1);
      shop.awaitNobodyConnected();
    }
  }

  @Test
  void closesConnectionWithoutRequestAtDeadline() throws Exception {
    try (Shop shop = open("firstRequestTimeoutMillis", "1000");
        TlsConnection served = ask(shop, new TestClient("TLSv1.3"));
        TlsConnection silent = connection(shop);
        TlsConnection slow = connection(shop)) {
      slow.send(KEPT_ALIVE.substring(0, KEPT_ALIVE.length() - 1));
      awaitEnd(silent.socket());
      awaitEnd(slow.socket());
      assertThat(shop.status("connections.closed.first_request_deadline")).isEqualTo(2);
      // This connection came first, and has had its first request.
      served.send(KEPT_ALIVE);
      assertThat(served.readUntil(PAGE)).contains("200");
      Awaitility.await().until(() -> shop.connections() == 1);
    }
  }

  @Test
  void slowBytesDoNotExtendFirstRequestDeadline() throws Exception {
    try (Shop shop = open("firstRequestTimeoutMillis", "1000");
        TlsConnection slow = connection(shop)) {
      slow.send("GET /");
      try {
        for (long end = guard(); System.nanoTime() - end < 0; ) {
          slow.send("a");
          LockSupport.parkNanos(DRIP_NANOS);
        }
      } catch (IOException closed) {
        assertThat(shop.status("connections.closed.first_request_deadline")).isEqualTo(1);
        shop.awaitNobodyConnected();
        return;
      }
      throw new AssertionError("a head that drips was read for 20 s");
    }
  }

  @Test
  void closesHttp2ConnectionWithoutRequest() throws Exception {
    HttpClient client = HttpClient.newBuilder().sslContext(TestClient.trusting(null)).build();
    TestClient silent = new TestClient("TLSv1.3").alpn(HTTP_2);
    try (Shop shop = open("firstRequestTimeoutMillis", "1000")) {
      URI page = URI.create("https://localhost:" + shop.port() + "/");
      HttpRequest request = HttpRequest.newBuilder(page).build();
      HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
      assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
      try (TlsConnection mute = silent.connect(shop.port(), hello -> hello);
          TlsConnection prefaced = silent.connect(shop.port(), hello -> hello)) {
        mute.handshake();
        prefaced.handshake();
        assertThat(prefaced.applicationProtocol()).isEqualTo(HTTP_2);
        prefaced.send(PREFACE);
        awaitEnd(mute.socket());
        awaitEnd(prefaced.socket());
      }
      shop.await("connections.closed.first_request_deadline", 2);
      client.send(request, BodyHandlers.ofString());
      assertThat(shop.status("new.admitted")).as("the first one is still open").isLessThan(4);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void limitsConnectionsPerVisit(String protocol) throws Exception {
    try (Shop shop = open("connectionsPerVisitMax", "3")) {
      TestClient client = new TestClient(protocol);
      List<TlsConnection> held = hold(shop, client, 3);
      try (TlsConnection oneMore = client.connect(shop.port(), hello -> hello)) {
        oneMore.handshake();
        assertThat(oneMore.readAll()).isEmpty();
      }
      assertThat(shop.status("connections.closed.visit_connections")).isEqualTo(1);
      assertServed(shop, new TestClient(protocol));
      for (TlsConnection connection : held) {
        connection.close();
      }
      shop.awaitNobodyConnected();
      shop.assertThatEverybodyIsCounted();
    }
  }

  @Test
  void refusesFurtherConnectionOfVerifiedSession() throws Exception {
    try (Shop shop = open("connectionsPerVisitMax", "3")) {
      TestClient client = new TestClient("TLSv1.2");
      List<TlsConnection> held = hold(shop, client, 3);
      shop.gate().publish(Shop.SHUT);
      assertThat(TestClient.firstByteAnswering(shop.port(), client.hello())).isEqualTo(CLOSED);
      assertThat(shop.status("new.refused.visit_connections")).isEqualTo(1);
      held.remove(0).close();
      Awaitility.await().until(() -> shop.connections() == 2);
      assertServed(shop, client);
      for (TlsConnection connection : held) {
        connection.close();
      }
      shop.awaitNobodyConnected();
      shop.assertThatEverybodyIsCounted();
    }
  }

  @Test
  void shadowModeDoesNotLimitConnectionsPerVisit() throws Exception {
    try (Shop shop =
        open("admission", "adaptive", "shadow", "true", "connectionsPerVisitMax", "3")) {
      List<TlsConnection> held = hold(shop, new TestClient("TLSv1.2"), 4);
      assertThat(shop.status("connections.closed.visit_connections")).isZero();
      for (TlsConnection connection : held) {
        connection.close();
      }
      shop.awaitNobodyConnected();
      shop.assertThatEverybodyIsCounted();
    }
  }

  /** One visit opens as many connections as there may be, and leaves them idle. */
  @Test
  void closesIdleConnectionsOfLargestVisitFirst() throws Exception {
    String[] options = {
      "maxConnections", "40",
      "connectionsPerVisitMax", "100",
      "ticketBurst", "1000",
      "ticketConnectionsMax", "1000"
    };
    List<TlsConnection> held = new ArrayList<>();
    TestClient greedy = new TestClient("TLSv1.2");
    try (Shop shop = open(options)) {
      held.addAll(hold(shop, greedy, 10));
      TlsConnection honest = ask(shop, new TestClient("TLSv1.2"));
      // The last one may have to wait for a free connection already.
      held.addAll(hold(shop, greedy, 29));
      // A tenth is free again.
      Awaitility.await().until(() -> shop.connections() <= 36);
      assertServed(shop, new TestClient("TLSv1.3"));
      assertThat(shop.status("connections.closed.idle")).isPositive();
      honest.send(KEPT_ALIVE);
      assertThat(honest.readUntil(PAGE)).contains("200");
      honest.close();
      shop.assertThatEverybodyIsCounted();
    } finally {
      for (TlsConnection connection : held) {
        connection.close();
      }
    }
  }

  /** Requests that never come completely do not keep the places from others. */
  @Test
  void closesConnectionsWithUnfinishedRequestWhenPlacesAreShort() throws Exception {
    String[] options = {
      "maxConnections", "40",
      "connectionsPerVisitMax", "100",
      "ticketBurst", "1000",
      "ticketConnectionsMax", "1000"
    };
    List<TlsConnection> held = new ArrayList<>();
    try (Shop shop = open(options)) {
      // The last places are kept for visits under way, and the new ones come in between.
      for (int i = 0; i < 34; i++) {
        held.add(ask(shop, new TestClient("TLSv1.2")));
        held.get(i).send("GET / HTTP/1.1\r\nX: ");
      }
      // A client that finds no place comes again. All that come leave their request unfinished.
      for (int i = 0; i < 12; i++) {
        TlsConnection next =
            Awaitility.await()
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> ask(shop, new TestClient("TLSv1.2")), one -> true);
        next.send("GET / HTTP/1.1\r\nX: ");
        held.add(next);
      }
      assertThat(shop.status("connections.closed.idle")).isPositive();
      shop.assertThatEverybodyIsCounted();
    } finally {
      for (TlsConnection connection : held) {
        connection.close();
      }
    }
  }

  /** Opens connections of one visit and keeps them open. */
  private static List<TlsConnection> hold(Shop shop, TestClient client, int count)
      throws Exception {
    List<TlsConnection> held = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      held.add(ask(shop, client));
    }
    return held;
  }

  /** Opens a connection, receives the page, and keeps the connection open. */
  private static TlsConnection ask(Shop shop, TestClient client) throws Exception {
    TlsConnection connection = client.connect(shop.port(), hello -> hello);
    connection.handshake();
    connection.send(KEPT_ALIVE);
    assertThat(connection.readUntil(PAGE)).contains("200");
    return connection;
  }

  private static TlsConnection connection(Shop shop) throws Exception {
    TlsConnection connection = new TestClient("TLSv1.3").connect(shop.port(), hello -> hello);
    connection.handshake();
    return connection;
  }

  private static void drip(Socket socket) {
    try {
      for (long end = guard(); System.nanoTime() - end < 0; ) {
        socket.getOutputStream().write(0);
        LockSupport.parkNanos(DRIP_NANOS);
      }
    } catch (IOException closed) {
      return;
    }
    throw new AssertionError("a connection that drips was kept for 20 s");
  }

  private static long guard() {
    return System.nanoTime() + TestClient.GUARD_MILLIS * 1_000_000L;
  }

  /** Reads all that the server sends until it closes the connection. */
  static void awaitEnd(Socket socket) throws IOException {
    try {
      socket.getInputStream().readAllBytes(); // to its end, or the guard's timeout fails the test
    } catch (SocketException reset) {
      assertThat(reset).hasMessageContaining("reset");
    }
  }
}
