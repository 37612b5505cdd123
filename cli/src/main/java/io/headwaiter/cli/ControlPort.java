package io.headwaiter.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Changes a served shop while it runs, for an experiment: {@code POST /NAME?VALUE}, and shows
 * figures of it: {@code GET /NAME}. Open only on demand, and then on the loopback address only,
 * because any program that reaches it can make the shop slow. Answers one request after the other,
 * on a thread of its own.
 */
final class ControlPort implements AutoCloseable {
  private final HttpServer server;
  private final Map<String, Consumer<String>> knobs;
  private final Map<String, Supplier<String>> pages;

  private ControlPort(
      HttpServer server, Map<String, Consumer<String>> knobs, Map<String, Supplier<String>> pages) {
    this.server = server;
    this.knobs = knobs;
    this.pages = pages;
  }

  /**
   * Opens the port.
   *
   * @param port 0 for any free one
   * @param knobs the values that may be changed; a knob throws IllegalArgumentException for a wrong
   *     value
   * @param pages the figures that are shown
   */
  static ControlPort open(
      int port, Map<String, Consumer<String>> knobs, Map<String, Supplier<String>> pages)
      throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 10);
    ControlPort control = new ControlPort(server, new TreeMap<>(knobs), new TreeMap<>(pages));
    server.createContext("/", control::answer);
    server.start();
    return control;
  }

  int port() {
    return server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String name = exchange.getRequestURI().getPath().substring(1);
      Supplier<String> page = pages.get(name);
      if (exchange.getRequestMethod().equals("GET") && page != null) {
        say(exchange, 200, page.get());
        return;
      }
      String value = exchange.getRequestURI().getQuery();
      Consumer<String> knob = knobs.get(name);
      if (!exchange.getRequestMethod().equals("POST") || knob == null || value == null) {
        String posts = "POST /NAME?VALUE, with NAME one of " + knobs.keySet();
        say(exchange, 404, posts + ", or GET /NAME, of " + pages.keySet());
        return;
      }
      try {
        knob.accept(value);
        say(exchange, 200, "done");
      } catch (IllegalArgumentException e) {
        say(exchange, 400, name + " cannot be " + value + ": " + e.getMessage());
      }
    }
  }

  private static void say(HttpExchange exchange, int status, String sentence) throws IOException {
    byte[] body = sentence.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/plain; charset=utf-8");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(/* delay seconds= */ 0);
  }
}
