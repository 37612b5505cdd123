package io.headwaiter.lab.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.tuning.mix.AdminRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Reads what a server tells of its own costs at {@code /status}: every number below a key that
 * names costs.
 */
public final class StatusReader {
  // Of a full server that is cold, on a machine that stands still for a moment.
  private static final int TIMEOUT_MILLIS = 10_000;

  private StatusReader() {}

  /**
   * The costs by name, in the server's order; empty when it has none to tell or cannot be reached.
   */
  public static Map<String, String> costs(URI admin) {
    try {
      return costs(status(admin));
    } catch (IOException e) {
      return Map.of(); // the costs are a courtesy to the reader; the run stands without them
    }
  }

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

  public static Map<String, String> costs(JsonNode status) {
    Map<String, String> costs = new LinkedHashMap<>();
    status
        .properties()
        .forEach(
            entry -> {
              if (entry.getKey().toLowerCase(Locale.ROOT).contains("cost")) {
                collect(entry.getKey(), entry.getValue(), costs);
              }
            });
    return costs;
  }

  private static void collect(String name, JsonNode node, Map<String, String> costs) {
    if (node.isNumber()) {
      costs.put(name, Numbers.plain(node.asDouble()));
    }
    node.properties()
        .forEach(entry -> collect(name + " " + entry.getKey(), entry.getValue(), costs));
  }
}
