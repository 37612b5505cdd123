package io.headwaiter.core.pool;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Interpolation between few points that lie anywhere. How long a request takes depends on how many
 * others are at work with it; the number of connections only says how many that can be. So times
 * are known by threads and by threads at work.
 *
 * <pre>
 *   a = lambda (D_p + D_q)              threads that do not wait, on average (Little's law), a &lt;= M
 *   log p_i, log q_i                    {@link Kriging} in (log M, log a)
 *   at (M, N):  a with  a = min(M, lambda(p(M, a), q(M, a)) (D_p + D_q)(M, a)),  by bisection
 * </pre>
 *
 * <p>lambda is the finite-source form times what points carried over what it makes of their times.
 * In (M, N) times have an edge where connections are no longer all in use; in (M, a) they have
 * none, and connections that are never used change nothing. A dozen points then say as much as the
 * published grid of 39 (pool-model.md).
 *
 * <p>Threads at work rather than connections in use: another mix with more queries has more
 * connections in use at the same crowd, which (M, connections in use) would take for a larger crowd
 * (8 % off in the rate with the paper's load 2).
 */
final class Concurrency {
  private static final double[] LENGTHS = {1, 1};
  private static final int HALVINGS = 25;
  // Of nobody the logarithm is not defined.
  private static final double LEAST = 0.01;

  private final Kriging kriging;

  Concurrency(List<ProfilePoint> points, PointValues values) {
    double[][] places = new double[points.size()][];
    for (int k = 0; k < places.length; k++) {
      PoolDemand demand = values.demandAt(k);
      double working = values.rateAt(k) * (demand.threadNanos() + demand.connectionNanos()) / 1e9;
      int threads = points.get(k).threads();
      places[k] = place(threads, Math.log(Math.max(LEAST, Math.min(threads, working))));
    }
    kriging = new Kriging(places, LENGTHS);
  }

  private static double[] place(int threads, double logWorking) {
    return new double[] {Math.log(threads), logWorking};
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
    double low = Math.log(LEAST);
    double high = Math.log(threads);
    if (working(values, mix, threads, connections, high) >= threads) {
      return place(threads, high);
    }
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (working(values, mix, threads, connections, middle) > Math.exp(middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return place(threads, (low + high) / 2);
  }

  /** Threads at work if times were those of so many at work. */
  private double working(
      PointValues values, RequestMix mix, int threads, int connections, double logWorking) {
    ToDoubleFunction<Series> here = kriging.at(place(threads, logWorking));
    PoolDemand demand =
        values.demand(
            mix,
            i -> here.applyAsDouble(values.without(i)),
            i -> here.applyAsDouble(values.with(i)));
    return demand.finiteSourceRatePerSecond(threads, connections)
        * here.applyAsDouble(values.calibration())
        * (demand.threadNanos() + demand.connectionNanos())
        / 1e9;
  }
}
