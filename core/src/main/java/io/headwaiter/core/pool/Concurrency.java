package io.headwaiter.core.pool;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Interpolation between few points that lie anywhere. How long a request takes depends on how many
 * others there are where it is; the number of connections only says how many that can be. So times
 * are known by threads and connections in use.
 *
 * <pre>
 *   b = lambda D_q                      connections in use, on average (Little's law), b &lt;= N
 *   log p_i, log q_i                    {@link Kriging} in (log M, log b)
 *   at (M, N):  b with  b = min(N, lambda(p(M, b), q(M, b)) D_q(M, b)),  by bisection
 * </pre>
 *
 * <p>lambda is the finite-source form times what points carried over what it makes of their times.
 * In (M, N) times have an edge where connections are no longer all in use; in (M, b) they have
 * none, and connections that are never used change nothing. A dozen points then say as much as the
 * published grid of 39 (pool-model.md).
 */
final class Concurrency {
  private static final double[] LENGTHS = {1, 1};
  private static final int HALVINGS = 25;
  // Of nobody the logarithm is not defined.
  private static final double LEAST_BUSY = 0.01;

  private final Kriging kriging;

  Concurrency(List<ProfilePoint> points, PointValues values) {
    double[][] places = new double[points.size()][];
    for (int k = 0; k < places.length; k++) {
      double busy = values.rateAt(k) * values.demandAt(k).connectionNanos() / 1e9;
      double most = points.get(k).connections();
      places[k] =
          place(points.get(k).threads(), Math.log(Math.max(LEAST_BUSY, Math.min(most, busy))));
    }
    kriging = new Kriging(places, LENGTHS);
  }

  private static double[] place(int threads, double logBusy) {
    return new double[] {Math.log(threads), logBusy};
  }

  /** What to do with a quantity at the points to get it at a place of {@link #place}. */
  ToDoubleFunction<Series> at(double[] place) {
    return kriging.at(place);
  }

  /** How far from the points a place of {@link #place} is. */
  double variance(double[] place) {
    return kriging.variance(place);
  }

  /** Where these sizes are. */
  double[] place(PointValues values, RequestMix mix, int threads, int connections) {
    double low = Math.log(LEAST_BUSY);
    double high = Math.log(connections);
    if (busy(values, mix, threads, connections, high) >= connections) {
      return place(threads, high);
    }
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (busy(values, mix, threads, connections, middle) > Math.exp(middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return place(threads, (low + high) / 2);
  }

  /** Connections in use if times were those of so many in use. */
  private double busy(
      PointValues values, RequestMix mix, int threads, int connections, double logBusy) {
    ToDoubleFunction<Series> here = kriging.at(place(threads, logBusy));
    PoolDemand demand =
        values.demand(
            mix,
            i -> here.applyAsDouble(values.without(i)),
            i -> here.applyAsDouble(values.with(i)));
    return demand.finiteSourceRatePerSecond(threads, connections)
        * here.applyAsDouble(values.calibration())
        * demand.connectionNanos()
        / 1e9;
  }
}
