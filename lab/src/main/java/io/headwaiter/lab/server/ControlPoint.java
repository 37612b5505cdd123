package io.headwaiter.lab.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a server tells of one control interval in {@code /status/history}; NaN where it does not.
 *
 * @param endMillis when it ended, by the clock on the wall
 * @param elapsedMillis how long it was
 * @param admitted new visits let in
 * @param usedMillis CPU time of the process but for its compiler and its control thread
 * @param roomMillis CPU time that there was for that
 * @param promised processors that the visits under way need
 * @param room processors for visits, C: those promised and those that may be
 * @param turns of work that found a worker
 * @param waitMillis how long these have waited for it, in the mean
 */
public record ControlPoint(
    double endMillis,
    double elapsedMillis,
    double admitted,
    double usedMillis,
    double roomMillis,
    double promised,
    double room,
    double turns,
    double waitMillis) {
  private static final double MILLIS_PER_SECOND = 1000;

  public double beginMillis() {
    return endMillis - elapsedMillis;
  }

  /** Whether it says that more is promised than there is, by so much. */
  public boolean isOver(double times) {
    return promised > times * room;
  }

  /**
   * All intervals of a history in which no row stands for more than one.
   *
   * @throws IOException when a column is missing
   */
  public static List<ControlPoint> all(JsonNode history) throws IOException {
    Map<String, Integer> columns = new HashMap<>();
    history.path("columns").forEach(name -> columns.put(name.asText(), columns.size()));
    List<ControlPoint> points = new ArrayList<>();
    for (JsonNode row : history.path("rows")) {
      points.add(of(new Row(row, columns)));
    }
    return points;
  }

  private static ControlPoint of(Row row) throws IOException {
    double beside = row.number("backgroundCpuMillis");
    return new ControlPoint(
        row.number("time"),
        row.number("elapsedMillis"),
        row.number("newAdmitted"),
        row.number("processCpuMillis") - beside,
        row.number("processors") * row.number("elapsedMillis") - beside,
        row.number("promisedProcessors"),
        row.number("newVisitsPerSecondMax")
            * row.number("learnedNewVisitMillis")
            / MILLIS_PER_SECOND,
        row.number("turns"),
        row.number("turnQueueDelayMillis"));
  }

  private record Row(JsonNode row, Map<String, Integer> columns) {
    double number(String column) throws IOException {
      Integer index = columns.get(column);
      if (index == null) {
        throw new IOException("the server's history has no column " + column);
      }
      return row.path(index).asDouble(Double.NaN);
    }
  }
}
