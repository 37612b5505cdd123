package io.headwaiter.telemetry;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client that sends or reads slowly does not keep other clients from an answer. */
@Tag("slow")
class AdminSlowClientsTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final int TIMEOUT_MILLIS = 20_000;
  private static final int MORE_THAN_CONNECTIONS = 560;

  private final List<Socket> slow = new ArrayList<>();

  @AfterEach
  void hangUp() throws IOException {
    for (Socket socket : slow) {
      socket.close();
    }
  }

  @Test
  void answersRequestsWhileHalfRequestsHoldThreads() throws Exception {
    try (AdminServer admin = start(() -> "metric 1\n")) {
      for (int i = 0; i < 3 * RequestThreads.THREADS; i++) {
        send(admin, "GET /sta");
      }
      assertThat(ask(admin, "/health")).startsWith("HTTP/1.1 200 ").endsWith("ok\n");
      assertThat(ask(admin, "/status")).startsWith("HTTP/1.1 200 ").contains("\"a\":1");
      assertThat(ask(admin, "/metrics")).startsWith("HTTP/1.1 200 ").endsWith("metric 1\n");
    }
  }

  @Test
  void answersRequestsWhileWaitingQueueIsFull() throws Exception {
    try (AdminServer admin = start(String::new)) {
      for (int i = 0; i < 400; i++) {
        send(admin, i % 2 == 0 ? "GET /sta" : "POST /x HTTP/1.1\r\nContent-Length: 9999\r\n\r\n");
      }
      for (int i = 0; i < 3; i++) {
        assertThat(ask(admin, "/health")).startsWith("HTTP/1.1 200 ");
        assertThat(ask(admin, "/status")).startsWith("HTTP/1.1 200 ");
      }
    }
  }

  /** More than the connections that may be open at a time: none may stay in the server's books. */
  @Test
  void brokenRequestsLeaveNoConnectionBehind() throws Exception {
    try (AdminServer admin = start(String::new)) {
      for (int i = 0; i < MORE_THAN_CONNECTIONS; i++) {
        try (Socket socket = new Socket()) {
          socket.setSoLinger(true, i % 2); // 0 is a reset
          socket.connect(admin.address());
          socket
              .getOutputStream()
              .write("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n".getBytes(US_ASCII));
        }
      }
      Awaitility.await().until(() -> answers(admin));
    }
  }

  /** As tabs of a browser are closed. */
  @Test
  void closedDashboardsLeaveNoConnectionBehind() throws Exception {
    try (AdminServer admin = start(String::new)) {
      for (int closed = 0; closed < MORE_THAN_CONNECTIONS; ) {
        Socket dashboard = send(admin, "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
        byte[] status = dashboard.getInputStream().readNBytes("HTTP/1.1 200".length());
        closed += new String(status, US_ASCII).endsWith("200") ? 1 : 0;
        dashboard.close();
      }
      assertThat(answers(admin)).isTrue();
    }
  }

  private static String request(String method, String headers) {
    return method + " /health HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
  }

  private static boolean answers(AdminServer admin) {
    try {
      return ask(admin, "/health").startsWith("HTTP/1.1 200 ");
    } catch (IOException e) {
      return false; // closed at once, since there are too many
    }
  }

  @Test
  void tooLongBodyIsNotAnswered() throws Exception {
    try (AdminServer admin = start(String::new)) {
      String head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 70000\r\n\r\n";
      assertThat(isClosed(send(admin, head + "x".repeat(70_000)))).isTrue();
      assertThat(answers(admin)).isTrue();
    }
  }

  @Test
  void headIsAnsweredWithoutBody() throws Exception {
    try (AdminServer admin = start(String::new)) {
      Socket twice = send(admin, request("HEAD", "") + request("GET", "Connection: close\r\n"));
      assertThat(new String(twice.getInputStream().readAllBytes(), US_ASCII))
          .containsOnlyOnce("ok\n")
          .matches("(?si)(.*HTTP/1.1 200.*content-length: 3.*){2}");
    }
  }

  @Test
  void closesHalfRequestAtTimeLimit() throws Exception {
    try (AdminServer admin = start(String::new, 500)) {
      Socket half = send(admin, "GET /health HTTP/1.1\r\nHost: localhost\r\n");
      assertThat(isClosed(half)).isTrue();
    }
  }

  @Test
  void answersOthersAndEndsUnreadAnswers() throws Exception {
    // More than the buffers of both sides hold.
    String large = "x".repeat(8 << 20);
    try (AdminServer admin = start(() -> large, 3_000)) {
      for (int i = 0; i < 2 * RequestThreads.THREADS; i++) {
        send(admin, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
      }
      assertThat(ask(admin, "/health")).startsWith("HTTP/1.1 200 ");
      assertThat(ask(admin, "/status")).startsWith("HTTP/1.1 200 ");
      Awaitility.await().until(() -> threadsThatWrite() == 0);
      for (Socket unread : slow) {
        assertThat(bytesOf(unread)).isLessThan(large.length());
      }
    }
  }

  @Test
  void answersHealthAndGives503WhilePageHangs() throws Exception {
    CountDownLatch released = new CountDownLatch(1);
    Supplier<String> hanging =
        () -> {
          try {
            released.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return "late 1\n";
        };
    try (AdminServer admin = start(hanging, 2_500)) {
      for (int i = 0; i < RequestThreads.THREADS / 2; i++) {
        send(admin, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
      }
      assertThat(ask(admin, "/health")).startsWith("HTTP/1.1 200 ");
      assertThat(ask(admin, "/metrics")).startsWith("HTTP/1.1 503 ").contains("try again later");
      released.countDown();
      assertThat(ask(admin, "/metrics")).startsWith("HTTP/1.1 200 ").endsWith("late 1\n");
    }
  }

  /** A history has a time limit of its own, after which the next client gets one. */
  @Test
  void endsWorkBegunBeforeInstantUpToLimit() throws Exception {
    WorkUnderWay work = new WorkUnderWay();
    CountDownLatch begun = new CountDownLatch(2);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Thread thread = new Thread(() -> work.run(() -> waitForever(begun)));
      thread.start();
      threads.add(thread);
    }
    begun.await();
    long now = System.nanoTime();
    work.end(now - 3_600_000_000_000L, 2);
    work.end(now, 0);
    assertThat(threads).allMatch(Thread::isAlive);
    work.end(now, 2);
    for (Thread thread : threads) {
      thread.join(TIMEOUT_MILLIS);
      assertThat(thread.isAlive()).isFalse();
    }
  }

  private static void waitForever(CountDownLatch begun) {
    begun.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      // Left for run() to clear.
      Thread.currentThread().interrupt();
    }
  }

  private static AdminServer start(Supplier<String> metrics) throws IOException {
    return start(metrics, TIMEOUT_MILLIS / 2);
  }

  private static AdminServer start(Supplier<String> metrics, int requestMillis) throws IOException {
    return AdminServer.start(
        new InetSocketAddress(LOOPBACK, 0),
        /* tls= */ null,
        AdminAccess.at(LOOPBACK, ""),
        () -> Map.of("a", 1),
        metrics,
        Intervals.history("requests"),
        requestMillis);
  }

  private Socket send(AdminServer admin, String bytes) throws IOException {
    Socket socket = new Socket();
    slow.add(socket);
    socket.setReceiveBufferSize(4096);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(admin.address());
    socket.getOutputStream().write(bytes.getBytes(US_ASCII));
    return socket;
  }

  private static String ask(AdminServer admin, String path) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(admin.address());
      socket.setSoTimeout(TIMEOUT_MILLIS);
      String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    }
  }

  private static boolean isClosed(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketException e) {
      return true;
    }
  }

  private static long threadsThatWrite() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().equals("headwaiter-admin"))
        .filter(
            thread ->
                Arrays.stream(thread.getValue())
                    .anyMatch(frame -> frame.toString().contains("SocketChannelImpl.write")))
        .count();
  }

  private static long bytesOf(Socket socket) throws IOException {
    long count = 0;
    byte[] some = new byte[65_536];
    try {
      InputStream in = socket.getInputStream();
      for (int read = in.read(some); read >= 0; read = in.read(some)) {
        count += read;
      }
    } catch (SocketException e) {
      // The other side closed it before it had sent everything.
      return count;
    }
    return count;
  }
}
