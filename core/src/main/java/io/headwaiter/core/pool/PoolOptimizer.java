package io.headwaiter.core.pool;

import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Looks at all sizes within the profile and bounds, in steps of a sixteenth where they are many
 * ({@link Ladder}), and then at all around the best.
 *
 * <p>Of sizes that carry the same within a thousandth of the best, those with the fewest
 * connections are chosen, then those with the fewest threads: the database has other customers.
 */
public final class PoolOptimizer {
  private static final double SAME = 1e-3;

  private final PoolModel model;
  private final int threadsMax;
  private final int connectionsMax;

  /** Without bounds but the profile's. */
  public PoolOptimizer(PoolModel model) {
    this(model, ProfilePoint.THREADS_MAX, ProfilePoint.THREADS_MAX);
  }

  /**
   * Within bounds.
   *
   * @param threadsMax 1 to {@value ProfilePoint#THREADS_MAX}
   * @param connectionsMax 1 to {@value ProfilePoint#THREADS_MAX}, such as a share of {@link
   *     FleetBudget}
   */
  public PoolOptimizer(PoolModel model, int threadsMax, int connectionsMax) {
    Checks.within("threadsMax", threadsMax, 1, ProfilePoint.THREADS_MAX);
    Checks.within("connectionsMax", connectionsMax, 1, ProfilePoint.THREADS_MAX);
    this.model = model;
    this.threadsMax = Math.min(threadsMax, model.surface().threadsMost());
    this.connectionsMax = Math.min(connectionsMax, this.threadsMax);
  }

  /** The best of all; empty if the bounds leave nothing that was profiled. */
  public Optional<SustainableRate> best() {
    return best(threads(1), connections(connectionsMax));
  }

  /** The best number of threads for so many connections, lambda(N) of the paper. */
  public Optional<SustainableRate> bestForConnections(int connections) {
    return connections > connectionsMax
        ? Optional.empty()
        : best(threads(connections), new int[] {connections});
  }

  /** The best number of connections for so many threads. */
  public Optional<SustainableRate> bestForThreads(int threads) {
    return threads > threadsMax
        ? Optional.empty()
        : best(new int[] {threads}, connections(Math.min(threads, connectionsMax)));
  }

  /**
   * The fewest threads and connections together that carry so much, of as many those with fewer
   * connections; empty if none do.
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
    return Ladder.of(least, threadsMax, profiled);
  }

  private int[] connections(int most) {
    IntStream profiled = points().mapToInt(ProfilePoint::connections);
    return Ladder.of(1, most, profiled);
  }

  private Stream<ProfilePoint> points() {
    return model.surface().profile().points().stream();
  }

  private Optional<SustainableRate> best(int[] threads, int[] connections) {
    return bestOf(threads, connections)
        .flatMap(
            s ->
                bestOf(
                    Ladder.around(threads, s.threads()),
                    Ladder.around(connections, s.connections())))
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

  /** Sessions a second; 0 where nothing was profiled. */
  private double rate(int threads, int connections) {
    return model.surface().contains(threads, connections)
        ? model.sessionsPerSecond(threads, connections)
        : 0;
  }

  /**
   * Servers needed for a load, each with the best sizes: by the lower end of the band, so that it
   * holds in 97 of 100 cases.
   *
   * @param sessionsPerSecond the load, at least 0
   * @throws OutsideProfileException if the bounds leave nothing that was profiled
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
