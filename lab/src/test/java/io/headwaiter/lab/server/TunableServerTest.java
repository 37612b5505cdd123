package io.headwaiter.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.headwaiter.core.pool.profile.PoolSizes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TunableServerTest {
  private final List<String> posted = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private URI admin;
  private String status = page(",\"pools\":{\"tunable\":true,\"threads\":20,\"connections\":7}");
  private int code = 200;

  private static String page(String more) {
    return "{\"admission\":\"off\",\"profile\":{\"sinceStart\":{\"spanNanos\":5,\"sessions\":1,"
        + "\"types\":{}}},\"resourceTotals\":{\"worker_threads\":{\"busySum\":3.5,\"samples\":2}}"
        + more
        + "}";
  }

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    server.createContext("/", this::answer);
    server.start();
    admin = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean post = exchange.getRequestMethod().equals("POST");
      if (post) {
        String header = exchange.getRequestHeaders().getFirst("X-Headwaiter");
        posted.add(exchange.getRequestURI() + " " + header);
      }
      byte[] body = (post ? "no such pool" : status).getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(post ? code : 200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Test
  void isSizedAndPutBack() throws Exception {
    try (TunableServer tuned = TunableServer.open(admin)) {
      tuned.resize(new PoolSizes(5, 3));
      assertThat(tuned.read().busySum()).isEqualTo(3.5);
      assertThat(tuned.read().requests().spanNanos()).isEqualTo(5);
    }
    assertThat(posted)
        .containsExactly(
            "/pools?threads=5&connections=3 command", "/pools?threads=20&connections=7 command");
  }

  @Test
  void aRefusalIsTold() throws Exception {
    TunableServer tuned = TunableServer.open(admin);
    code = 409;
    assertThatIOException()
        .isThrownBy(() -> tuned.resize(new PoolSizes(5, 3)))
        .withMessage(
            "the server does not set its pools to threads=5&connections=3: it says 409: no such pool");
    code = 200;
    tuned.close();
  }

  @Test
  void othersAreRefused() {
    for (String governed : List.of("", ",\"pools\":{\"threads\":3,\"connections\":2}")) {
      status = page(governed);
      assertThatIOException()
          .isThrownBy(() -> TunableServer.open(admin))
          .withMessageContaining("does not let its pools be set. Start it with headwaiter serve");
    }
    for (String other : List.of("", "{}", "[]", "<html>", "{\"admission\":1}", "{\"admission\":")) {
      status = other;
      assertThatIOException()
          .as(other)
          .isThrownBy(() -> TunableServer.open(admin))
          .withMessageStartingWith(admin + " is no admin endpoint of a Headwaiter");
    }
    server.stop(0);
    assertThatIOException()
        .isThrownBy(() -> TunableServer.open(admin))
        .withMessageStartingWith(admin + " does not answer (");
    assertThat(posted).isEmpty();
  }
}
