package io.headwaiter.telemetry;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Dashboards that are open at the admin endpoint. */
@Tag("slow")
class LiveEventsTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final int TIMEOUT_MILLIS = 20_000;
  private static final int EVENTS_MAX = 20;

  private final IntervalHistory history = Intervals.history("requests");
  private final List<Socket> sockets = new ArrayList<>();

  @AfterEach
  void hangUp() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  @Test
  void sendsPresentFiguresToAll() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (AdminServer admin = start(() -> Map.of("asked", asked.incrementAndGet()))) {
      BufferedReader one = open(admin);
      BufferedReader other = open(admin);
      String first = nextEvent(one);
      assertThat(first).startsWith("data: {\"status\":{\"asked\":").endsWith("\"rows\":[]}");
      List<String> seen = new ArrayList<>(List.of(first));
      // A busy machine may let a dashboard miss a text, and an interval with it.
      while (!seen.get(seen.size() - 1).endsWith("]]}") && seen.size() < EVENTS_MAX) {
        Intervals.add(history, System.nanoTime(), 7);
        seen.add(nextEvent(one));
      }
      assertThat(seen.get(seen.size() - 1)).endsWith("]]}");
      // No two texts have the same number, so both dashboards were sent the same one.
      assertThat(seen).doesNotHaveDuplicates().containsAnyOf(nextEvents(other, seen.size()));
    }
  }

  @Test
  void makesNoFiguresWithoutDashboards() throws Exception {
    AtomicInteger made = new AtomicInteger();
    PageThread maker = new PageThread("headwaiter-test", 4);
    LiveEvents events = new LiveEvents(() -> "text" + made.incrementAndGet(), maker);
    events.makeNext();
    maker.make("/x", TIMEOUT_MILLIS, () -> AdminAnswer.text(200, "after it"));
    assertThat(made).hasValue(0);
    events.stop();
    maker.stop();
  }

  @Test
  void stalledDashboardsCostOthersNothingAndEnd() throws Exception {
    String large = "x".repeat(4 << 20);
    try (AdminServer admin = start(() -> Map.of("large", large))) {
      for (int i = 1; i < LiveEvents.LISTENERS_MAX; i++) {
        ask(admin);
      }
      BufferedReader reads = open(admin);
      assertThat(nextEvent(reads).length()).isGreaterThan(large.length());
      assertThat(nextEvent(reads).length()).isGreaterThan(large.length());
      assertThat(line(ask(admin))).startsWith("HTTP/1.1 503 ");
      Awaitility.await()
          .until(
              () -> {
                assertThat(nextEvent(reads).length()).isGreaterThan(large.length());
                return line(ask(admin)).startsWith("HTTP/1.1 200 ");
              });
    }
  }

  @Test
  void failedFiguresAreLeftOut() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Supplier<Map<String, Object>> faulty =
        () -> {
          if (asked.getAndIncrement() == 0) {
            throw new IllegalStateException("on purpose");
          }
          return Map.of("good", 1);
        };
    try (AdminServer admin = start(faulty)) {
      assertThat(nextEvent(open(admin))).contains("\"good\":1");
    }
  }

  private AdminServer start(Supplier<Map<String, Object>> status) throws IOException {
    return AdminServer.start(
        new InetSocketAddress(LOOPBACK, 0),
        /* tls= */ null,
        AdminAccess.at(LOOPBACK, /* token= */ ""),
        status,
        String::new,
        history);
  }

  /** Asks by HTTP/1.0, whose answers have no chunks. */
  private Socket ask(AdminServer admin) throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    socket.setReceiveBufferSize(4096);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(admin.address());
    String request = "GET /events HTTP/1.0\r\nHost: localhost\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(US_ASCII));
    return socket;
  }

  /** Opens a dashboard; an answer that is no good fails the test. */
  private BufferedReader open(AdminServer admin) throws IOException {
    BufferedReader reader = reader(ask(admin));
    assertThat(reader.readLine()).startsWith("HTTP/1.1 200 ");
    return reader;
  }

  private static String line(Socket socket) throws IOException {
    return reader(socket).readLine();
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
  }

  private static String[] nextEvents(BufferedReader reader, int count) throws IOException {
    String[] events = new String[count];
    for (int i = 0; i < count; i++) {
      events[i] = nextEvent(reader);
    }
    return events;
  }

  private static String nextEvent(BufferedReader reader) throws IOException {
    String line = reader.readLine();
    while (!line.startsWith("data: ")) {
      line = reader.readLine();
    }
    return line;
  }
}
