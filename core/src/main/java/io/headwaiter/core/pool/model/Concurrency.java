package io.headwaiter.core.pool.model;

import io.headwaiter.core.pool.interpolation.Kriging;
import io.headwaiter.core.pool.interpolation.Series;
import io.headwaiter.core.pool.profile.PoolDemand;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.pool.queueing.Contention;
import io.headwaiter.core.pool.queueing.ProcessorContention;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * Interpolates between a few points at any sizes. The time of a request depends on how many other
 * requests are at work; the number of connections only limits that number. So times are a function
 * of threads and of threads at work.
 *
 * <pre>
 *   a = lambda (D_p + D_q)              mean threads that do not wait (Little's law), a &lt;= M
 *   log p_i, log q_i                    {@link Kriging} in (log M / 4, log a), with profiled mix
 *   with another mix                    these times, changed by {@link ProcessorContention}, or by
 *                                       {@link Contention} if the use of the processors is unknown;
 *                                       e_j is their rise from a / 1.75 to 1.75 a
 *   at (M, N):  a with  a = min(M, lambda(p(M, a), q(M, a)) (D_p + D_q)(M, a)),  by iteration
 * </pre>
 *
 * <p>lambda is the finite-source form times the ratio of the points' completed rates to the rates
 * computed from their times. In (M, N) times have an edge where connections are no longer all in
 * use. In (M, a) they have none, and connections that are never used change nothing. A dozen points
 * then give as much information as the published grid of 39 (pool-model.md).
 *
 * <p>The second coordinate is threads at work, not connections in use. Another mix with more
 * queries has more connections in use with the same number of threads at work. (M, connections in
 * use) would treat that as more threads at work (8 % off in the rate with the paper's load 2).
 */
public final class Concurrency {
  // The threads that are not at work have little effect: a dependence on M alone changes slowly.
  private static final double[] LENGTHS = {4, 1};
  private static final int STEPS_MAX = 60;
  private static final double EXACT = 1e-8;
  // The logarithm of 0 threads at work is undefined.
  private static final double LEAST = 0.01;
  // The growth of times is measured between a / 1.75 and 1.75 a threads at work.
  private static final double GROWTH_LOG = Math.log(1.75);

  private final PointValues values;
  private final Kriging kriging;

  public Concurrency(List<ProfilePoint> points, PointValues values) {
    this.values = values;
    double[][] places = new double[points.size()][];
    for (int k = 0; k < places.length; k++) {
      PoolDemand demand = values.demandAt(k);
      double working = values.rateAt(k) * (demand.threadNanos() + demand.connectionNanos()) / 1e9;
      int threads = points.get(k).threads();
      places[k] = at(threads, Math.log(Math.max(LEAST, Math.min(threads, working))));
    }
    kriging = new Kriging(places, LENGTHS);
  }

  private static double[] at(int threads, double logWorking) {
    return new double[] {Math.log(threads), logWorking};
  }

  /** A number of threads, the number of them at work, and the effect of the mix on times there. */
  public final class Place {
    private final double[] at;
    private final ToDoubleFunction<Series> interpolated;
    private final double[] logFactors;

    private Place(double[] at, RequestMix mix, boolean moved) {
      this.at = at;
      interpolated = kriging.at(at);
      logFactors = moved ? contention(mix) : new double[0];
    }

    private Place(Place from) {
      at = from.at;
      interpolated = from.interpolated;
      logFactors = new double[0];
    }

    /** Returns the same place with the times of the profile's mix. */
    public Place asProfiled() {
      return new Place(this);
    }

    private double[] contention(RequestMix mix) {
      double[] fewer = {at[0], at[1] - GROWTH_LOG};
      double[] more = {at[0], at[1] + GROWTH_LOG};
      ToDoubleFunction<Series> rise = kriging.rise(fewer, more);
      double[] before = values.parts(values.profiledMix(), interpolated);
      double[] after = values.parts(mix, interpolated);
      double[] growth = values.each(series -> rise.applyAsDouble(series) / (2 * GROWTH_LOG));
      return values
          .busyPart()
          .map(
              busy ->
                  ProcessorContention.logFactors(
                      new ProcessorContention.Crowd(
                          Math.exp(at[1]), Math.min(1, of(busy)), values.processors()),
                      before,
                      after,
                      growth,
                      values.processorParts(values.profiledMix()),
                      values.processorParts(mix)))
          .orElseGet(() -> Contention.logFactors(before, after, growth));
    }

    /** Returns the value here of a quantity that does not depend on the mix. */
    public double of(Series series) {
      return interpolated.applyAsDouble(series);
    }

    /** Returns p_i of a type, from the given values at the points. */
    public double withoutNanos(PointValues own, int type) {
      return of(own.without(type)) * factor(type);
    }

    /** Returns q_i of a type, from the given values at the points. */
    public double withNanos(PointValues own, int type) {
      return of(own.with(type)) * factor(logFactors.length / 2 + type);
    }

    private double factor(int part) {
      return logFactors.length == 0 ? 1 : Math.exp(logFactors[part]);
    }

    /** Returns the distance from the points as a variance, see {@link Kriging#variance}. */
    public double variance() {
      return kriging.variance(at);
    }
  }

  /** Returns the place of these sizes. */
  public Place place(RequestMix mix, int threads, int connections) {
    boolean moved = mix.distance(values.profiledMix()) > 0;
    DoubleUnaryOperator tooMany =
        logWorking -> {
          Place place = new Place(at(threads, logWorking), mix, moved);
          return Math.log(working(place, mix, threads, connections)) - logWorking;
        };
    return new Place(at(threads, root(tooMany, Math.log(LEAST), Math.log(threads))), mix, moved);
  }

  /** Returns the threads at work that would result from the times at this place. */
  private double working(Place place, RequestMix mix, int threads, int connections) {
    PoolDemand demand =
        values.demand(mix, i -> place.withoutNanos(values, i), i -> place.withNanos(values, i));
    return demand.finiteSourceRatePerSecond(threads, connections)
        * place.of(values.calibration())
        * (demand.threadNanos() + demand.connectionNanos())
        / 1e9;
  }

  /**
   * Returns the point where a function falls to 0, or the nearer end if it does not. Uses the
   * Illinois rule (Dowell and Jarratt, BIT 11, 1971), and every fourth step halves the interval, so
   * that it converges for every f.
   */
  private static double root(DoubleUnaryOperator f, double from, double to) {
    double low = from;
    double high = to;
    double above = f.applyAsDouble(low);
    double below = f.applyAsDouble(high);
    if (below >= 0) {
      return high;
    }
    if (above <= 0) {
      return low;
    }
    int side = 0;
    for (int i = 0; i < STEPS_MAX && high - low > EXACT; i++) {
      double x = (low * below - high * above) / (below - above);
      if (!(x > low && x < high) || i % 4 == 3) {
        x = (low + high) / 2;
      }
      double y = f.applyAsDouble(x);
      if (Math.abs(y) <= EXACT) {
        return x;
      }
      if (y > 0) {
        low = x;
        above = y;
        below = side > 0 ? below / 2 : below;
        side = 1;
      } else {
        high = x;
        below = y;
        above = side < 0 ? above / 2 : above;
        side = -1;
      }
    }
    return (low + high) / 2;
  }
}
