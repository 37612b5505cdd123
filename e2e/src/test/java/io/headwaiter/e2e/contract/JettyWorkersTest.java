package io.headwaiter.e2e.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.front.config.HeadwaiterOption;
import io.headwaiter.front.pools.WorkerPool;
import io.headwaiter.jetty.HeadwaiterConnector;
import io.headwaiter.jetty.WorkerThreadPool;
import io.headwaiter.tomcat.TestClient;
import io.headwaiter.tomcat.TestKeys;
import io.headwaiter.tomcat.TlsConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.awaitility.Awaitility;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The size of Headwaiter's own pool for Jetty follows the requests that hold its threads. */
@Timeout(60)
class JettyWorkersTest {
  private final Held page = new Held();

  /** A page that holds each request until the test releases it, except on other paths. */
  private static final class Held extends Handler.Abstract {
    final Semaphore mayLeave = new Semaphore(0);

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      if (request.getHttpURI().getPath().equals("/")) {
        mayLeave.acquireUninterruptibly();
      }
      response.write(/* last= */ true, null, callback);
      return true;
    }
  }

  private JettyShop start(QueuedThreadPool threads) throws Exception {
    threads.setDaemon(true);
    Server server = new Server(threads);
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setKeyStorePath(TestKeys.keystore("RSA").toString());
    tls.setKeyStorePassword(TestKeys.PASSWORD);
    HeadwaiterConnector connector =
        new HeadwaiterConnector(server, tls, new HttpConnectionFactory());
    connector.setHost("127.0.0.1");
    connector.setOption(HeadwaiterOption.ADMISSION, "off");
    // All clients of a test have the same address, so they would belong to one visit.
    connector.setOption(HeadwaiterOption.PARALLEL_CONNECTIONS_MAX, "0");
    server.addConnector(connector);
    server.setHandler(page);
    server.start();
    return new JettyShop(server, connector);
  }

  private static Map<?, ?> workers(JettyShop shop) {
    return (Map<?, ?>) shop.status().get("workers");
  }

  /** More requests are served at a time than the pool has threads at the start. */
  @Test
  void addsThreadsForPagesThatWait() throws Exception {
    int floor = WorkerPool.floorOfThisMachine();
    // Some of Jetty's threads run selectors.
    int customers = Math.min(WorkerPool.STOCK_THREADS - 20, floor + 40);
    try (JettyShop shop = start(new WorkerThreadPool())) {
      assertThat(shop.number("workers.now")).isEqualTo(floor);
      List<TlsConnection> connections = new ArrayList<>();
      TestClient client = new TestClient("TLSv1.3");
      for (int i = 0; i < customers; i++) {
        TlsConnection connection = client.connect(shop.port(), hello -> hello);
        connection.handshake();
        connections.add(connection);
      }
      for (TlsConnection connection : connections) {
        connection.send(client.request());
      }
      Awaitility.await().until(() -> page.mayLeave.getQueueLength() == customers);
      assertThat(shop.number("workers.now")).isGreaterThanOrEqualTo(customers);
      assertThat(workers(shop).get("sized")).isEqualTo(true);
      page.mayLeave.release(customers);
      for (TlsConnection connection : connections) {
        assertThat(connection.readAll()).startsWith("HTTP/1.1 200");
        connection.close();
      }
    }
  }

  /** Without the protocol negotiation, which separates the handshake from the request. */
  @Test
  void visitLeavesThreadsToOthers() throws Exception {
    TestClient greedy = new TestClient("TLSv1.2");
    List<TlsConnection> connections = new ArrayList<>();
    try (JettyShop shop = start(new QueuedThreadPool(20))) {
      for (int i = 0; i < 30; i++) {
        connections.add(ask(shop, greedy));
      }
      Awaitility.await()
          .until(() -> page.mayLeave.getQueueLength() >= 7 && shop.status("workers.heldBack") > 0);
      assertThat(page.mayLeave.getQueueLength()).isLessThanOrEqualTo(10);
      assertThat(shop.status("handshakes.resumed")).isGreaterThan(7);

      TestClient client = new TestClient("TLSv1.3");
      try (TlsConnection other = client.connect(shop.port(), hello -> hello)) {
        other.handshakeWith(client.request().replace("GET / ", "GET /other "));
        assertThat(other.readAll()).startsWith("HTTP/1.1 200");
      }

      page.mayLeave.release(30);
      for (TlsConnection connection : connections) {
        assertThat(connection.readAll()).startsWith("HTTP/1.1 200");
        connection.close();
      }
      shop.await("workers.heldBack", 0);
    }
  }

  private static TlsConnection ask(JettyShop shop, TestClient client) throws Exception {
    TlsConnection connection = client.connect(shop.port(), hello -> hello);
    connection.handshakeWith(client.request());
    return connection;
  }

  @Test
  void doesNotSizeForeignThreadPools() throws Exception {
    try (JettyShop shop = start(new QueuedThreadPool(20))) {
      assertThat(workers(shop).get("sized")).isEqualTo(false);
      assertThat(workers(shop).get("why")).asString().contains("none of WorkerThreadPool");
    }
    WorkerThreadPool set = new WorkerThreadPool();
    set.setMaxThreads(25);
    try (JettyShop shop = start(set)) {
      assertThat(workers(shop).get("why")).asString().startsWith("Their number was set");
      assertThat(shop.number("workers.now")).isEqualTo(25);
    }
  }
}
