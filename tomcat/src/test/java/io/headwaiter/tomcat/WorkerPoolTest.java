package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.front.AdjustablePool;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The number of workers changes while requests are served. */
@Timeout(60)
class WorkerPoolTest {
  private final Held held = new Held();
  private final List<Thread> customers = new ArrayList<>();

  /** A page that nobody leaves before he may. */
  private static final class Held extends HttpServlet {
    private static final long serialVersionUID = 1;
    private final transient Semaphore mayLeave = new Semaphore(0);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
      mayLeave.acquireUninterruptibly();
    }

    /** Requests that are being served. */
    int inside() {
      return mayLeave.getQueueLength();
    }
  }

  private TestShop shop(String... attributes) throws Exception {
    Map<String, String> all = new java.util.HashMap<>(Map.of("admission", "off", "tls", "jsse"));
    for (int i = 0; i < attributes.length; i += 2) {
      all.put(attributes[i], attributes[i + 1]);
    }
    return TestShop.start(
        all,
        connector -> connector.addSslHostConfig(TestShop.host("_default_", "RSA")),
        this::install);
  }

  private void install(Context context) {
    Tomcat.addServlet(context, "held", held);
    context.addServletMapping("/", "held");
  }

  /**
   * Customers whose handshakes are done: while one lasts, Tomcat may queue two turns for it, and
   * the second waits in a worker for the page that the first one asks for.
   */
  private List<TlsConnection> welcome(TestShop shop, int count) throws Exception {
    List<TlsConnection> connections = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TlsConnection connection = new TestClient("TLSv1.3").connect(shop.port(), hello -> hello);
      connection.handshake();
      connections.add(connection);
    }
    AdjustablePool workers = shop.protocol().workers();
    Awaitility.await().until(() -> workers.busy() == 0 && workers.waiting() == 0);
    return connections;
  }

  private void ask(List<TlsConnection> connections) {
    for (TlsConnection connection : connections) {
      Thread customer =
          new Thread(
              () -> {
                try (connection) {
                  connection.send(new TestClient("TLSv1.3").request());
                  connection.readAll();
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      customer.start();
      customers.add(customer);
    }
  }

  private void awaitInside(int count) {
    Awaitility.await().until(() -> held.inside() == count);
  }

  @Test
  void moreAndFewerWorkersServeAtOnce() throws Exception {
    try (TestShop shop = shop("maxThreads", "3")) {
      AdjustablePool workers = shop.protocol().workers();
      assertThat(workers.capacity()).isEqualTo(3);
      List<TlsConnection> connections = welcome(shop, 8);
      ask(connections.subList(0, 3));
      awaitInside(3);
      workers.resize(5);
      ask(connections.subList(3, 8));
      awaitInside(5);
      Awaitility.await().until(() -> workers.waiting() == 3);
      assertThat(workers.busy()).isEqualTo(5);
      workers.resize(2);
      assertThat(workers.capacity()).isEqualTo(2);
      assertThat(shop.protocol().getMaxThreads()).isEqualTo(2);
      // Nobody is thrown out; but who leaves makes no room before there are fewer than two.
      held.mayLeave.release(3);
      awaitInside(2);
      held.mayLeave.release(4);
      awaitInside(1);
      held.mayLeave.release();
      for (Thread customer : customers) {
        customer.join();
      }
      assertThat(held.inside()).isZero();
    }
  }

  @Test
  void theNumberOutlivesAStopAndStart() throws Exception {
    try (TestShop shop = shop("maxThreads", "3")) {
      shop.protocol().workers().resize(7);
      shop.connector().stop();
      assertThat(shop.protocol().workers().whyFixed()).isPresent();
      shop.connector().start();
      assertThat(shop.protocol().workers().capacity()).isEqualTo(7);
    }
  }

  @Test
  void tomcatsOwnPoolIsResizedToo() throws Exception {
    try (TestShop shop = shop("maxThreads", "30", "maxQueueSize", "100")) {
      shop.protocol().workers().resize(4);
      assertThat(shop.protocol().workers().capacity()).isEqualTo(4);
      shop.protocol().workers().resize(40);
      assertThat(shop.protocol().workers().capacity()).isEqualTo(40);
    }
  }

  private void assertNotTunable(String sentence, String... attributes) throws Exception {
    try (TestShop shop = shop(attributes)) {
      assertThatThrownBy(() -> shop.protocol().allowTuning(shop.protocol().workers()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(sentence);
      assertThat(shop.protocol().status()).doesNotContainKey("pools");
    }
  }

  @Test
  void poolsAreSetFromOutsideOnlyWhereThatIsSafe() throws Exception {
    assertNotTunable("use admission=off", "admission", "adaptive", "adminPort", "0");
    assertNotTunable("set adminPort");
    assertNotTunable("on a loopback address", "adminPort", "0", "adminAddress", "0.0.0.0");
    try (TestShop shop = shop("adminPort", "0", "maxThreads", "3")) {
      shop.protocol().allowTuning(shop.protocol().workers());
      assertThat(shop.status("pools.threads")).isEqualTo(3);
    }
    try (TestShop shop = shop("admission", "adaptive", "shadow", "true", "adminPort", "0")) {
      shop.protocol().allowTuning(shop.protocol().workers());
      assertThat(shop.protocol().status()).containsKey("pools");
    }
  }

  @Test
  void workersOfOthersAreRefusedWithASentence() throws Exception {
    try (TestShop shop = shop()) {
      AdjustablePool workers = shop.protocol().workers();
      shop.connector().stop();
      shop.protocol().setExecutor(Runnable::run);
      assertThatThrownBy(() -> workers.resize(4))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("Leave executor out");
      shop.protocol().setExecutor(null);
    }
  }

  @Test
  void virtualThreadsAreRefusedWithASentence() {
    HeadwaiterProtocol protocol = new HeadwaiterProtocol();
    protocol.endpoint().setUseVirtualThreads(true);
    assertThatThrownBy(() -> protocol.workers().resize(4))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("useVirtualThreads=\"true\"");
  }
}
