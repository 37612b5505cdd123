package io.headwaiter.jdbc;

import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Savepoint;
import java.sql.ShardingKey;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Executor;

/**
 * What the application gets as its connection, new for each use. Closing it cleans up and ends the
 * use; the connection of the pool may stay with the request.
 */
final class ConnectionHandle extends ForwardingConnection {
  private static final System.Logger LOG = System.getLogger(ConnectionHandle.class.getName());

  private final Held held;
  private volatile boolean closed;
  private boolean touched;
  private boolean dirty;
  private Changes changes;
  private TrackedStatement<?> statements;
  private Throwable place;

  ConnectionHandle(Held held) {
    this.held = held;
  }

  /** Remembers where the application took this connection, in case it leaks. */
  void rememberPlace() {
    place = new Throwable("The connection was taken here");
  }

  /** Where it was taken, or null if that was not recorded. */
  Throwable place() {
    return place;
  }

  // ---- what the handles of statements and results need ----

  void check() throws SQLException {
    if (closed) {
      throw new SQLNonTransientConnectionException(
          "This connection was closed; take a new one from the DataSource", "08003");
    }
  }

  @Override
  Connection live() throws SQLException {
    check();
    touched = true;
    // Some drivers answer even a getter by a query, and a query begins a transaction.
    dirty = true;
    return held.connection;
  }

  /** Something runs that may begin a transaction. */
  void running() throws SQLException {
    check();
    dirty = true;
  }

  @Override
  SQLException failed(SQLException error) {
    if (!closed && FatalErrors.includes(error)) {
      held.markBroken();
    }
    return error;
  }

  @Override
  Statement tracked(Statement statement) {
    TrackedStatement<Statement> tracked = new TrackedStatement<>(this, statement);
    link(tracked);
    return tracked;
  }

  @Override
  PreparedStatement tracked(PreparedStatement statement) {
    TrackedPreparedStatement tracked = new TrackedPreparedStatement(this, statement);
    link(tracked);
    return tracked;
  }

  @Override
  CallableStatement tracked(CallableStatement statement) {
    TrackedPreparedStatement tracked = new TrackedPreparedStatement(this, statement);
    link(tracked);
    return CallableCalls.proxy(tracked, statement);
  }

  private synchronized void link(TrackedStatement<?> statement) {
    statement.next = statements;
    if (statements != null) {
      statements.previous = statement;
    }
    statements = statement;
  }

  synchronized void unlink(TrackedStatement<?> statement) {
    if (statement.previous != null) {
      statement.previous.next = statement.next;
    } else if (statements == statement) {
      statements = statement.next;
    }
    if (statement.next != null) {
      statement.next.previous = statement.previous;
    }
    statement.next = null;
    statement.previous = null;
  }

  // ---- the end of the use ----

  @Override
  public void close() throws SQLException {
    if (closed) {
      return;
    }
    if (!touched) {
      closed = true;
      held.returnUntouched(this);
      return;
    }
    if (!held.startReturning(this)) {
      return;
    }
    try {
      cleanUp();
    } finally {
      closed = true;
      held.finishReturning(System.nanoTime());
    }
  }

  /** As {@link #close}, when the request is over and the connection was taken back already. */
  void cleanUpAtEnd() {
    closed = true;
    try {
      cleanUp();
    } catch (SQLException | RuntimeException e) {
      held.markBroken();
      LOG.log(System.Logger.Level.DEBUG, "A leaked connection could not be put in order", e);
    }
  }

  private void cleanUp() throws SQLException {
    // A broken connection is not asked again: that could take as long as the network allows.
    if (held.isBroken()) {
      return;
    }
    boolean clean = false;
    try {
      Connection connection = held.connection;
      if (connection.isClosed() || !closeStatements()) {
        return;
      }
      if (dirty && !held.autoCommit()) {
        finishWork(connection);
      }
      if (changes != null) {
        changes.putBack(connection);
      }
      connection.clearWarnings();
      clean = changes == null || !changes.isLasting();
    } finally {
      if (!clean) {
        held.markBroken();
      }
    }
  }

  private void finishWork(Connection connection) throws SQLException {
    if (held.source.unfinishedWork() == UnfinishedWork.COMMITTED) {
      connection.commit();
    } else {
      connection.rollback();
    }
  }

  private boolean closeStatements() {
    boolean all = true;
    for (TrackedStatement<?> statement : takeStatements()) {
      all &= statement.closeQuietly();
    }
    return all;
  }

  /** They are closed without the lock: that can mean a round trip. */
  private synchronized List<TrackedStatement<?>> takeStatements() {
    if (statements == null) {
      return List.of();
    }
    List<TrackedStatement<?>> open = new ArrayList<>();
    while (statements != null) {
      TrackedStatement<?> statement = statements;
      unlink(statement);
      open.add(statement);
    }
    return open;
  }

  @Override
  public boolean isClosed() throws SQLException {
    return closed || held.connection.isClosed();
  }

  @Override
  public boolean isValid(int timeoutSeconds) throws SQLException {
    if (timeoutSeconds < 0) {
      throw new SQLException(
          "The timeout is " + timeoutSeconds + " s; give 0 (no limit) or more.", "HY024");
    }
    if (closed) {
      return false;
    }
    boolean valid = live().isValid(timeoutSeconds);
    if (!valid) {
      held.markBroken();
    }
    return valid;
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    if (executor == null) {
      throw new SQLException("The executor is null; give one that closes the connection.", "HY024");
    }
    if (closed || !held.startReturning(this)) {
      return;
    }
    closed = true;
    held.markBroken();
    try {
      held.connection.abort(executor);
    } finally {
      held.finishReturning(System.nanoTime());
    }
  }

  // ---- what leaves traces on the connection ----

  private Connection changing(ConnectionState state) throws SQLException {
    Connection connection = live();
    changes().before(state, connection);
    return connection;
  }

  private Changes changes() {
    if (changes == null) {
      changes = new Changes();
    }
    return changes;
  }

  private void change(ConnectionState state, Object value) throws SQLException {
    try {
      state.write(changing(state), value);
    } catch (SQLException e) {
      throw failed(e);
    }
    changes.after(state, value);
  }

  @Override
  public void setAutoCommit(boolean on) throws SQLException {
    change(ConnectionState.AUTO_COMMIT, on);
    held.autoCommit(on);
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

  @Override
  public void setTypeMap(java.util.Map<String, Class<?>> map) throws SQLException {
    change(ConnectionState.TYPE_MAP, map);
  }

  @Override
  public void setNetworkTimeout(Executor executor, int millis) throws SQLException {
    try {
      changing(ConnectionState.NETWORK_TIMEOUT).setNetworkTimeout(executor, millis);
    } catch (SQLException e) {
      throw failed(e);
    }
    changes.after(ConnectionState.NETWORK_TIMEOUT, millis);
  }

  @Override
  public int getNetworkTimeout() throws SQLException {
    Connection connection = live();
    return changes != null && changes.has(ConnectionState.NETWORK_TIMEOUT)
        ? connection.getNetworkTimeout()
        : held.networkTimeoutMillis();
  }

  @Override
  public void setClientInfo(String name, String value) throws SQLClientInfoException {
    changingClientInfo().setClientInfo(name, value);
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

  // ---- the rest ----

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    Connection connection = live();
    DatabaseMetaData metaData = connection.getMetaData();
    return (DatabaseMetaData)
        Proxy.newProxyInstance(
            ConnectionHandle.class.getClassLoader(),
            new Class<?>[] {DatabaseMetaData.class},
            new MetaDataCalls(this, metaData));
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    return live().unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return type.isInstance(this) || live().isWrapperFor(type);
  }

  @Override
  public String toString() {
    return "headwaiter connection" + (closed ? " (closed)" : " on " + held.connection);
  }
}
