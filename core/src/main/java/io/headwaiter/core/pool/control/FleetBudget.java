package io.headwaiter.core.pool.control;

import io.headwaiter.core.pool.Checks;
import java.util.Arrays;

/**
 * Divides the database's connections among replicas, so that all together stay within its maximum.
 *
 * <pre>
 *   usable = maximum - reserved
 *   share of replica i of R, from 0 = floor(usable / R), and one more for i &lt; usable mod R
 * </pre>
 *
 * <p>Worked number: 100 connections, 3 reserved for administrators, 4 replicas: 25, 24, 24 and 24.
 * A rolling replacement runs 5 of them: 20, 20, 19, 19 and 19. So plan for the most that ever run
 * at once.
 *
 * @param databaseConnectionsMax the database's own maximum, at least 1
 * @param reserved connections for other users: administrators, jobs, replication; at least 0 and
 *     less than databaseConnectionsMax
 */
public record FleetBudget(int databaseConnectionsMax, int reserved) {
  private static final int REPLICAS_MAX = 100_000;

  /** Checks that at least one connection is left. */
  public FleetBudget {
    Checks.within("databaseConnectionsMax", databaseConnectionsMax, 1, Integer.MAX_VALUE);
    Checks.within("reserved", reserved, 0, databaseConnectionsMax - 1);
  }

  /** Returns the connections for all replicas together. */
  public int usable() {
    return databaseConnectionsMax - reserved;
  }

  /**
   * Returns the connections for one of several equal replicas.
   *
   * @param replica its number, 0 to replicas - 1
   * @param replicas the most that ever run at once
   * @throws IllegalArgumentException if there is not one connection for each
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
   * Divides connections among replicas that are not equal. Each gets one at first. Each further
   * step gives one replica the number of connections with the greatest gain per connection, until
   * none gains.
   *
   * @param sessionsPerSecond rates of each replica with 1, 2, 3 and more connections; connections
   *     beyond the last one add nothing
   * @throws IllegalArgumentException if there is not one connection for each replica
   */
  public int[] shares(double[][] sessionsPerSecond) {
    int replicas = sessionsPerSecond.length;
    share(0, replicas); // throws if there is not one for each
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

  /** A number of further connections for one replica. */
  private record Step(int replica, int connections, double gainEach) {}

  /**
   * Returns the step with the greatest gain per connection. A step may pass over sizes with a lower
   * rate, so that a local maximum does not end the search.
   */
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
}
