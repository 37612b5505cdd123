package io.headwaiter.tomcat;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

/**
 * A test server with one worker, which records the order in which its pages are served. A page with
 * a name that begins with {@value #HOLDS} keeps the worker until it is released.
 */
final class OrderedShop implements AutoCloseable {
  static final String HOLDS = "holds";

  private final List<String> served = new CopyOnWriteArrayList<>();
  private final Map<String, CountDownLatch> holds = new ConcurrentHashMap<>();
  private final TestShop shop;
  private volatile Consumer<String> onServe = name -> {};

  OrderedShop(String... attributes) throws Exception {
    Map<String, String> all = new HashMap<>();
    all.putAll(
        Map.of(
            "admission", "off",
            "tls", "jsse",
            "maxThreads", "1",
            "workerTimeoutMillis", "60000",
            "keepAliveTimeout", "60000"));
    for (int i = 0; i < attributes.length; i += 2) {
      all.put(attributes[i], attributes[i + 1]);
    }
    shop =
        TestShop.start(
            all,
            connector -> connector.addSslHostConfig(TestShop.host("_default_", "RSA")),
            this::install);
  }

  private void install(Context context) {
    Tomcat.addServlet(context, "page", new Page());
    context.addServletMapping("/", "page");
  }

  private final class Page extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String name = request.getRequestURI().substring(1);
      onServe.accept(name);
      served.add(name);
      if (name.startsWith(HOLDS)) {
        awaitRelease(name);
      }
      response.setContentType("text/plain");
      response.getWriter().print(name);
    }
  }

  private CountDownLatch latch(String name) {
    return holds.computeIfAbsent(name, n -> new CountDownLatch(1));
  }

  private void awaitRelease(String name) {
    try {
      latch(name).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  TestShop shop() {
    return shop;
  }

  /** Sets what runs on the worker's thread before a page is served. */
  void onServe(Consumer<String> work) {
    onServe = work;
  }

  /** Returns the pages in the order in which the worker began them. */
  List<String> served() {
    return served;
  }

  /** Lets this page leave the worker. */
  void release(String name) {
    latch(name).countDown();
  }

  static String request(String name) {
    return "GET /" + name + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }

  /** Opens a connection, which is kept, and serves its first page. */
  TlsConnection welcome() throws Exception {
    TlsConnection connection = new TestClient("TLSv1.3").connect(shop.port(), hello -> hello);
    connection.handshake();
    serve(connection, "welcome");
    served.clear();
    return connection;
  }

  /** Serves the page, and waits until the worker is idle again. */
  void serve(TlsConnection customer, String name) throws Exception {
    customer.send(request(name));
    customer.readUntil(name);
    awaitIdle();
  }

  /** Requests the page, and waits until it occupies the worker. */
  void hold(TlsConnection customer, String name) throws Exception {
    customer.send(request(name));
    HeldCustomers.await().until(() -> served.contains(name));
  }

  /** Returns the number of pieces of work, of all clients, that wait for the worker. */
  int inLine() {
    return workers().getQueue().size();
  }

  /** Returns the worker's next piece of work; null if nothing waits. */
  Runnable head() {
    return workers().getQueue().peek();
  }

  void awaitInLine(int count) {
    HeldCustomers.await().until(() -> inLine() == count);
  }

  /** Waits until no work runs or waits. */
  void awaitIdle() {
    HeldCustomers.await().until(() -> workers().getActiveCount() == 0 && inLine() == 0);
  }

  /** Waits until this much time has passed, so that what waits now has waited longer. */
  void awaitElapsed(long nanos) {
    long beginsNanos = System.nanoTime();
    HeldCustomers.await().until(() -> System.nanoTime() - beginsNanos > nanos);
  }

  private ThreadPoolExecutor workers() {
    return (ThreadPoolExecutor) shop.protocol().endpoint().getExecutor();
  }

  @Override
  public void close() throws LifecycleException {
    holds.values().forEach(CountDownLatch::countDown);
    shop.close();
  }
}
