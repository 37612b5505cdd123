package io.headwaiter.e2e.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.front.config.HeadwaiterOption;
import io.headwaiter.jetty.HeadwaiterConnector;
import io.headwaiter.tomcat.TestClient;
import io.headwaiter.tomcat.TestHellos;
import io.headwaiter.tomcat.TestKeys;
import io.headwaiter.tomcat.TlsConnection;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviour that only Jetty's connector has. */
class JettyConnectorTest {
  private static final Map<String, String> OFF = Map.of("admission", "off");

  @Test
  void doesNotCountWarmUpHandshakes() throws Exception {
    try (JettyShop shop = JettyShop.start(Map.of("warmUpMillis", "20000"))) {
      for (String count :
          List.of("arrived", "new.admitted", "handshakes.full", "handshakes.failed", "requests")) {
        assertThat(shop.status(count)).as(count).isZero();
      }
      assertThat(shop.connections()).isZero();
      Map<?, ?> cpu = (Map<?, ?>) shop.status().get("cpuMillis");
      assertThat(((Number) cpu.get("firstUses")).doubleValue()).isPositive();
      assertThat(new TestClient("TLSv1.3").get(shop.port())).contains("served over HTTP/1.1");
      shop.await("requests", 1);
    }
  }

  @Test
  void servesAndCountsHttp2Requests() throws Exception {
    try (JettyShop shop = JettyShop.start(OFF)) {
      HttpClient client = HttpClient.newBuilder().sslContext(TestClient.trusting(null)).build();
      URI page = URI.create("https://localhost:" + shop.port() + "/");
      for (int i = 0; i < 5; i++) {
        HttpResponse<String> answer =
            client.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString());
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(answer.body()).isEqualTo("served over HTTP/2.0");
      }
      shop.await("requests", 5);
      assertThat(shop.status("handshakes.full")).isEqualTo(1);
      assertThat(shop.status("new.admitted")).isEqualTo(1);
    }
  }

  /** As after a last write that the socket does not take at once. */
  @Test
  void profilesReplyThatEndsOnAnotherThread() throws Exception {
    try (JettyShop shop = JettyShop.start(OFF)) {
      TestClient customer = new TestClient("TLSv1.3");
      try (TlsConnection connection = customer.connect(shop.port(), hello -> hello)) {
        connection.handshake();
        String elsewhere = "GET /?" + JettyShop.ENDS_ELSEWHERE + " ";
        connection.send(customer.request().replace("GET / ", elsewhere));
        assertThat(connection.readAll()).contains("served over HTTP/1.1");
      }
      String page = "profile.types./.";
      Awaitility.await()
          .ignoreExceptions()
          .until(() -> shop.number(page + "holdMillis") == 3_600_000);
      assertThat(shop.number(page + "count")).isEqualTo(1);
      assertThat(shop.number(page + "workerWaitMillis")).isPositive();
      assertThat(shop.number(page + "connectionPart")).isEqualTo(1);
      assertThat(shop.number(page + "connectionRequests")).isEqualTo(2);
      assertThat(shop.number(page + "connectionWaitMillis")).isEqualTo(3);
    }
  }

  /** Jetty's input buffer has 16,709 bytes. */
  @ParameterizedTest
  @ValueSource(ints = {16_500, 17_000, 20_000, 30_000})
  void servesHelloLargerThanJettysBuffer(int bytes) throws Exception {
    try (JettyShop shop = JettyShop.start(OFF)) {
      TestClient large = new TestClient("TLSv1.3").alpn(TestHellos.protocolNames(bytes));
      assertThat(large.get(shop.port())).contains("served over HTTP/1.1");
      assertThat(large.get(shop.port(), hello -> TlsConnection.recut(hello, 1_000)))
          .contains("served over HTTP/1.1");
      shop.await("handshakes.resumed", 1);
    }
  }

  /** The connection is never read or written again; the connector's own timeout closes it. */
  @Test
  void refundsVisitWhenJettyClosesSilentClient() throws Exception {
    try (JettyShop shop = JettyShop.start(OFF);
        Socket silent = TestClient.tcp(shop.port())) {
      shop.connector().setIdleTimeout(200);
      silent.getOutputStream().write(new TestClient("TLSv1.3").hello());
      shop.await("new.abandoned", 1);
      shop.awaitNobodyConnected();
    }
  }

  /** A listener of Jetty's that counts connections may stop and start the accepting. */
  @Test
  void supportsJettysConnectionLimit() throws Exception {
    try (JettyShop shop = JettyShop.start(OFF)) {
      shop.stop();
      NetworkConnectionLimit limit = new NetworkConnectionLimit(1, shop.connector());
      shop.connector().addBean(limit);
      shop.startAgain();
      for (int i = 0; i < 3; i++) {
        assertThat(new TestClient("TLSv1.3").get(shop.port())).contains("served over HTTP/1.1");
        shop.awaitNobodyConnected();
      }
    }
  }

  @Test
  void countsContainerFailureWhenJettyRejectsConnection() throws Exception {
    Server server = new Server();
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setKeyStorePath(TestKeys.keystore("RSA").toString());
    tls.setKeyStorePassword(TestKeys.PASSWORD);
    HeadwaiterConnector connector =
        new HeadwaiterConnector(server, tls, new HttpConnectionFactory()) {
          @Override
          protected void configure(Socket socket) {
            throw new IllegalStateException("on purpose");
          }
        };
    connector.setOption(HeadwaiterOption.ADMISSION, "off");
    server.addConnector(connector);
    server.start();
    try (JettyShop shop = new JettyShop(server, connector)) {
      byte[] hello = new TestClient("TLSv1.3").hello();
      assertThat(TestClient.firstByteAnswering(shop.port(), hello)).isEqualTo(-1);
      shop.await("new.refused.container_failed", 1);
      shop.awaitNobodyConnected();
      shop.assertThatEverybodyIsCounted();
    }
  }

  @Test
  void acceptsConnectionsOnlyAfterPauseEnds() throws Exception {
    try (JettyShop shop = JettyShop.start(OFF)) {
      for (int round = 0; round < 3; round++) {
        shop.connector().setAccepting(false);
        long before = shop.status("arrived");
        byte[] hello = new TestClient("TLSv1.3").hello();
        try (Socket waits = TestClient.tcp(shop.port())) {
          waits.getOutputStream().write(hello);
          assertThat(shop.status("arrived")).isEqualTo(before);
          shop.connector().setAccepting(true);
          assertThat(waits.getInputStream().read()).isEqualTo(22);
        }
        shop.awaitNobodyConnected();
      }
    }
  }

  @Test
  void freesPortOnStop() throws Exception {
    try (JettyShop shop = JettyShop.start(OFF)) {
      assertThat(new TestClient("TLSv1.3").get(shop.port())).contains("served over HTTP/1.1");
      int port = shop.port();
      shop.stop();
      assertThatThrownBy(() -> TestClient.tcp(port)).isInstanceOf(ConnectException.class);
    }
  }

  @Test
  void rejectsUnsupportedJettySettings() {
    assertThatThrownBy(() -> JettyShop.start(Map.of("tls", "boringssl")))
        .hasMessageContaining("tls=boringssl and ticketKeyFile are not for Jetty");
    assertThatThrownBy(() -> JettyShop.start(Map.of("refusalStyle", "politely")))
        .hasMessageContaining("Option refusalStyle is \"politely\"; allowed is close, reset");
    assertThatThrownBy(() -> new HeadwaiterConnector(new Server(), new SslContextFactory.Server()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs a protocol behind TLS");
  }

  @Test
  void restartsAfterFailureToBindPort() throws Exception {
    try (JettyShop first = JettyShop.start(OFF)) {
      JettyShop second = JettyShop.start(OFF);
      second.stop();
      second.connector().setPort(first.port());
      assertThatThrownBy(second::startAgain).hasMessageContaining("Failed to bind");
      second.connector().setPort(0);
      second.startAgain();
      assertThat(new TestClient("TLSv1.3").get(second.port())).contains("served over HTTP/1.1");
      second.close();
      assertThat(new TestClient("TLSv1.3").get(first.port())).contains("served over HTTP/1.1");
    }
  }
}
