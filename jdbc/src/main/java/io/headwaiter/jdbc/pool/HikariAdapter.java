package io.headwaiter.jdbc.pool;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.pool.HikariPool;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Adapter for HikariCP. The pool's own threads make connections, so the wait is bounded whatever
 * the database does, with one exception: the pool tests a connection that was idle for half a
 * second before it lends it, which takes up to the pool's {@code validationTimeout}. Keep that
 * below the deadline of a request.
 *
 * <p>A pool made by the constructor without arguments connects when it is first asked, on the
 * thread that asks, while others wait behind it. Take a connection from it before serving, or make
 * it by {@code new HikariDataSource(config)}.
 */
public final class HikariAdapter implements PoolAdapter {
  private static final long AT_ONCE_MILLIS = 1;

  private final HikariDataSource pool;

  /** Wraps a pool. The caller closes the pool. */
  public HikariAdapter(HikariDataSource pool) {
    this.pool = pool;
  }

  @Override
  public String name() {
    return "HikariCP " + pool.getPoolName();
  }

  @Override
  public DataSource source() {
    return pool;
  }

  @Override
  public Connection borrow(long timeoutNanos) throws SQLException {
    HikariPool started = started();
    if (started == null) {
      // Not started yet, or closed: the pool itself starts or throws.
      return pool.getConnection();
    }
    // A caller that waits while the pool is made smaller may get a surplus connection; it goes when
    // it comes back.
    return hasTooMany()
        ? borrowOneOfFewer(started, timeoutNanos)
        : started.getConnection(Adapters.millis(timeoutNanos));
  }

  private Connection borrowOneOfFewer(HikariPool started, long timeoutNanos) throws SQLException {
    long start = System.nanoTime();
    Connection connection = started.getConnection(Adapters.millis(timeoutNanos));
    while (evictIfTooMany(connection)) {
      long left = Math.max(1, timeoutNanos - (System.nanoTime() - start));
      connection = started.getConnection(Adapters.millis(left));
    }
    return connection;
  }

  private @Nullable HikariPool started() {
    return pool.getHikariPoolMXBean() instanceof HikariPool started && !pool.isClosed()
        ? started
        : null;
  }

  @Override
  public void giveBack(Connection connection) throws SQLException {
    if (!evictIfTooMany(connection)) {
      connection.close();
    }
  }

  /** Evicts a surplus connection. After a resize HikariCP goes on lending all that it has. */
  private boolean evictIfTooMany(Connection connection) {
    if (!hasTooMany()) {
      return false;
    }
    // If two threads see one surplus connection, one of them evicts.
    synchronized (this) {
      if (!hasTooMany()) {
        return false;
      }
      evict(connection);
      return true;
    }
  }

  private boolean hasTooMany() {
    HikariPoolMXBean bean = pool.getHikariPoolMXBean();
    return bean != null && bean.getTotalConnections() > size();
  }

  @Override
  public void evict(Connection connection) {
    try {
      pool.evictConnection(connection);
    } catch (RuntimeException e) {
      Adapters.closeQuietly(connection);
    }
  }

  @Override
  public UnfinishedWork unfinishedWork() {
    return UnfinishedWork.ROLLED_BACK;
  }

  @Override
  public PoolCounts counts() {
    HikariPoolMXBean bean = pool.getHikariPoolMXBean();
    if (bean == null) {
      return new PoolCounts(0, 0, 0, size());
    }
    return new PoolCounts(
        bean.getActiveConnections(),
        bean.getIdleConnections(),
        bean.getThreadsAwaitingConnection(),
        size());
  }

  @Override
  public int size() {
    return pool.getMaximumPoolSize();
  }

  @Override
  public void resize(int connections) {
    Adapters.atLeastOne(connections);
    boolean allKeptIdle = pool.getMinimumIdle() >= size();
    // The minimum must never exceed the maximum, not even for an instant.
    if (connections < pool.getMinimumIdle()) {
      pool.setMinimumIdle(connections);
    }
    pool.setMaximumPoolSize(connections);
    if (allKeptIdle) {
      pool.setMinimumIdle(connections);
    }
    evictIdle();
  }

  /** Evicts surplus idle connections. One that is borrowed meanwhile is evicted when given back. */
  private void evictIdle() {
    HikariPool started = started();
    try {
      while (started != null && hasTooMany() && started.getIdleConnections() > 0) {
        Connection idle = started.getConnection(AT_ONCE_MILLIS);
        if (!evictIfTooMany(idle)) {
          idle.close();
        }
      }
    } catch (SQLException e) {
      // Another thread was faster, or the database does not answer: the next borrower evicts them.
      Adapters.notClosed(e);
    }
  }
}
