package io.headwaiter.lab.experiment;

import com.fasterxml.jackson.databind.JsonNode;
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
   * Completed visits per second as the pages tell them: {@code p / (w * r)}, with p pages answered
   * well in w seconds and r the mean pages of a visit. Lengths are geometric, so each page answered
   * is the last of its visit with probability 1/r whatever came before and whatever breaks later:
   * this has the same mean as the count of completed visits. That count varies by the lengths of
   * the few visits that end in a short window, and this does not.
   *
   * <p>Worked: 2,016 pages in 5 s, of a crowd with 8 a visit: 50.4 a second.
   */
  double visitsPerSecond() {
    return trial.result().responseMillis().count()
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
