package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client that sends a request body byte by byte, or none of it, keeps no worker from others. */
@Tag("slow")
class SlowBodyTest {
  // The container would wait a minute for a byte.
  private static final Map<String, String> ONE_WORKER =
      Map.of(
          "admission",
          "off",
          "maxThreads",
          "1",
          "workerTimeoutMillis",
          "60000",
          "connectionTimeout",
          "60000");
  private static final String HEAD =
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nx";
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int WINDOW_UPDATE = 8;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final String BUSY = "/busy";
  private static final String LARGE = "/large";
  private static final int BUSY_WORKERS = 3;
  private static final Executor THREADS = task -> new Thread(task).start();
  private static final long DRIP_NANOS = 300_000_000L;
  private static final long GUARD_NANOS = 60_000_000_000L;

  // When the application reads the body.
  private final CountDownLatch reads = new CountDownLatch(1);
  private final CountDownLatch holds = new CountDownLatch(BUSY_WORKERS);
  private final CountDownLatch released = new CountDownLatch(1);

  private TestShop shop() throws Exception {
    return shop(ONE_WORKER);
  }

  private TestShop shop(Map<String, String> attributes) throws Exception {
    return TestShop.start(
        attributes,
        connector -> connector.addSslHostConfig(TestShop.host("_default_", "RSA")),
        this::install);
  }

  private void install(Context context) {
    Tomcat.addServlet(
        context,
        "page",
        new HttpServlet() {
          @Override
          protected void doGet(HttpServletRequest request, HttpServletResponse response)
              throws IOException {
            if (request.getRequestURI().equals(BUSY)) {
              holdWorker();
              return;
            }
            reads.countDown();
            if (request.getRequestURI().equals(LARGE)) {
              writeMuch(response);
            } else {
              response.getWriter().print("served");
            }
          }

          @Override
          protected void doPost(HttpServletRequest request, HttpServletResponse response)
              throws IOException {
            reads.countDown();
            request.getInputStream().readAllBytes();
          }
        });
    context.addServletMapping("/", "page");
  }

  @Test
  void workerOfSlowClientIsFreedWhenOthersWait() throws Exception {
    try (TestShop shop = shop();
        TlsConnection slow = new TestClient("TLSv1.3").connect(shop.port(), hello -> hello)) {
      slow.handshake();
      slow.send(HEAD);
      reads.await();
      CompletableFuture<Boolean> ended = CompletableFuture.supplyAsync(() -> drip(slow));
      isServed(shop);
      assertThat(ended.get(20, TimeUnit.SECONDS)).as("the server closed it").isTrue();
    }
  }

  @Test
  void workerOfSilentClientIsFreedWhenOthersWait() throws Exception {
    try (TestShop shop = shop();
        TlsConnection silent = new TestClient("TLSv1.3").connect(shop.port(), hello -> hello)) {
      silent.handshake();
      silent.send(HEAD);
      reads.await();
      isServed(shop);
    }
  }

  /** The client gives the reply no room: its window is 0. */
  @Test
  void workerOfStreamWithoutWindowIsFreedWhenOthersWait() throws Exception {
    TestClient http2 = new TestClient("TLSv1.3").alpn("h2");
    try (TestShop shop = shop();
        TlsConnection silent = http2.connect(shop.port(), hello -> hello)) {
      silent.handshake();
      silent.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
      silent.send(frame(SETTINGS, 0, 0, "\0\4\0\0\0\0"));
      // :method GET, :scheme https, :path /, :authority localhost
      silent.send(frame(HEADERS, END_STREAM | END_HEADERS, 1, "\u0082\u0087\u0084\1\11localhost"));
      reads.await();
      isServed(shop);
    }
  }

  /** The window has room, and the client does not read. */
  @Test
  void workerOfStreamThatIsNotReadIsFreedWhenOthersWait() throws Exception {
    TestClient http2 = new TestClient("TLSv1.3").alpn("h2");
    try (TestShop shop = shop();
        TlsConnection silent = http2.connect(shop.port(), hello -> hello)) {
      askForMuch(silent);
      reads.await();
      isServed(shop);
    }
  }

  /**
   * The answer to a PING waits behind the reply that is not read. Without the worker that waits
   * there, too few wait for the client.
   */
  @Test
  void workerOfFrameThatIsNotReadIsFreedWhenOthersWait() throws Exception {
    Map<String, String> fiveWorkers = new HashMap<>(ONE_WORKER);
    fiveWorkers.put("maxThreads", "5");
    TestClient http2 = new TestClient("TLSv1.3").alpn("h2");
    try (TestShop shop = shop(fiveWorkers);
        TlsConnection silent = http2.connect(shop.port(), hello -> hello)) {
      List<CompletableFuture<?>> busy = new ArrayList<>();
      for (int i = 0; i < BUSY_WORKERS; i++) {
        busy.add(CompletableFuture.runAsync(() -> askFor(BUSY, shop), THREADS));
      }
      holds.await();
      askForMuch(silent);
      reads.await();
      CompletableFuture<?> pings = CompletableFuture.runAsync(() -> ping(silent), THREADS);
      // One that is answered at once takes a worker for less.
      Awaitility.await().during(Duration.ofMillis(300)).until(() -> workersAtWork(shop) == 5);
      assertThat(new TestClient("TLSv1.3").get(shop.port())).contains("served");
      assertThat(shop.status("connections.closed.slow_client")).isPositive();
      released.countDown();
      CompletableFuture.allOf(busy.toArray(CompletableFuture[]::new)).get(20, TimeUnit.SECONDS);
      pings.get(20, TimeUnit.SECONDS);
    }
  }

  private static int workersAtWork(TestShop shop) {
    return ((ThreadPoolExecutor) shop.protocol().endpoint().getExecutor()).getActiveCount();
  }

  private static void askForMuch(TlsConnection silent) throws IOException {
    silent.handshake();
    silent.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    silent.send(frame(SETTINGS, 0, 0, "\0\4\u007f\u00ff\u00ff\u00ff"));
    silent.send(frame(WINDOW_UPDATE, 0, 0, "\u007f\u00ff\0\0"));
    // :method GET, :scheme https, :path, :authority localhost
    silent.send(
        frame(HEADERS, END_STREAM | END_HEADERS, 1, "\u0082\u0087\4\6" + LARGE + "\1\11localhost"));
  }

  private static void ping(TlsConnection silent) {
    long began = System.nanoTime();
    try {
      while (System.nanoTime() - began < GUARD_NANOS) {
        silent.send(frame(PING, 0, 0, "headwait"));
        LockSupport.parkNanos(DRIP_NANOS);
      }
    } catch (IOException closed) {
      return; // by the server
    }
  }

  private static void askFor(String page, TestShop shop) {
    try (TlsConnection connection =
        new TestClient("TLSv1.3").connect(shop.port(), hello -> hello)) {
      connection.handshake();
      connection.send("GET " + page + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      connection.readAll();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private void holdWorker() {
    holds.countDown();
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void writeMuch(HttpServletResponse response) throws IOException {
    byte[] piece = new byte[64 * 1024];
    for (int i = 0; i < 1024; i++) {
      response.getOutputStream().write(piece);
    }
  }

  private static String frame(int type, int flags, int stream, String payload) {
    return "\0\0"
        + (char) payload.length()
        + (char) type
        + (char) flags
        + "\0\0\0"
        + (char) stream
        + payload;
  }

  /** HTTP/2 reads the body on a thread that does not serve the request. */
  @Test
  void workerOfSilentStreamIsFreedWhenOthersWait() throws Exception {
    try (TestShop shop = shop()) {
      HttpClient client = HttpClient.newBuilder().sslContext(TestClient.trusting(null)).build();
      URI uri = URI.create("https://127.0.0.1:" + shop.port() + "/");
      HttpRequest request =
          HttpRequest.newBuilder(uri).POST(BodyPublishers.fromPublisher(new Nothing())).build();
      CompletableFuture<?> silent = client.sendAsync(request, BodyHandlers.ofString());
      reads.await();
      isServed(shop);
      assertThat(silent).as("its connection ends").failsWithin(20, TimeUnit.SECONDS);
    }
  }

  /** The guard of a test client's reads is below the container's timeout. */
  private static void isServed(TestShop shop) throws Exception {
    assertThat(new TestClient("TLSv1.3").get(shop.port())).contains("served");
    assertThat(shop.status("connections.closed.slow_client")).isEqualTo(1);
  }

  private static boolean drip(TlsConnection connection) {
    long began = System.nanoTime();
    try {
      while (System.nanoTime() - began < GUARD_NANOS) {
        connection.send("x");
        LockSupport.parkNanos(DRIP_NANOS);
      }
      return false;
    } catch (IOException closed) {
      return true;
    }
  }

  /** A body of which no byte ever comes. */
  private static final class Nothing implements Flow.Publisher<ByteBuffer> {
    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
      subscriber.onSubscribe(
          new Flow.Subscription() {
            @Override
            public void request(long count) {}

            @Override
            public void cancel() {}
          });
    }
  }
}
