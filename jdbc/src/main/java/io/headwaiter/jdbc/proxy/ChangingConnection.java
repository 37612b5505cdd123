package io.headwaiter.jdbc.proxy;

import io.headwaiter.forwarding.Forwards;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Savepoint;
import java.sql.ShardingKey;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The part of a connection's handle that changes the connection's state, and restores it. */
@Forwards(
    value = Connection.class,
    guarded = ".*",
    tracked = {Statement.class, PreparedStatement.class, CallableStatement.class},
    except =
        "close|isClosed|isValid|abort|getMetaData|commit|rollback|set(?!Savepoint).*|getNetworkTimeout|getClientInfo|getTypeMap")
abstract class ChangingConnection implements ForwardedConnection {
  private final LentConnection lent;
  private boolean dirty;
  private @Nullable ChangedState changed;

  ChangingConnection(LentConnection lent) {
    this.lent = lent;
  }

  final LentConnection held() {
    return lent;
  }

  /** Notes that a call runs that may begin a transaction. */
  final void markWork() {
    dirty = true;
  }

  /** Returns whether a transaction may be open. */
  final boolean hasWork() {
    return dirty && !lent.autoCommit();
  }

  /** Restores what was changed. Returns false if something cannot be restored. */
  final boolean putBack(Connection connection) throws SQLException {
    if (changed == null) {
      return true;
    }
    if (changed.putBack(connection) && !connection.getAutoCommit()) {
      // Restoring may have begun a transaction, which contains nothing else.
      connection.commit();
    }
    return !changed.isLasting();
  }

  private Connection changing(ConnectionState state) throws SQLException {
    Connection connection = live();
    changes().before(state, connection);
    return connection;
  }

  private ChangedState changes() {
    if (changed == null) {
      changed = new ChangedState();
    }
    return changed;
  }

  private void change(ConnectionState state, Object value) throws SQLException {
    boolean first = !changes().has(state);
    try {
      state.write(changing(state), value);
    } catch (SQLFeatureNotSupportedException e) {
      if (first) {
        changes().forget(state);
      }
      throw failed(e);
    } catch (SQLException e) {
      throw failed(e);
    }
    if (lent.autoCommit() || !state.isTransactional()) {
      changes().after(state, value);
    }
  }

  @Override
  public void setAutoCommit(boolean on) throws SQLException {
    change(ConnectionState.AUTO_COMMIT, on);
    lent.autoCommit(on);
    if (on) {
      dirty = false;
    }
  }

  @Override
  public void commit() throws SQLException {
    Connection connection = live();
    try {
      connection.commit();
    } catch (SQLException e) {
      throw failed(e);
    }
    dirty = false;
  }

  @Override
  public void rollback() throws SQLException {
    Connection connection = live();
    try {
      connection.rollback();
    } catch (SQLException e) {
      throw failed(e);
    }
    dirty = false;
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    Connection connection = live();
    try {
      connection.rollback(savepoint);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void setReadOnly(boolean on) throws SQLException {
    change(ConnectionState.READ_ONLY, on);
  }

  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    change(ConnectionState.ISOLATION, level);
  }

  @Override
  public void setHoldability(int holdability) throws SQLException {
    change(ConnectionState.HOLDABILITY, holdability);
  }

  @Override
  public void setCatalog(String catalog) throws SQLException {
    change(ConnectionState.CATALOG, catalog);
  }

  @Override
  public void setSchema(String schema) throws SQLException {
    change(ConnectionState.SCHEMA, schema);
  }

  /** Returns a copy: a driver may give its own map, whose change would outlast this use. */
  @Override
  public @Nullable Map<String, Class<?>> getTypeMap() throws SQLException {
    try {
      return ConnectionState.copy(live().getTypeMap());
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
    change(ConnectionState.TYPE_MAP, map);
  }

  @Override
  public void setNetworkTimeout(Executor executor, int millis) throws SQLException {
    try {
      changing(ConnectionState.NETWORK_TIMEOUT).setNetworkTimeout(executor, millis);
    } catch (SQLException e) {
      throw failed(e);
    }
    changes().after(ConnectionState.NETWORK_TIMEOUT, millis);
  }

  @Override
  public int getNetworkTimeout() throws SQLException {
    Connection connection = live();
    return changed != null && changed.has(ConnectionState.NETWORK_TIMEOUT)
        ? connection.getNetworkTimeout()
        : lent.networkTimeoutMillis();
  }

  @Override
  public void setClientInfo(String name, String value) throws SQLClientInfoException {
    changingClientInfo().setClientInfo(name, value);
  }

  @Override
  public @Nullable String getClientInfo(String name) throws SQLException {
    try {
      return live().getClientInfo(name);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Returns a copy, as {@link #getTypeMap}. */
  @Override
  public Properties getClientInfo() throws SQLException {
    try {
      return ConnectionState.copy(live().getClientInfo());
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void setClientInfo(Properties properties) throws SQLClientInfoException {
    changingClientInfo().setClientInfo(properties);
  }

  private Connection changingClientInfo() throws SQLClientInfoException {
    try {
      return changing(ConnectionState.CLIENT_INFO);
    } catch (SQLException e) {
      SQLClientInfoException refused = new SQLClientInfoException();
      refused.initCause(failed(e));
      throw refused;
    }
  }

  @Override
  public void setShardingKey(ShardingKey key, ShardingKey superKey) throws SQLException {
    live().setShardingKey(key, superKey);
    changes().markLasting();
  }

  @Override
  public void setShardingKey(ShardingKey key) throws SQLException {
    live().setShardingKey(key);
    changes().markLasting();
  }

  @Override
  public boolean setShardingKeyIfValid(ShardingKey key, ShardingKey superKey, int timeout)
      throws SQLException {
    boolean set = live().setShardingKeyIfValid(key, superKey, timeout);
    changes().markLasting();
    return set;
  }

  @Override
  public boolean setShardingKeyIfValid(ShardingKey key, int timeout) throws SQLException {
    boolean set = live().setShardingKeyIfValid(key, timeout);
    changes().markLasting();
    return set;
  }
}
