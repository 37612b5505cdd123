package io.headwaiter.lab.report;

import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Chart.Point;
import io.headwaiter.lab.report.Chart.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Makes the charts of an overload experiment from its runs: one line per server, against the load
 * factor.
 */
public final class RunCharts {
  private static final String FACTOR = "offered load, as a multiple of what stock can carry";

  private RunCharts() {}

  /** Returns the chart of completed visits per second. */
  public static Chart completed(List<RunFigures> runs) {
    return chart(runs, "Completed sessions", "sessions per second", RunFigures::completedPerSecond);
  }

  /** Returns the chart of replies per second. */
  public static Chart throughput(List<RunFigures> runs) {
    return chart(runs, "Throughput", "replies per second", RunFigures::repliesPerSecond);
  }

  /** Returns the chart of response times of answered pages, median and 99th percentile. */
  public static Chart responseTime(List<RunFigures> runs) {
    List<Series> series = new ArrayList<>();
    for (String server : servers(runs)) {
      int style = servers(runs).indexOf(server);
      series.add(
          series(runs, server, server + ", p99", style, false, RunFigures::responseMillisP99));
      series.add(
          series(runs, server, server + ", median", style, true, RunFigures::responseMillisP50));
    }
    String title = "Response time of answered pages";
    return new Chart(
        title, describe(title, runs), FACTOR, "milliseconds (logarithmic)", true, series);
  }

  /** Returns the names of the servers in the order of their first run. */
  public static List<String> servers(List<RunFigures> runs) {
    return runs.stream().map(RunFigures::server).distinct().toList();
  }

  private static Chart chart(
      List<RunFigures> runs, String title, String yLabel, Function<RunFigures, Estimate> figure) {
    List<String> servers = servers(runs);
    List<Series> series =
        servers.stream().map(s -> series(runs, s, s, servers.indexOf(s), false, figure)).toList();
    return new Chart(title, describe(title, runs), FACTOR, yLabel, false, series);
  }

  private static Series series(
      List<RunFigures> runs,
      String server,
      String name,
      int style,
      boolean dashed,
      Function<RunFigures, Estimate> figure) {
    List<Point> points =
        runs.stream()
            .filter(r -> r.server().equals(server))
            .map(r -> new Point(r.factor(), figure.apply(r)))
            .toList();
    return new Series(name, style, dashed, points);
  }

  private static String describe(String title, List<RunFigures> runs) {
    return title
        + " of "
        + String.join(" and ", servers(runs))
        + " against offered load; bars show 95 % intervals. The same figures stand in the table of all runs.";
  }
}
