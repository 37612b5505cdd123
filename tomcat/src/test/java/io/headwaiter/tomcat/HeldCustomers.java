package io.headwaiter.tomcat;

import io.headwaiter.front.pools.AdjustablePool;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Customers of a test server with a page that holds each request until the test releases it. */
final class HeldCustomers {
  private final Held held = new Held();
  private final List<Thread> customers = new ArrayList<>();
  private final List<String> answers = new CopyOnWriteArrayList<>();

  private static final class Held extends HttpServlet {
    private static final long serialVersionUID = 1;
    private final transient Semaphore mayLeave = new Semaphore(0);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
      mayLeave.acquireUninterruptibly();
    }
  }

  /** Starts a server with the page, and with admission off. */
  TestShop shop(String... attributes) throws Exception {
    Map<String, String> all = new HashMap<>(Map.of("admission", "off", "tls", "jsse"));
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
   * Opens connections and completes their handshakes. During a handshake, Tomcat may queue two
   * turns for a connection. The second then waits in a worker for the page that the first one
   * requests.
   */
  List<TlsConnection> welcome(TestShop shop, int count) throws Exception {
    List<TlsConnection> connections = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TlsConnection connection = new TestClient("TLSv1.3").connect(shop.port(), hello -> hello);
      connection.handshake();
      connections.add(connection);
    }
    AdjustablePool workers = shop.protocol().workers();
    await().until(() -> workers.busy() == 0 && workers.waiting() == 0);
    return connections;
  }

  /** Requests the page on each connection, and closes the connection after the answer. */
  void ask(List<TlsConnection> connections) throws Exception {
    String request = new TestClient("TLSv1.3").request();
    for (TlsConnection connection : connections) {
      Thread customer =
          new Thread(
              () -> {
                try (connection) {
                  connection.send(request);
                  answers.add(connection.readAll());
                } catch (Exception e) {
                  answers.add(e.toString());
                }
              });
      customer.start();
      customers.add(customer);
    }
  }

  static ConditionFactory await() {
    return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
  }

  /** Returns the number of requests that are being served. */
  int inside() {
    return held.mayLeave.getQueueLength();
  }

  void awaitInside(int count) {
    await().until(() -> inside() == count);
  }

  void mayLeave(int count) {
    held.mayLeave.release(count);
  }

  /** Returns the answers, once all customers have one. */
  List<String> answers() throws InterruptedException {
    for (Thread customer : customers) {
      customer.join();
    }
    return answers;
  }
}
