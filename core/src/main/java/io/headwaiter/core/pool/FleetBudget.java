package io.headwaiter.core.pool;

import java.util.Arrays;
import java.util.Optional;

/**
 * Connections of all replicas together are no more than the database takes.
 *
 * <pre>
 *   usable = maximum - reserved
 *   share of replica i of R, from 0 = floor(usable / R), and one more for i &lt; usable mod R
 * </pre>
 *
 * <p>Worked number: 100 connections, 3 kept for administrators, 4 replicas: 25, 24, 24 and 24.
 * While replicas are replaced one by one there are 5: 20, 20, 19, 19 and 19; so plan for the most
 * that ever run at once.
 *
 * @param databaseConnectionsMax the database's own maximum, at least 1
 * @param reserved for others: administrators, jobs, replication; at least 0 and less than that
 */
public record FleetBudget(int databaseConnectionsMax, int reserved) {
  private static final int REPLICAS_MAX = 100_000;

  /** Checks that something is left. */
  public FleetBudget {
    Checks.within("databaseConnectionsMax", databaseConnectionsMax, 1, Integer.MAX_VALUE);
    Checks.within("reserved", reserved, 0, databaseConnectionsMax - 1);
  }

  /** Connections for all replicas together. */
  public int usable() {
    return databaseConnectionsMax - reserved;
  }

  /**
   * Connections for one replica of equals.
   *
   * @param replica its number, 0 to replicas - 1
   * @param replicas the most that ever run at once
   * @throws IllegalArgumentException if there is not one for each
   */
  public int share(int replica, int replicas) {
    Checks.within("replicas", replicas, 1, REPLICAS_MAX);
    Checks.within("replica", replica, 0, replicas - 1);
    if (usable() < replicas) {
      throw new IllegalArgumentException(
          "%d replicas need %d connections at least, got %d of %d after %d reserved: raise the database's maximum or put a connection pooler in between"
              .formatted(replicas, replicas, usable(), databaseConnectionsMax, reserved));
    }
    return usable() / replicas + (replica < usable() % replicas ? 1 : 0);
  }

  /**
   * Connections for replicas that are not equal: one after the other goes to where it carries most,
   * at first one to each.
   *
   * @param sessionsPerSecond of each replica with 1, 2, 3 and more connections; beyond the last one
   *     more carries nothing
   * @throws IllegalArgumentException if there is not one for each
   */
  public int[] shares(double[][] sessionsPerSecond) {
    int replicas = sessionsPerSecond.length;
    share(0, replicas); // refuses if there is not one for each
    int[] shares = new int[replicas];
    Arrays.fill(shares, 1);
    for (int left = usable() - replicas; left > 0; ) {
      Step step = best(sessionsPerSecond, shares, left);
      if (step.connections == 0) {
        break;
      }
      shares[step.replica] += step.connections;
      left -= step.connections;
    }
    return shares;
  }

  /** So many more for one replica. */
  private record Step(int replica, int connections, double gainEach) {}

  /** The steepest way up from where all are; over a dip, so that no hollow stops it. */
  private static Step best(double[][] rates, int[] shares, int left) {
    Step best = new Step(0, 0, 0);
    for (int r = 0; r < rates.length; r++) {
      for (int more = 1; more <= left && shares[r] - 1 + more < rates[r].length; more++) {
        double gain = (rates[r][shares[r] - 1 + more] - rates[r][shares[r] - 1]) / more;
        if (gain > best.gainEach) {
          best = new Step(r, more, gain);
        }
      }
    }
    return best;
  }

  /**
   * What the budget costs one replica: sessions a second that it would carry with as many
   * connections as it likes, less what it carries with its share.
   *
   * @return at least 0; empty if nothing within the share was profiled
   */
  public static Optional<Double> costSessionsPerSecond(PoolModel model, int share) {
    return new PoolOptimizer(model, ProfilePoint.THREADS_MAX, share)
        .best()
        .flatMap(
            within ->
                new PoolOptimizer(model)
                    .best()
                    .map(
                        free ->
                            Math.max(0, free.sessionsPerSecond() - within.sessionsPerSecond())));
  }
}
