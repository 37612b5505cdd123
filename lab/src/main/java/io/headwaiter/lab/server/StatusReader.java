package io.headwaiter.lab.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.tuning.mix.AdminRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Reads what a server tells of itself, by its admin port. */
public final class StatusReader {
  // Of a full server that is cold, on a machine that stands still for a moment.
  private static final int TIMEOUT_MILLIS = 10_000;

  private StatusReader() {}

  /**
   * All that the server tells.
   *
   * @throws IOException when it cannot be reached
   */
  public static JsonNode status(URI admin) throws IOException {
    return read(admin.resolve("/status"));
  }

  /**
   * What the time of its connections went to, of a server with {@code --anatomy}.
   *
   * @param control its control address
   * @throws IOException when it cannot be reached
   */
  public static JsonNode anatomy(URI control) throws IOException {
    return read(control.resolve("/anatomy"));
  }

  /**
   * Each control interval of the last seconds.
   *
   * @throws IOException when it cannot be reached
   */
  public static JsonNode history(URI admin, int seconds) throws IOException {
    return read(admin.resolve("/status/history?step=0&seconds=" + seconds));
  }

  /**
   * Its counters since the start, as Prometheus reads them.
   *
   * @throws IOException when it cannot be reached
   */
  public static String metrics(URI admin) throws IOException {
    return new String(
        AdminRequest.get(admin.resolve("/metrics"), TIMEOUT_MILLIS), StandardCharsets.UTF_8);
  }

  private static JsonNode read(URI uri) throws IOException {
    return new ObjectMapper().readTree(AdminRequest.get(uri, TIMEOUT_MILLIS));
  }
}
