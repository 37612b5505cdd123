package io.headwaiter.jdbc.proxy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The state that the application changed on a connection, and the values before. A value is read
 * just before its first change: reading costs a round trip with some databases, and most uses
 * change nothing. Not thread-safe; only the owner of the connection's handle uses it.
 */
final class ChangedState {
  private static final Object UNKNOWN = new Object();

  // In the order in which they are restored.
  private final Map<ConnectionState, Object> before = new EnumMap<>(ConnectionState.class);
  private final Map<ConnectionState, Object> now = new EnumMap<>(ConnectionState.class);
  private boolean lasting;

  /** Records the present value. Must be called before the application's change is made. */
  void before(ConnectionState state, Connection connection) throws SQLException {
    if (!before.containsKey(state)) {
      before.put(state, state.read(connection));
    }
    // Unknown until the change has succeeded, and its transaction if it is part of one.
    now.put(state, UNKNOWN);
  }

  /**
   * Forgets a state: the driver does not support its first change, so there is nothing to restore.
   */
  void forget(ConnectionState state) {
    before.remove(state);
    now.remove(state);
  }

  /** Returns whether the application changed this state. */
  boolean has(ConnectionState state) {
    return before.containsKey(state);
  }

  /** Notes that the change has succeeded and that nothing will roll it back. */
  void after(ConnectionState state, Object value) {
    now.put(state, value);
  }

  /** Marks a change that cannot be read, and so not restored: the connection is not lent again. */
  void markLasting() {
    lasting = true;
  }

  boolean isLasting() {
    return lasting;
  }

  /** Restores the values that differ now, or may differ. Returns false if there were none. */
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
