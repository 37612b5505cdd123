package io.headwaiter.lab.experiment.pools;

import io.headwaiter.core.pool.model.ProfileSurface;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Chart;
import io.headwaiter.load.workload.EightInteraction;
import java.util.ArrayList;
import java.util.List;

/**
 * The interpolated times, as figures 6 to 8 of the paper have them: a line for each of some numbers
 * of threads, along the number of connections.
 */
public final class ProfileCharts {
  private static final double NANOS_PER_MILLI = 1e6;

  /** A time of one type of request, nanoseconds. */
  private interface Time {
    double nanos(int threads, int connections);
  }

  private final ProfileSurface surface;
  private final List<Integer> threads;
  private final String where;

  /**
   * Charts of a surface.
   *
   * @param threads a line for each
   * @param where ends the title
   */
  public ProfileCharts(ProfileSurface surface, List<Integer> threads, String where) {
    this.surface = surface;
    this.threads = List.copyOf(threads);
    this.where = where;
  }

  /** q / N of Search and Item, and p of Home. */
  public List<Chart> charts() {
    return List.of(
        held(6, EightInteraction.SEARCH),
        held(7, EightInteraction.ITEM),
        without(8, EightInteraction.HOME));
  }

  private Chart held(int figure, EightInteraction type) {
    return chart(
        figure(figure, type) + "time with a connection over N" + where,
        "q / N, milliseconds",
        (m, n) -> surface.withConnectionNanos(type.path(), m, n) / n);
  }

  private Chart without(int figure, EightInteraction type) {
    return chart(
        figure(figure, type) + "time without a connection" + where,
        "p, milliseconds",
        (m, n) -> surface.withoutConnectionNanos(type.path(), m, n));
  }

  /** As the paper counts them. */
  private static String figure(int figure, EightInteraction type) {
    return "Figure " + figure + ": " + type.label() + ", ";
  }

  private Chart chart(String title, String label, Time time) {
    List<Chart.Series> series = new ArrayList<>();
    for (int m : threads) {
      List<Chart.Point> points = new ArrayList<>();
      for (int n = 1; n <= m; n++) {
        if (surface.contains(m, n)) {
          points.add(new Chart.Point(n, Estimate.of(time.nanos(m, n) / NANOS_PER_MILLI)));
        }
      }
      if (!points.isEmpty()) {
        series.add(new Chart.Series("M = " + m, series.size(), /* dashed= */ false, points));
      }
    }
    return new Chart(
            title,
            "Interpolated between the profiled pairs; a line for each number of threads.",
            "connections N",
            label,
            /* logY= */ false,
            series)
        .numbers();
  }
}
