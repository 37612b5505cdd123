package io.headwaiter.lab.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.results.Percentiles;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One window of a foreign crowd.
 *
 * @param cell which customers
 * @param load name of the load, such as 5x
 * @param trial what they got; its server is the name of the server
 * @param refused by reason, in the window; empty when the server does not tell
 */
record ForeignRun(ForeignPlan.Cell cell, String load, Trial trial, Map<String, Long> refused) {
  private static final String REFUSED = "refused";

  /** Copies the map. */
  ForeignRun {
    refused = Map.copyOf(refused);
  }

  /**
   * Completed visits per second, counted in visits of mean length: {@code n * m / (w * r)}, with n
   * visits completed in w seconds, m their mean length in pages, and r the mean length of all. Of
   * visits of geometric length few complete in a short window; their number varies by their
   * lengths, and this does not.
   *
   * <p>Worked: 240 visits in 5 s with 8.4 pages in the mean, of a crowd with 8: 50.4 a second.
   */
  double visitsPerSecond() {
    Percentiles lengths = trial.result().completedSessionRequests();
    return lengths.count()
        * lengths.mean()
        / (trial.result().windowSeconds() * cell.crowd().requests());
  }

  /** Whether anybody was refused in the window. */
  boolean refusedAnybody() {
    return trial.result().sessions().refused() > 0;
  }

  /**
   * Refusals by reason between two instants, from a history with a row for each interval.
   *
   * @param fromMillis since 1970; rows that end later count
   * @param toMillis rows that end later do not count
   */
  static Map<String, Long> refused(JsonNode history, long fromMillis, long toMillis) {
    Map<String, Long> reasons = new LinkedHashMap<>();
    JsonNode columns = history.path("columns");
    int time = 0;
    while (time < columns.size() && !columns.path(time).asText().equals("time")) {
      time++;
    }
    for (JsonNode row : history.path("rows")) {
      long at = row.path(time).asLong();
      for (int i = 0; at > fromMillis && at <= toMillis && i < columns.size(); i++) {
        String name = columns.path(i).asText();
        long count = row.path(i).asLong();
        if (name.startsWith(REFUSED) && count > 0) {
          reasons.merge(name.substring(REFUSED.length()), count, Long::sum);
        }
      }
    }
    return reasons;
  }

  Map<String, Object> raw() {
    Map<String, Object> map = new LinkedHashMap<>(trial.raw());
    map.put("customers", cell.name());
    map.put("load", load);
    map.put("visitsPerSecond", visitsPerSecond());
    map.put("refusedBecause", refused);
    return map;
  }
}
