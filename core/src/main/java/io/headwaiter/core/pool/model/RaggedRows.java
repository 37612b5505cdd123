package io.headwaiter.core.pool.model;

import io.headwaiter.core.pool.interpolation.Akima;
import io.headwaiter.core.pool.interpolation.Series;
import io.headwaiter.core.pool.profile.ProfilePoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Interpolates on rows of unequal length, as in the triangle N &lt;= M: {@link Akima} along N in
 * each profiled row, then along M through the values of the rows.
 *
 * <pre>
 *   row M_k:  f_k(N) = Akima through the row's points, at min(N, M_k)
 *   f(M, N) = Akima through (M_k, f_k(N)) of the rows that reach N, at M
 * </pre>
 *
 * <p>A row that ends at N = M_k is constant beyond, because M_k threads never use more than M_k
 * connections. A row that begins above N, or ends below both N and M_k, does not reach N. Edge of
 * the domain: M from the first to the last row that reaches N. There is no value beyond it.
 *
 * <p>The overshoot of a cubic must not look like a result: all values are within half of the least
 * to twice the greatest of the values at the points.
 */
final class RaggedRows {
  private static final double OVERSHOOT = 2;

  private final List<Row> rows = new ArrayList<>();

  /** The points of one M, by ascending N. */
  private static final class Row {
    private final int threads;
    private final double[] connections;
    private final int[] index;

    Row(int threads, Map<Integer, Integer> indexByConnections) {
      this.threads = threads;
      connections = indexByConnections.keySet().stream().mapToDouble(n -> n).toArray();
      index = indexByConnections.values().stream().mapToInt(i -> i).toArray();
    }

    int first() {
      return (int) connections[0];
    }

    int last() {
      return (int) connections[connections.length - 1];
    }

    boolean reaches(int n) {
      return n >= first() && (n <= last() || last() == threads);
    }
  }

  RaggedRows(List<ProfilePoint> points) {
    Map<Integer, TreeMap<Integer, Integer>> byThreads = new TreeMap<>();
    for (int i = 0; i < points.size(); i++) {
      ProfilePoint p = points.get(i);
      byThreads.computeIfAbsent(p.threads(), m -> new TreeMap<>()).put(p.connections(), i);
    }
    byThreads.forEach((threads, row) -> rows.add(new Row(threads, row)));
  }

  /** Whether the points are a grid: three rows and more, and three points and more in each. */
  static boolean suits(List<ProfilePoint> points) {
    List<Row> rows = new RaggedRows(points).rows;
    return rows.size() >= 3 && rows.stream().allMatch(r -> r.connections.length >= 3);
  }

  /** Returns the reason why the rows do not cover these sizes; empty if they do. */
  Optional<String> refusal(int threads, int connections) {
    if (connections < 1 || connections > threads) {
      return Optional.of(
          "connections must be 1 to the number of threads, got %d of %d"
              .formatted(connections, threads));
    }
    List<Row> reaching = reaching(connections);
    if (reaching.isEmpty()) {
      return Optional.of(
          "no profiled row of threads reaches %d connections".formatted(connections));
    }
    int first = reaching.get(0).threads;
    int last = reaching.get(reaching.size() - 1).threads;
    if (threads < first || threads > last) {
      return Optional.of(
          "with %d connections %d to %d threads were profiled, got %d: profile there first"
              .formatted(connections, first, last, threads));
    }
    return Optional.empty();
  }

  private List<Row> reaching(int connections) {
    return rows.stream().filter(r -> r.reaches(connections)).toList();
  }

  /**
   * Returns a function that gives the value of a quantity at these sizes from its values at the
   * points.
   */
  ToDoubleFunction<Series> at(int threads, int connections) {
    List<Row> reaching = reaching(connections);
    double[] x = reaching.stream().mapToDouble(r -> r.threads).toArray();
    return series -> {
      double[] y = reaching.stream().mapToDouble(r -> along(r, series, connections)).toArray();
      return series.bounded(Akima.at(x, y, threads), OVERSHOOT);
    };
  }

  private static double along(Row row, Series series, int connections) {
    double[] y = new double[row.index.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = series.value(row.index[i]);
    }
    return Akima.at(row.connections, y, Math.min(connections, row.last()));
  }
}
