package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.util.Map;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tomcat reuses the channel of a closed connection for the next one, which starts afresh. */
@Timeout(60)
class PooledChannelTest {
  // Tomcat does not pool channels that it could not close in order, as those of TLS 1.3 on JSSE.
  private static final String PROTOCOL = "TLSv1.2";

  private final VisitClock clock = new VisitClock();

  private TestShop start() throws Exception {
    return TestShop.start(
        // By default a JVM with less than 2 GiB has no pool.
        Map.of("admission", "off", "tls", "jsse", "maxThreads", "1", "socket.bufferPool", "1"),
        connector -> {
          connector.addSslHostConfig(TestShop.host("_default_", "RSA"));
          clock.setOn(connector);
        });
  }

  /** Serves and closes a connection; returns the channel that it used. */
  private static NioChannel visit(TestShop shop, TestClient client) throws Exception {
    NioChannel channel;
    try (TlsConnection connection = client.connect(shop.port(), hello -> hello)) {
      connection.handshake();
      channel = onlyChannel(shop);
      connection.send(client.request());
      assertThat(connection.readAll()).startsWith("HTTP/1.1 200");
    }
    awaitNothingIsLeft(shop);
    return channel;
  }

  /** Opens another client's connection on this visit's channel, and closes it after the hello. */
  private static void leaveAfterTheHello(TestShop shop, NioChannel pooled) throws Exception {
    try (Socket socket = TestClient.tcp(shop.port())) {
      socket.getOutputStream().write(new TestClient("TLSv1.3").hello());
      assertThat(socket.getInputStream().read()).as("a handshake").isEqualTo(22);
      assertThat(onlyChannel(shop)).isSameAs(pooled);
    }
    awaitNothingIsLeft(shop);
  }

  private static NioChannel onlyChannel(TestShop shop) {
    var connections = shop.protocol().endpoint().getConnections();
    assertThat(connections).hasSize(1);
    return connections.iterator().next().getSocket();
  }

  /** Waits until all connections are closed and the worker has released the last one. */
  private static void awaitNothingIsLeft(TestShop shop) {
    shop.awaitNobodyConnected();
    ThreadPoolExecutor workers = (ThreadPoolExecutor) shop.protocol().endpoint().getExecutor();
    HeldCustomers.await()
        .until(() -> workers.getActiveCount() == 0 && workers.getQueue().isEmpty());
  }

  /** Activity of another client on the channel does not count for the visit that used it before. */
  @Test
  void endsVisitDespiteNextConnectionOnItsChannel() throws Exception {
    try (TestShop shop = start()) {
      TestClient regular = new TestClient(PROTOCOL);
      NioChannel pooled = visit(shop, regular);
      clock.laterSeconds(250);
      leaveAfterTheHello(shop, pooled);
      clock.laterSeconds(100);
      shop.protocol().gate().publish(TestShop.SHUT);
      assertThat(TestClient.firstByteAnswering(shop.port(), regular.hello()))
          .as("silent for 350 s")
          .isEqualTo(-1);
      assertThat(shop.status("returning.refused")).isEqualTo(1);
    }
  }

  @Test
  void doesNotChargeVisitForNextConnection() throws Exception {
    try (TestShop shop = start()) {
      for (int i = 0; i < 3; i++) {
        NioChannel pooled = visit(shop, new TestClient(PROTOCOL));
        long before = shop.protocol().endpoint().meters().visitWork().cpuNanos();
        leaveAfterTheHello(shop, pooled);
        assertThat(shop.protocol().endpoint().meters().visitWork().cpuNanos()).isEqualTo(before);
      }
    }
  }
}
