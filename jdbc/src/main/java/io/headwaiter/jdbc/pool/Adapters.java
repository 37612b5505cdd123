package io.headwaiter.jdbc.pool;

import java.sql.Connection;
import java.sql.SQLException;

/** Helper methods shared by the pool adapters. */
public final class Adapters {
  private static final System.Logger LOG = System.getLogger(Adapters.class.getName());
  private static final long NANOS_PER_MILLI = 1_000_000;

  private Adapters() {}

  /** Converts to milliseconds, rounded up and at least 1: some pools take 0 as no limit. */
  public static long millis(long nanos) {
    return Math.max(1, nanos / NANOS_PER_MILLI + (nanos % NANOS_PER_MILLI > 0 ? 1 : 0));
  }

  static int atLeastOne(int connections) {
    if (connections < 1) {
      throw new IllegalArgumentException(
          "The pool is to have " + connections + " connections; give at least 1.");
    }
    return connections;
  }

  /**
   * Aborts a connection of the database and the call under way on it, also one of another thread,
   * without a commit. Blocks on the network; MariaDB's driver even logs in to kill a query.
   */
  static void abort(Connection raw) {
    try {
      raw.abort(Runnable::run);
    } catch (SQLException | RuntimeException | AbstractMethodError e) {
      notClosed(e);
    }
    // H2's abort does nothing; its close rolls back.
    closeQuietly(raw);
  }

  public static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException | RuntimeException e) {
      notClosed(e);
    }
  }

  static void notClosed(Throwable e) {
    LOG.log(System.Logger.Level.DEBUG, "A connection that is thrown away did not close", e);
  }
}
