package io.headwaiter.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.study.Watched;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What a server told of a stretch of time, from its history and from dashboards. Pure. */
final class ToldFigures {
  private static final String ARRIVED = "frontConnections";

  private final List<String> columns = new ArrayList<>();
  private final List<JsonNode> rows = new ArrayList<>();

  /**
   * @param history the answer to {@code /status/history}, with a row for each control interval
   */
  ToldFigures(JsonNode history) {
    history.path("columns").forEach(column -> columns.add(column.asText()));
    history.path("rows").forEach(rows::add);
  }

  /**
   * Returns the figures of a stretch of time, by the names of {@link Watched}.
   *
   * @param fromMillis since 1970
   */
  SortedMap<String, Double> ofHistory(long fromMillis, long toMillis) {
    List<JsonNode> within = within(rows, fromMillis, toMillis);
    SortedMap<String, Double> told = new TreeMap<>();
    told.put(Watched.TOLD_ARRIVED, sum(within, ARRIVED::equals));
    told.put(Watched.TOLD_ADMITTED, sum(within, name -> name.startsWith("admitted")));
    told.put(Watched.TOLD_REFUSED, sum(within, name -> name.startsWith("refused")));
    told.put(Watched.TOLD_REQUESTS, sum(within, "requests"::equals));
    told.put(Watched.TOLD_P99_MILLIS, mean(within, "responseP99Millis"));
    return told;
  }

  /**
   * Returns by which part the connections that a dashboard was told of differ from those of the
   * history: 0 if they agree, 1 if it was told nothing.
   *
   * @param sent the rows that the dashboard was sent
   */
  double differenceOf(List<JsonNode> sent, long fromMillis, long toMillis) {
    List<JsonNode> within = within(sent, fromMillis, toMillis);
    if (within.size() < 2) {
      return 1;
    }
    // The first row began before the stretch.
    double counted = sum(within.subList(1, within.size()), ARRIVED::equals);
    long from = time(within.get(0));
    long to = time(within.get(within.size() - 1));
    double all = sum(within(rows, from, to), ARRIVED::equals);
    return all == 0 ? 1 : Math.abs(counted / all - 1);
  }

  private static List<JsonNode> within(List<JsonNode> rows, long fromMillis, long toMillis) {
    return rows.stream().filter(row -> time(row) > fromMillis && time(row) <= toMillis).toList();
  }

  private static long time(JsonNode row) {
    return row.path(0).asLong();
  }

  private double sum(List<JsonNode> some, Predicate<String> column) {
    double sum = 0;
    for (int i = 1; i < columns.size(); i++) {
      if (column.test(columns.get(i))) {
        int at = i;
        sum += some.stream().mapToDouble(row -> row.path(at).asDouble()).sum();
      }
    }
    return sum;
  }

  private double mean(List<JsonNode> some, String column) {
    int at = columns.indexOf(column);
    return some.stream()
        .map(row -> row.path(at))
        .filter(JsonNode::isNumber)
        .mapToDouble(JsonNode::asDouble)
        .average()
        .orElse(Double.NaN);
  }
}
