package io.headwaiter.jdbc.proxy;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.util.Set;

/** Recognizes errors after which a connection is unusable. */
public final class FatalErrors {
  private static final int CHAIN_MAX = 10;

  // Besides class 08, connection exceptions: the database is being shut down, has crashed, accepts
  // no connections or has ended the idle session (PostgreSQL); disconnected (older standard).
  private static final Set<String> STATES = Set.of("57P01", "57P02", "57P03", "57P05", "01002");

  private FatalErrors() {}

  /** Returns whether this error, or one chained to it, ends its connection. */
  public static boolean includes(SQLException error) {
    SQLException next = error;
    for (int depth = 0; next != null && depth < CHAIN_MAX; depth++) {
      if (isFatal(next)) {
        return true;
      }
      next = next.getNextException();
    }
    return false;
  }

  private static boolean isFatal(SQLException error) {
    if (error instanceof SQLRecoverableException
        || error instanceof SQLNonTransientConnectionException) {
      return true;
    }
    String state = error.getSQLState();
    return state != null && (state.startsWith("08") || STATES.contains(state));
  }
}
