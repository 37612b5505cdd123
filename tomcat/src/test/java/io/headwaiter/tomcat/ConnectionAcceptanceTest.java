package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.apache.catalina.connector.Connector;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The door does what Tomcat's acceptor did: limit, pause, resume, stop and start. */
@Tag("slow")
class ConnectionAcceptanceTest {
  private static final Map<String, String> PATIENT =
      Map.of("admission", "off", "helloDeadlineMillis", "60000");

  @Test
  void measuresDoorCpuTimeWithoutAcceptorThread() throws Exception {
    try (TestShop shop = TestShop.start(with("adminPort", "0"))) {
      for (int i = 0; i < 20; i++) {
        new TestClient("TLSv1.3").get(shop.port());
      }
      assertThat(Thread.getAllStackTraces().keySet())
          .noneMatch(thread -> thread.getName().contains("-Acceptor"));
      assertThat(shop.status("arrived")).isEqualTo(20);
      assertThat(shop.status("frontCpuMillis")).isPositive();
      shop.awaitNobodyConnected();
    }
  }

  @Test
  void countsContainerFailureWhenExecutorRejectsConnection() throws Exception {
    Consumer<Connector> noWorkers =
        connector -> {
          connector.addSslHostConfig(TestShop.host("_default_", "RSA"));
          connector
              .getProtocolHandler()
              .setExecutor(
                  task -> {
                    throw new RejectedExecutionException("on purpose");
                  });
        };
    try (TestShop shop = TestShop.start(PATIENT, noWorkers)) {
      byte[] hello = new TestClient("TLSv1.3").hello();
      assertThat(TestClient.firstByteAnswering(shop.port(), hello)).isEqualTo(-1);
      Awaitility.await().until(() -> shop.status("new.refused.container_failed") == 1);
      assertThat(shop.status("new.admitted")).isEqualTo(1);
      shop.awaitNobodyConnected();
    }
  }

  @Test
  void acceptsNoConnectionAtLimitUntilOneCloses() throws Exception {
    try (TestShop shop = TestShop.start(with("maxConnections", "2"))) {
      TlsConnection first = idle(shop);
      TlsConnection second = idle(shop);
      assertThat(shop.protocol().getConnectionCount()).isEqualTo(2);
      TestClient customer = new TestClient("TLSv1.3");
      try (TlsConnection third = customer.connect(shop.port(), hello -> hello)) {
        third.sendHello();
        assertThat(shop.status("arrived")).isEqualTo(2);
        first.close();
        Awaitility.await().until(() -> shop.status("arrived") == 3);
        assertThat(shop.protocol().getConnectionCount()).isEqualTo(2);
      }
      assertThat(new TestClient("TLSv1.2").get(shop.port())).contains("served over HTTP/1.1");
      second.close();
      shop.awaitNobodyConnected();
    }
  }

  @Test
  void appliesRaisedConnectionLimitAtOnce() throws Exception {
    try (TestShop shop = TestShop.start(with("maxConnections", "1"))) {
      TlsConnection first = idle(shop);
      try (Socket waiting = TestClient.tcp(shop.port())) {
        assertThat(shop.status("arrived")).isEqualTo(1);
        shop.protocol().setMaxConnections(3);
        Awaitility.await().until(() -> shop.status("arrived") == 2);
        shop.protocol().setMaxConnections(-1);
        assertThat(new TestClient("TLSv1.3").get(shop.port())).contains("served over HTTP/1.1");
        assertThat(waiting.isConnected()).isTrue();
      }
      first.close();
      shop.awaitNobodyConnected();
    }
  }

  @Test
  void acceptsConnectionsOnlyAfterPauseEnds() throws Exception {
    try (TestShop shop = TestShop.start(PATIENT)) {
      assertThat(new TestClient("TLSv1.3").get(shop.port())).contains("served over HTTP/1.1");
      for (int round = 1; round <= 5; round++) {
        long before = shop.status("arrived");
        shop.connector().pause();
        List<Socket> waiting = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
          waiting.add(TestClient.tcp(shop.port()));
        }
        assertThat(shop.status("arrived")).isEqualTo(before);
        shop.connector().resume();
        assertThat(new TestClient("TLSv1.3").get(shop.port())).contains("served over HTTP/1.1");
        assertThat(shop.status("arrived")).isEqualTo(before + 11);
        for (Socket client : waiting) {
          client.close();
        }
        shop.awaitNobodyConnected();
      }
    }
  }

  @Test
  void enforcesConnectionLimitAfterPause() throws Exception {
    try (TestShop shop = TestShop.start(with("maxConnections", "1"))) {
      shop.connector().pause();
      shop.connector().resume();
      TlsConnection first = idle(shop);
      try (Socket waiting = TestClient.tcp(shop.port())) {
        assertThat(shop.protocol().getConnectionCount()).isEqualTo(1);
        first.close();
        Awaitility.await().until(() -> shop.status("arrived") == 2);
        assertThat(waiting.isConnected()).isTrue();
      }
      shop.awaitNobodyConnected();
    }
  }

  @Test
  void freesPortAtOnceWhenServerSocketCloses() throws Exception {
    try (TestShop shop = TestShop.start(with("bindOnInit", "false"))) {
      for (int round = 0; round < 3; round++) {
        int port = shop.port();
        assertThat(new TestClient("TLSv1.3").get(port)).contains("served over HTTP/1.1");
        shop.protocol().closeServerSocketGraceful();
        assertThatThrownBy(() -> TestClient.tcp(port)).isInstanceOf(ConnectException.class);
        shop.connector().stop();
        shop.connector().start();
      }
      assertThat(new TestClient("TLSv1.3").get(shop.port())).contains("served over HTTP/1.1");
      shop.awaitNobodyConnected();
    }
  }

  @Test
  void leavesNoConnectionOpenWhenStoppedDuringArrivals() throws Exception {
    List<Socket> crowd = new ArrayList<>();
    try (TestShop shop = TestShop.start(PATIENT)) {
      for (int i = 0; i < 300; i++) {
        crowd.add(TestClient.tcp(shop.port()));
      }
      shop.connector().stop();
      assertThat(shop.protocol().getConnectionCount()).isZero();
      shop.connector().start();
      // Connections not accepted before the stop wait in the backlog until the next start.
      assertThat(new TestClient("TLSv1.3").get(shop.port())).contains("served over HTTP/1.1");
      for (Socket one : crowd) {
        one.close();
      }
      shop.awaitNobodyConnected();
    }
  }

  @Test
  void acceptsConnectionsFromUnixDomainSocket(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("shop.sock");
    for (String style : new String[] {"close", "reset", "alert:internal_error"}) {
      Map<String, String> options = with("unixDomainSocketPath", path.toString());
      options.put("refusalStyle", style);
      try (TestShop shop = TestShop.start(options)) {
        byte[] hello = new TestClient("TLSv1.3").hello();
        assertThat(firstByteOver(path, hello)).as("a ServerHello").isEqualTo(22);
        shop.protocol().gate().publish(TestShop.SHUT);
        assertThat(firstByteOver(path, hello)).isEqualTo(style.startsWith("alert") ? 21 : -1);
        shop.awaitNobodyConnected();
      }
      assertThat(Files.exists(path)).isFalse();
    }
  }

  private static int firstByteOver(Path path, byte[] sent) throws IOException {
    try (SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      client.connect(UnixDomainSocketAddress.of(path));
      client.write(ByteBuffer.wrap(sent));
      ByteBuffer one = ByteBuffer.allocate(1);
      return client.read(one) < 0 ? -1 : one.get(0);
    }
  }

  private static TlsConnection idle(TestShop shop) throws Exception {
    TlsConnection idle = new TestClient("TLSv1.2").connect(shop.port(), hello -> hello);
    idle.handshake();
    return idle;
  }

  private static Map<String, String> with(String name, String value) {
    Map<String, String> options = new HashMap<>(PATIENT);
    options.put(name, value);
    return options;
  }
}
