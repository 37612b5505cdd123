package io.headwaiter.core.pool;

import java.util.Optional;

/**
 * Looks at all sizes within the profile and bounds: they are few enough.
 *
 * <p>Of sizes that carry the same within {@value #SAME} of the best, those with the fewest
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
   * @param threadsMax at least 1
   * @param connectionsMax at least 1, such as a share of {@link FleetBudget}
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
    return best(1, threadsMax, 1, connectionsMax);
  }

  /** The best number of threads for so many connections, lambda(N) of the paper. */
  public Optional<SustainableRate> bestForConnections(int connections) {
    return best(connections, threadsMax, connections, connections);
  }

  /** The best number of connections for so many threads. */
  public Optional<SustainableRate> bestForThreads(int threads) {
    return best(threads, threads, 1, connectionsMax);
  }

  private Optional<SustainableRate> best(
      int threadsLeast, int threadsMost, int connectionsLeast, int connectionsMost) {
    PoolSizes best = null;
    double most = 0;
    for (int n = connectionsLeast; n <= connectionsMost; n++) {
      for (int m = Math.max(n, threadsLeast); m <= threadsMost; m++) {
        if (model.surface().contains(m, n)) {
          double rate = model.sessionsPerSecond(m, n);
          if (rate > most * (1 + (best == null ? 0 : SAME))) {
            best = new PoolSizes(m, n);
            most = rate;
          }
        }
      }
    }
    return Optional.ofNullable(best).map(s -> model.rate(s.threads(), s.connections()));
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
