package io.headwaiter.telemetry;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class AdminServerTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final AdminAccess HERE =
      AdminAccess.at(InetAddress.getLoopbackAddress(), /* token= */ "");

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void answersStatusWithPresentValues() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (AdminServer admin = start(() -> Map.of("asked", asked.incrementAndGet()))) {
      assertThat(get(admin, "/status").body()).isEqualTo("{\"asked\":1}");
      HttpResponse<String> second = get(admin, "/status");
      assertThat(second.body()).isEqualTo("{\"asked\":2}");
      assertThat(second.statusCode()).isEqualTo(200);
      assertThat(second.headers().firstValue("Content-Type")).contains("application/json");
    }
  }

  @Test
  void answersHealth() throws Exception {
    try (AdminServer admin = start(Map::of)) {
      assertThat(get(admin, "/health").statusCode()).isEqualTo(200);
      assertThat(get(admin, "/health").body()).isEqualTo("ok\n");
    }
  }

  @Test
  void readinessIsWhatServerSaysAndLifeIsNot() throws Exception {
    AtomicBoolean ready = new AtomicBoolean();
    try (AdminServer admin = start(Map::of)) {
      admin.readyWhen(ready::get);
      assertThat(get(admin, "/health/ready").statusCode()).isEqualTo(503);
      assertThat(get(admin, "/health/live").statusCode()).isEqualTo(200);
      ready.set(true);
      assertThat(get(admin, "/health/ready").body()).isEqualTo("ready\n");
    }
  }

  @Test
  void answersMetricsWithPrometheusContentType() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Supplier<String> metrics = () -> "headwaiter_asked_total " + asked.incrementAndGet() + "\n";
    try (AdminServer admin =
        AdminServer.start(
            ANY_PORT, /* tls= */ null, HERE, Map::of, metrics, Intervals.history("requests"))) {
      HttpResponse<String> answer = get(admin, "/metrics");
      assertThat(answer.body()).isEqualTo("headwaiter_asked_total 1\n");
      assertThat(answer.headers().firstValue("Content-Type"))
          .hasValue("text/plain; version=0.0.4; charset=utf-8");
      assertThat(get(admin, "/metrics").body()).isEqualTo("headwaiter_asked_total 2\n");
    }
  }

  @Test
  void answersHistory() throws Exception {
    IntervalHistory history = Intervals.history("requests");
    long now = System.nanoTime();
    Intervals.add(history, now, 7);
    try (AdminServer admin =
        AdminServer.start(ANY_PORT, /* tls= */ null, HERE, Map::of, String::new, history)) {
      HttpResponse<String> answer = get(admin, "/status/history?seconds=3600&step=60");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
      assertThat(answer.body()).contains("\"requests\"").contains("\n[" + now / Intervals.MILLI);
      assertThat(get(admin, "/status/history").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void answersWrongHistoryQueryWith400AndMessage() throws Exception {
    try (AdminServer admin = start(Map::of)) {
      HttpResponse<String> answer = get(admin, "/status/history?seconds=0");
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body())
          .isEqualTo("seconds is how far back to go: a whole number from 1 to 3600.\n");
    }
  }

  private static HttpRequest.Builder post(AdminServer admin, String host, String path) {
    URI uri = URI.create("http://" + host + ":" + admin.address().getPort() + path);
    return HttpRequest.newBuilder(uri)
        .timeout(Duration.ofSeconds(20))
        .POST(HttpRequest.BodyPublishers.noBody());
  }

  private String answer(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
    return answer.statusCode() + " " + answer.body();
  }

  @Test
  void runsCommandsOfLocalPrograms() throws Exception {
    List<String> commands = new ArrayList<>();
    try (AdminServer admin = start(Map::of)) {
      HttpRequest.Builder command = post(admin, "127.0.0.1", "/pools?a=1");
      command.header(AdminServer.COMMAND_HEADER, "x");
      assertThat(answer(command)).startsWith("404 ");
      admin.command("/pools", commands::add);
      assertThat(answer(command)).isEqualTo("200 done\n");
      assertThat(get(admin, "/pools").statusCode()).isEqualTo(404);
      assertThat(commands).containsExactly("a=1");
      admin.command(
          "/pools",
          query -> {
            throw query.isEmpty()
                ? new IllegalStateException("Not now.")
                : new IllegalArgumentException("Not so.");
          });
      assertThat(answer(command)).isEqualTo("400 Not so.\n");
      command = post(admin, "localhost", "/pools").header(AdminServer.COMMAND_HEADER, "x");
      assertThat(answer(command)).isEqualTo("409 Not now.\n");
    }
  }

  /**
   * Requests that a page of another site can make a browser send, also from a site with a name that
   * resolves to this address.
   */
  @Test
  void refusesCommandsFromWebPages() throws Exception {
    List<String> commands = new ArrayList<>();
    try (AdminServer admin = start(Map::of)) {
      admin.command("/pools", commands::add);
      assertThat(answer(post(admin, "127.0.0.1", "/pools"))).startsWith("403 This is for programs");
      HttpRequest.Builder page = post(admin, "127.0.0.1", "/pools");
      page.header(AdminServer.COMMAND_HEADER, "x").header("Origin", "http://127.0.0.1");
      assertThat(answer(page)).startsWith("403 ");
      for (String host : List.of("evil.example", "127.0.0.1.evil.example", "localhost.evil", "")) {
        assertThat(rawPost(admin, host)).as(host).startsWith("HTTP/1.1 403 ");
      }
      assertThat(rawPost(admin, "[::1]:9180")).startsWith("HTTP/1.1 200 ");
    }
    assertThat(commands).hasSize(1);
  }

  private static String rawPost(AdminServer admin, String host) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(admin.address());
      String request = "POST /pools HTTP/1.1\r\nHost: " + host + "\r\nX-Headwaiter: x\r\n";
      String end = "Content-Length: 0\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write((request + end).getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    }
  }

  /**
   * One history is being written and is not read, four wait for it, and all others get 503 at once.
   */
  @Test
  void answersStatusWhileHistoryIsNotRead() throws Exception {
    IntervalHistory history = Intervals.history("requests");
    long now = System.nanoTime();
    for (int i = 0; i < 6000; i++) {
      Intervals.add(history, now + i, i);
    }
    List<Socket> silent = new ArrayList<>();
    try (AdminServer admin =
        AdminServer.start(ANY_PORT, /* tls= */ null, HERE, Map::of, String::new, history)) {
      for (int i = 0; i < 20; i++) {
        silent.add(askAndDoNotRead(admin));
      }
      Awaitility.await().until(() -> statusLines(silent), lines -> lines.contains("503"));
      assertThat(get(admin, "/status").statusCode()).isEqualTo(200);
      assertThat(get(admin, "/health").statusCode()).isEqualTo(200);
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  /** Returns the status codes of answers below 1,000 bytes, which are no histories. */
  private static List<String> statusLines(List<Socket> sockets) throws IOException {
    List<String> codes = new ArrayList<>();
    for (Socket socket : sockets) {
      int count = socket.getInputStream().available();
      if (count > 0 && count < 1000) {
        byte[] answer = socket.getInputStream().readNBytes(count);
        codes.add(new String(answer, US_ASCII).substring("HTTP/1.1 ".length()).substring(0, 3));
      }
    }
    return codes;
  }

  private static Socket askAndDoNotRead(AdminServer admin) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.connect(admin.address());
    socket
        .getOutputStream()
        .write(
            "GET /status/history?seconds=300 HTTP/1.1\r\nHost: localhost\r\n\r\n"
                .getBytes(US_ASCII));
    return socket;
  }

  @Test
  void unknownPathGets404WithKnownPaths() throws Exception {
    try (AdminServer admin = start(Map::of)) {
      HttpResponse<String> answer = get(admin, "/statusx");
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.body()).contains("/status").contains("/health");
    }
  }

  @Test
  void failedStatusGets500AndNextSucceeds() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Supplier<Map<String, Object>> faulty =
        () -> {
          if (asked.getAndIncrement() == 0) {
            throw new IllegalStateException("on purpose");
          }
          return Map.of();
        };
    try (AdminServer admin = start(faulty)) {
      assertThat(get(admin, "/status").statusCode()).isEqualTo(500);
      assertThat(get(admin, "/status").body()).isEqualTo("{}");
    }
  }

  @Test
  void explainsThatPortIsInUse() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      InetSocketAddress address = (InetSocketAddress) taken.getLocalSocketAddress();
      assertThatThrownBy(
              () ->
                  AdminServer.start(
                      address,
                      /* tls= */ null,
                      HERE,
                      Map::of,
                      String::new,
                      Intervals.history("requests")))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(BindException.class)
          .hasMessageContaining("The admin endpoint cannot listen on")
          .hasMessageContaining(Integer.toString(taken.getLocalPort()))
          .hasMessageContaining("Choose another port with adminPort")
          .hasNoCause();
    }
  }

  @Test
  void closeEndsThreadsAndFreesPort() throws Exception {
    Set<Thread> before = threads();
    AdminServer admin = start(Map::of);
    get(admin, "/health");
    InetSocketAddress address = admin.address();
    admin.close();
    Awaitility.await()
        .until(() -> threads().stream().filter(t -> !before.contains(t)).count() == 0);
    try (AdminServer again =
        AdminServer.start(
            address, /* tls= */ null, HERE, Map::of, String::new, Intervals.history("requests"))) {
      assertThat(get(again, "/health").statusCode()).isEqualTo(200);
    }
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(t -> t.getName().startsWith("headwaiter") || t.getName().contains("Dispatcher"))
        .collect(Collectors.toSet());
  }

  private static AdminServer start(Supplier<Map<String, Object>> status) throws IOException {
    return AdminServer.start(
        ANY_PORT, /* tls= */ null, HERE, status, String::new, Intervals.history("requests"));
  }

  private HttpResponse<String> get(AdminServer admin, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + admin.address().getPort() + path);
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20)).build();
    return client.send(request, BodyHandlers.ofString());
  }
}
