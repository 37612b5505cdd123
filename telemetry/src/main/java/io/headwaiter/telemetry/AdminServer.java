package io.headwaiter.telemetry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * The admin endpoint: {@code /status} (JSON) and {@code /health}. Plain HTTP for the operator's own
 * machine; bind it to loopback unless something in front of it protects it.
 *
 * <p>Thread-safe. One thread serves it, so that it can never take more than one thread from the
 * shop.
 */
public final class AdminServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(AdminServer.class.getName());
  private static final int BACKLOG = 16;

  private final HttpServer server;
  private final ExecutorService thread;
  private final Supplier<Map<String, Object>> status;

  private AdminServer(HttpServer server, Supplier<Map<String, Object>> status) {
    this.server = server;
    this.status = status;
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread t = new Thread(task, "headwaiter-admin");
              t.setDaemon(true);
              return t;
            });
  }

  /**
   * Starts an endpoint.
   *
   * @param address where to listen; port 0 takes a free one
   * @param status called for each {@code /status}; nested maps, iterables, numbers, strings
   * @throws IOException with a sentence if the address cannot be bound
   */
  public static AdminServer start(InetSocketAddress address, Supplier<Map<String, Object>> status)
      throws IOException {
    Objects.requireNonNull(status, "status");
    HttpServer http;
    try {
      http = HttpServer.create(address, BACKLOG);
    } catch (IOException e) {
      // Not as the cause: whoever looks for the root of a failed start must find this sentence, not
      // a BindException that says nothing of which port.
      IOException sentence =
          new IOException(
              "The admin endpoint cannot listen on "
                  + address
                  + " ("
                  + e.getMessage()
                  + "). Choose another port with adminPort, or 0 for any free one.");
      sentence.addSuppressed(e);
      throw sentence;
    }
    AdminServer admin = new AdminServer(http, status);
    http.createContext("/", admin::answer);
    http.setExecutor(admin.thread);
    http.start();
    return admin;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  @Override
  public void close() {
    server.stop(/* delay seconds= */ 0);
    thread.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      if (path.equals("/status")) {
        sendStatus(exchange);
      } else if (path.equals("/health")) {
        send(exchange, 200, "text/plain;charset=utf-8", "ok\n");
      } else {
        send(exchange, 404, "text/plain;charset=utf-8", "Here are /status and /health.\n");
      }
    }
  }

  private void sendStatus(HttpExchange exchange) throws IOException {
    String json;
    try {
      json = Json.write(status.get());
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "The status page failed", e);
      send(exchange, 500, "text/plain;charset=utf-8", "The status failed; see the log.\n");
      return;
    }
    send(exchange, 200, "application/json", json);
  }

  private static void send(HttpExchange exchange, int code, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
  }
}
