package io.headwaiter.telemetry;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * An answer of the admin endpoint, complete before it is sent.
 *
 * @param code status code of HTTP
 * @param type media type of the body
 */
record AdminAnswer(int code, String type, String body) {
  /** Returns an answer with the message of an exception. */
  static AdminAnswer because(int code, RuntimeException e) {
    return text(code, Objects.requireNonNullElse(e.getMessage(), e.toString()));
  }

  /** Returns an answer of one sentence. */
  static AdminAnswer text(int code, String sentence) {
    return new AdminAnswer(code, "text/plain;charset=utf-8", sentence + "\n");
  }

  /** Sends the answer, and nothing after it; headers that were set before go with it. */
  void send(HttpExchange exchange) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().set("Content-Length", Integer.toString(bytes.length));
      exchange.sendResponseHeaders(code, /* no body */ -1);
      return;
    }
    exchange.sendResponseHeaders(code, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.getResponseBody().close();
  }
}
