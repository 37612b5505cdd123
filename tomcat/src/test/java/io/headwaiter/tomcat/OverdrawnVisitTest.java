package io.headwaiter.tomcat;

import static io.headwaiter.tomcat.HeldCustomers.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.front.supply.ThreadCpu;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A visit over its account waits for CPU time that others leave, and is charged again. */
@Tag("slow")
@Timeout(60)
class OverdrawnVisitTest {
  // Enough for the usual use of visits to be known, with one sample of each after each pause.
  private static final int CUSTOMERS = 110;
  private static final long[] PAUSES_MILLIS = {0, 450, 1_500};

  private final VisitClock clock = VisitClock.standing();
  // Requests that were sent while a lingering page was not done.
  private final Semaphore sent = new Semaphore(0);
  private volatile Runnable othersWantProcessors = () -> {};

  /** A page that uses as many milliseconds of CPU time as its query says. */
  private static final class Page extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String millis = request.getQueryString();
      long until =
          ThreadCpu.nanos()
              + TimeUnit.MILLISECONDS.toNanos(millis == null ? 0 : Long.parseLong(millis));
      while (ThreadCpu.nanos() < until) {
        Thread.onSpinWait();
      }
      response.setContentType("text/plain");
      response.getWriter().print("the end");
    }
  }

  /** A page that is done when its client has sent the next request. */
  private final class LingeringPage extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.setContentLength("the end".length());
      response.getWriter().print("the end");
      response.flushBuffer();
      sent.acquireUninterruptibly();
      othersWantProcessors.run();
    }
  }

  /** Upgrades the connection to a protocol of its own, as WebSocket does. */
  private static final class Upgrade extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException {
      response.setStatus(HttpServletResponse.SC_SWITCHING_PROTOCOLS);
      response.setHeader("Upgrade", "echo");
      response.setHeader("Connection", "Upgrade");
      request.upgrade(Echo.class);
    }
  }

  /** Echoes what it receives. */
  public static final class Echo implements HttpUpgradeHandler, ReadListener {
    private WebConnection connection;

    @Override
    public void init(WebConnection opened) {
      connection = opened;
      try {
        opened.getInputStream().setReadListener(this);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void onDataAvailable() throws IOException {
      while (connection.getInputStream().isReady()) {
        int read = connection.getInputStream().read();
        if (read < 0) {
          return;
        }
        connection.getOutputStream().write(read);
        connection.getOutputStream().flush();
      }
    }

    @Override
    public void onAllDataRead() {}

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void destroy() {}
  }

  private void install(Context context) {
    Tomcat.addServlet(context, "lingering", new LingeringPage());
    context.addServletMapping("/lingering", "lingering");
    Tomcat.addServlet(context, "page", new Page());
    context.addServletMapping("/", "page");
    Tomcat.addServlet(context, "upgrade", new Upgrade());
    context.addServletMapping("/upgrade", "upgrade");
  }

  private static String request(long millis) {
    return "GET /?" + millis + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }

  /** Starts a server that knows the cost of a visit and the usual use of visits. */
  private TestShop experiencedShop(String... more) throws Exception {
    Map<String, String> attributes =
        new HashMap<>(
            Map.of(
                "admission",
                "adaptive",
                "tls",
                "jsse",
                // Threads wait on a busy machine; that must not count as demand of other work.
                "queueDelayTargetMillis",
                "10000"));
    for (int i = 0; i < more.length; i += 2) {
      attributes.put(more[i], more[i + 1]);
    }
    TestShop shop =
        TestShop.start(
            attributes,
            connector -> {
              connector.addSslHostConfig(TestShop.host("_default_", "RSA"));
              clock.setOn(connector);
            },
            this::install);
    List<TlsConnection> customers = new ArrayList<>();
    for (int i = 0; i < CUSTOMERS; i++) {
      TlsConnection customer = new TestClient("TLSv1.3").connect(shop.port(), hello -> hello);
      customer.handshake();
      customers.add(customer);
    }
    for (long pause : PAUSES_MILLIS) {
      clock.laterMillis(pause);
      for (TlsConnection customer : customers) {
        customer.send(request(0));
        customer.readUntil("the end");
      }
    }
    for (TlsConnection customer : customers) {
      customer.close();
    }
    await().alias("a cost of a visit").until(() -> shop.status("costMillis.newVisit") > 0);
    assertThat(shop.status("excess.deferredTurns")).isZero();
    return shop;
  }

  /** Returns more CPU time, in ms, than a visit may use at once and during a slow test. */
  private static long tooMuchMillis(TestShop shop) {
    return 10 * shop.status("costMillis.newVisit") + 50;
  }

  /** Asks for a page. */
  private interface Asking {
    void forPage(long millis) throws Exception;
  }

  /**
   * Asks for expensive pages until the visit is over its account, and returns the number of turns
   * that were deferred so far. The cost of a visit is still being learned, and the account with it,
   * so one page may not be enough.
   */
  private static long overdraw(TestShop shop, Asking asking) {
    await()
        .alias("a deferred turn")
        .until(
            () -> {
              asking.forPage(tooMuchMillis(shop));
              awaitIdle(shop);
              return shop.status("excess.deferredTurns") > 0;
            });
    await().alias("excess").until(() -> shop.status("excess.cpuMillis") > 0);
    return shop.status("excess.deferredTurns");
  }

  private static void awaitIdle(TestShop shop) {
    ThreadPoolExecutor workers = (ThreadPoolExecutor) shop.protocol().endpoint().getExecutor();
    await().alias("the end of the turn").until(() -> workers.getActiveCount() == 0);
  }

  private static void ask(TlsConnection connection, long millis) throws Exception {
    connection.send(request(millis));
    assertThat(connection.readUntil("the end")).contains("200");
  }

  /** Opens a connection of a visit that is over its account. */
  private static TlsConnection overdrawnConnection(TestShop shop) throws Exception {
    TlsConnection connection = new TestClient("TLSv1.3").connect(shop.port(), hello -> hello);
    connection.handshake();
    overdraw(shop, millis -> ask(connection, millis));
    return connection;
  }

  @Test
  void defersAndChargesVisitOverItsAccount() throws Exception {
    try (TestShop shop = experiencedShop()) {
      TestClient client = new TestClient("TLSv1.2");
      try (TlsConnection connection = client.connect(shop.port(), hello -> hello)) {
        connection.handshake();
        long before = overdraw(shop, millis -> ask(connection, millis));

        ask(connection, 1);

        await()
            .alias("a deferred turn")
            .until(() -> shop.status("excess.deferredTurns") == before + 1);
      }
      long paidBefore = paid(shop);

      assertThat(client.get(shop.port())).contains("the end");

      assertThat(paid(shop)).isEqualTo(paidBefore + 1);
    }
  }

  /** Returns the number of connections that were charged as returning visits. */
  private static long paid(TestShop shop) {
    return shop.status("returning.admitted") + shop.status("returning.unseen");
  }

  /** No other work wants the processors; {@code TurnTest} tests the other case. */
  @Test
  void servesPipelinedRequestBehindExpensiveOne() throws Exception {
    TestClient client = new TestClient("TLSv1.3");
    try (TestShop shop = experiencedShop();
        TlsConnection connection = client.connect(shop.port(), hello -> hello)) {
      connection.handshake();

      connection.send(request(tooMuchMillis(shop)) + client.request());

      assertThat(connection.readAll()).containsSubsequence("the end", "the end");
      assertThat(shop.status("requestsRefused")).isZero();
    }
  }

  /** A browser asks for the images of a page as soon as it has the page. */
  @Test
  void defersRequestThatFollowsAnswerAtOnce() throws Exception {
    try (TestShop shop = experiencedShop();
        TlsConnection connection = overdrawnConnection(shop)) {
      ExcessBudget budget = shop.protocol().endpoint().runtime().excess();
      othersWantProcessors = () -> budget.grant(0.05, System.nanoTime());
      await()
          .alias("a request that waits")
          .until(
              () -> {
                long before = shop.status("excess.deferredTurns");
                connection.send("GET /lingering HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertThat(connection.readUntil("the end")).contains("200");
                connection.send(request(1));
                sent.release();
                assertThat(connection.readUntil("the end")).contains("200");
                return shop.status("excess.deferredTurns") == before + 2;
              });
      assertThat(shop.status("requestsRefused")).isZero();
    }
  }

  @Test
  void defersStreamsOfVisitOverItsAccount() throws Exception {
    try (TestShop shop = experiencedShop()) {
      HttpClient client = HttpClient.newBuilder().sslContext(TestClient.trusting(null)).build();
      long before =
          overdraw(
              shop,
              millis ->
                  assertThat(get(client, shop, millis).version())
                      .isEqualTo(HttpClient.Version.HTTP_2));

      for (int i = 0; i < 3; i++) {
        assertThat(get(client, shop, 1).statusCode()).isEqualTo(200);
      }

      await()
          .alias("deferred turns")
          .until(() -> shop.status("excess.deferredTurns") == before + 3);
    }
  }

  /** The connection sends no more requests, but its messages can use as much CPU time. */
  @Test
  void defersMessagesOfVisitOverItsAccount() throws Exception {
    try (TestShop shop = experiencedShop();
        TlsConnection connection = overdrawnConnection(shop)) {
      connection.send(
          "GET /upgrade HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n");
      assertThat(connection.readUntil("\r\n\r\n")).contains("101");
      // Otherwise the message could arrive within the turn that has answered.
      awaitIdle(shop);
      long before = shop.status("excess.deferredTurns");

      connection.send("message;");

      connection.readUntil("message;");
      assertThat(shop.status("excess.deferredTurns")).isGreaterThan(before);
    }
  }

  private static HttpResponse<String> get(HttpClient client, TestShop shop, long millis)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + shop.port() + "/?" + millis))
            .version(HttpClient.Version.HTTP_2)
            .timeout(Duration.ofSeconds(20))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  @Test
  void defersNoTurnInShadowMode() throws Exception {
    TestClient client = new TestClient("TLSv1.3");
    try (TestShop shop = experiencedShop("shadow", "true");
        TlsConnection connection = client.connect(shop.port(), hello -> hello)) {
      connection.handshake();

      connection.send(request(tooMuchMillis(shop)) + client.request());

      assertThat(connection.readAll()).containsSubsequence("the end", "the end");
      assertThat(shop.status("excess.deferredTurns")).isZero();
    }
  }

  /** Their CPU time cannot be measured, so each request counts as a usual one. */
  @Test
  void chargesRequestsOnVirtualThreadsToAccount() throws Exception {
    if (VirtualWorkersTest.isOldJdk()) {
      return;
    }
    try (TestShop shop =
            experiencedShop("useVirtualThreads", "true", "maxKeepAliveRequests", "-1");
        TlsConnection connection = new TestClient("TLSv1.3").connect(shop.port(), hello -> hello)) {
      connection.handshake();

      // The number of allowed requests depends on the cost of a handshake on this machine.
      await()
          .until(
              () -> {
                connection.send(request(0));
                connection.readUntil("the end");
                return shop.status("excess.deferredTurns") > 0;
              });
    }
  }
}
