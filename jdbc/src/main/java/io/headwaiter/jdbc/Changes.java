package io.headwaiter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * What the application changed on a connection, and what it was before. A value is asked for just
 * before it is changed for the first time: asking costs a round trip with some databases, and most
 * uses change nothing. Used by whoever holds the connection's handle.
 */
final class Changes {
  private static final Object UNKNOWN = new Object();

  // In the order in which they are put back.
  private final Map<ConnectionState, Object> before = new EnumMap<>(ConnectionState.class);
  private final Map<ConnectionState, Object> now = new EnumMap<>(ConnectionState.class);
  private boolean lasting;

  /** Must be called before the application's change is made. */
  void before(ConnectionState state, Connection connection) throws SQLException {
    if (!before.containsKey(state)) {
      before.put(state, state.read(connection));
    }
    // Until the change has succeeded, and its transaction if it is part of one, nobody knows.
    now.put(state, UNKNOWN);
  }

  /**
   * The first change was refused, since the driver has nothing of the kind: nothing to put back.
   */
  void forget(ConnectionState state) {
    before.remove(state);
    now.remove(state);
  }

  /** Whether the application changed this. */
  boolean has(ConnectionState state) {
    return before.containsKey(state);
  }

  /** The change has succeeded, and nothing will roll it back. */
  void after(ConnectionState state, Object value) {
    now.put(state, value);
  }

  /** What cannot be read cannot be put back: the connection is not lent again. */
  void markLasting() {
    lasting = true;
  }

  boolean isLasting() {
    return lasting;
  }

  /** Puts back what is different now, or may be. False if there was nothing. */
  boolean putBack(Connection connection) throws SQLException {
    boolean written = false;
    for (Map.Entry<ConnectionState, Object> entry : before.entrySet()) {
      if (!Objects.equals(entry.getValue(), now.get(entry.getKey()))) {
        entry.getKey().write(connection, entry.getValue());
        written = true;
      }
    }
    return written;
  }
}
