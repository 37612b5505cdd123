package io.headwaiter.core.pool.model;

import io.headwaiter.core.pool.Checks;
import io.headwaiter.core.pool.profile.OutsideProfileException;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.ProfilePoint;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Searches all sizes within the profile and bounds: first in steps of a sixteenth where there are
 * many ({@link SizeSteps}), then all sizes around the best.
 *
 * <p>It prefers fewer connections, then fewer threads, because the database has other clients: a
 * size that comes later in this order must complete over a thousandth more.
 */
public final class PoolOptimizer {
  private static final double SAME = 1e-3;

  private final PoolModel model;
  private final int threadsMax;
  private final int connectionsMax;

  /** Searches within the profile without further bounds. */
  public PoolOptimizer(PoolModel model) {
    this(model, ProfilePoint.THREADS_MAX, ProfilePoint.THREADS_MAX);
  }

  /**
   * Searches within bounds.
   *
   * @param threadsMax 1 to {@value ProfilePoint#THREADS_MAX}
   * @param connectionsMax 1 to {@value ProfilePoint#THREADS_MAX}, such as its share of what a fleet
   *     may have
   */
  public PoolOptimizer(PoolModel model, int threadsMax, int connectionsMax) {
    Checks.within("threadsMax", threadsMax, 1, ProfilePoint.THREADS_MAX);
    Checks.within("connectionsMax", connectionsMax, 1, ProfilePoint.THREADS_MAX);
    this.model = model;
    this.threadsMax = Math.min(threadsMax, model.surface().threadsMost());
    this.connectionsMax = Math.min(connectionsMax, this.threadsMax);
  }

  /** Returns the best sizes; empty if the profile covers none within the bounds. */
  public Optional<SustainableRate> best() {
    return best(threads(1), connections(connectionsMax));
  }

  /** Returns the best number of threads for a number of connections, lambda(N) of the paper. */
  public Optional<SustainableRate> bestForConnections(int connections) {
    return connections > connectionsMax
        ? Optional.empty()
        : best(threads(connections), new int[] {connections});
  }

  /** Returns the best number of connections for a number of threads. */
  public Optional<SustainableRate> bestForThreads(int threads) {
    return threads > threadsMax
        ? Optional.empty()
        : best(new int[] {threads}, connections(Math.min(threads, connectionsMax)));
  }

  /**
   * Returns the sizes with the least sum of threads and connections that complete a rate; of equal
   * sums the one with fewer connections; empty if none do.
   *
   * @param sessionsPerSecond above 0
   */
  public Optional<SustainableRate> smallest(double sessionsPerSecond) {
    Checks.above0("sessionsPerSecond", sessionsPerSecond);
    PoolSizes smallest = null;
    for (int n : connections(connectionsMax)) {
      for (int m : threads(n)) {
        boolean isSmaller = smallest == null || m + n < smallest.threads() + smallest.connections();
        if (isSmaller && rate(m, n) >= sessionsPerSecond) {
          smallest = new PoolSizes(m, n);
        }
      }
    }
    return Optional.ofNullable(smallest).map(s -> model.rate(s.threads(), s.connections()));
  }

  private int[] threads(int least) {
    IntStream profiled = points().mapToInt(ProfilePoint::threads);
    return SizeSteps.of(least, threadsMax, profiled);
  }

  private int[] connections(int most) {
    IntStream profiled = points().mapToInt(ProfilePoint::connections);
    return SizeSteps.of(1, most, profiled);
  }

  private Stream<ProfilePoint> points() {
    return model.surface().profile().points().stream();
  }

  private Optional<SustainableRate> best(int[] threads, int[] connections) {
    return bestOf(threads, connections)
        .flatMap(
            s ->
                bestOf(
                    SizeSteps.around(threads, s.threads()),
                    SizeSteps.around(connections, s.connections())))
        .map(s -> model.rate(s.threads(), s.connections()));
  }

  private Optional<PoolSizes> bestOf(int[] threads, int[] connections) {
    PoolSizes best = null;
    double enough = 0;
    for (int n : connections) {
      for (int m : threads) {
        double rate = n <= m ? rate(m, n) : 0;
        if (rate > enough) {
          best = new PoolSizes(m, n);
          enough = rate * (1 + SAME);
        }
      }
    }
    return Optional.ofNullable(best);
  }

  /** Sessions a second; 0 where the profile does not cover the sizes. */
  private double rate(int threads, int connections) {
    return model.surface().contains(threads, connections)
        ? model.sessionsPerSecond(threads, connections)
        : 0;
  }

  /**
   * Returns the number of servers that a load needs, each with the best sizes. Uses the lower end
   * of the band, so that the number is enough in 97 of 100 cases.
   *
   * @param sessionsPerSecond the load, at least 0
   * @throws OutsideProfileException if the profile covers no sizes within the bounds
   */
  public int servers(double sessionsPerSecond) {
    Checks.atLeast0("sessionsPerSecond", sessionsPerSecond);
    SustainableRate best =
        best()
            .orElseThrow(
                () ->
                    new OutsideProfileException(
                        "no sizes up to %d threads and %d connections were profiled"
                            .formatted(threadsMax, connectionsMax)));
    return (int) Math.ceil(sessionsPerSecond / best.lowSessionsPerSecond());
  }
}
