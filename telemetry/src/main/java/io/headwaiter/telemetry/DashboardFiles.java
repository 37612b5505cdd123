package io.headwaiter.telemetry;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files of the dashboard. They hold no figures, so a browser gets them without a token: it
 * cannot send one with the address that a person types. The page then asks for the token.
 *
 * <p>Thread-safe.
 */
final class DashboardFiles {
  /** Path of the page itself. */
  static final String PAGE = "/";

  private static final Map<String, String> TYPES =
      Map.of(
          PAGE,
          "text/html;charset=utf-8",
          "/dashboard.css",
          "text/css;charset=utf-8",
          "/dashboard.js",
          "text/javascript;charset=utf-8",
          "/chart.js",
          "text/javascript;charset=utf-8");
  // Nothing from elsewhere, no inline code, and no other site may frame the page.
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private final Map<String, AdminAnswer> read = new ConcurrentHashMap<>();

  /** Returns whether this is the path of a file. */
  static boolean has(String path) {
    return TYPES.containsKey(path);
  }

  /** Returns a file, with the headers that a browser needs to treat it as safe; empty if none. */
  Optional<AdminAnswer> find(String path, Headers headers) {
    if (!has(path)) {
      return Optional.empty();
    }
    headers.set("Content-Security-Policy", POLICY);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cache-Control", "no-cache");
    return Optional.of(read.computeIfAbsent(path, DashboardFiles::read));
  }

  private static AdminAnswer read(String path) {
    String name = path.equals(PAGE) ? "dashboard.html" : path.substring(1);
    try (InputStream in = DashboardFiles.class.getResourceAsStream("dashboard/" + name)) {
      if (in == null) {
        throw new IllegalStateException("The jar of Headwaiter lacks " + name);
      }
      return new AdminAnswer(
          200,
          Objects.requireNonNull(TYPES.get(path)),
          new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
