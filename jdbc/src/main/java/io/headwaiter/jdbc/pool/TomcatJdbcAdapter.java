package io.headwaiter.jdbc.pool;

import java.sql.Connection;
import java.sql.SQLException;
import org.apache.tomcat.jdbc.pool.ConnectionPool;
import org.apache.tomcat.jdbc.pool.DataSource;
import org.apache.tomcat.jdbc.pool.PooledConnection;

/**
 * Adapter for Tomcat's JDBC pool. The pool itself restores no state, unless its {@code
 * ConnectionState} interceptor is configured; the request-wide data source restores it either way.
 */
public final class TomcatJdbcAdapter extends BoundedWaitAdapter {
  private final DataSource pool;

  /** Wraps a pool. The caller closes the pool. */
  public TomcatJdbcAdapter(DataSource pool) {
    super(pool.getMaxActive());
    this.pool = pool;
  }

  @Override
  public String name() {
    return "Tomcat JDBC " + pool.getName();
  }

  @Override
  public javax.sql.DataSource source() {
    return pool;
  }

  @Override
  int idle() {
    ConnectionPool started = pool.getPool();
    return started == null ? 0 : started.getIdle();
  }

  @Override
  boolean asksBeforeLending() {
    // An idle connection that the pool tests counts as idle, and is locked meanwhile.
    return pool.isTestOnBorrow() || pool.isTestWhileIdle() || pool.getMaxAge() > 0;
  }

  @Override
  Connection take() throws SQLException {
    return pool.getConnection();
  }

  @Override
  void put(Connection connection) throws SQLException {
    if (!hasTooMany() || !closesIfTooMany(connection)) {
      connection.close();
    }
  }

  @Override
  Runnable discarding(Connection connection) {
    return () -> discard(connection);
  }

  private static void discard(Connection connection) {
    try {
      // The pool checks whether the database's connection is closed, and drops it if so.
      Adapters.abort(connection.unwrap(PooledConnection.class).getConnection());
    } catch (SQLException | RuntimeException e) {
      // It is broken already; the pool finds out by itself.
    }
    Adapters.closeQuietly(connection);
  }

  /**
   * Returns what the pool is configured to do: {@code commitOnReturn} commits, and so does the
   * interceptor that switches auto-commit on again. If the pool would leave the transaction open
   * for the next user, it is rolled back.
   */
  @Override
  public UnfinishedWork unfinishedWork() {
    boolean commits =
        Boolean.FALSE.equals(pool.getDefaultAutoCommit())
            ? pool.getCommitOnReturn() && !pool.getRollbackOnReturn()
            : Boolean.TRUE.equals(pool.getDefaultAutoCommit()) && keepsState();
    return commits ? UnfinishedWork.COMMITTED : UnfinishedWork.ROLLED_BACK;
  }

  private boolean keepsState() {
    String interceptors = pool.getJdbcInterceptors();
    return interceptors != null && interceptors.contains("ConnectionState");
  }

  @Override
  void resized(int connections) {
    pool.setMaxActive(connections);
    pool.setMaxIdle(connections);
    if (pool.getMinIdle() > connections) {
      pool.setMinIdle(connections);
    }
  }

  /** Closes surplus idle connections; the pool itself closes only those idle for long. */
  @Override
  void dropIdle() throws SQLException {
    while (hasTooMany() && idle() > 0) {
      put(take());
    }
  }

  private boolean hasTooMany() {
    ConnectionPool started = pool.getPool();
    return started != null && started.getSize() > pool.getMaxActive();
  }

  /** Closes a surplus connection. If two threads see one, one of them closes. */
  private synchronized boolean closesIfTooMany(Connection connection) throws SQLException {
    if (!hasTooMany()) {
      return false;
    }
    connection.unwrap(PooledConnection.class).setDiscarded(true);
    connection.close();
    return true;
  }
}
