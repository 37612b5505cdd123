package io.headwaiter.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.pool.HikariPool;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * HikariCP. Connections are made by the pool's own threads, so the wait is bounded whatever the
 * database does, but for one thing: a connection that was idle for half a second is tried out
 * before it is lent, which takes up to the pool's {@code validationTimeout}. Keep that below the
 * deadline of a request. And a pool made by the constructor without arguments connects for the
 * first time when it is first asked, on the thread that asks, while others wait behind it: take a
 * connection from it before serving, or make it by {@code new HikariDataSource(config)}.
 */
public final class HikariAdapter implements PoolAdapter {
  private static final long AT_ONCE_MILLIS = 1;

  private final HikariDataSource pool;

  /** Takes the pool; whoever made it closes it. */
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
      // Not started yet, or closed: the pool itself knows what to do and what to say.
      return pool.getConnection();
    }
    // Whoever waits while the pool is made smaller may get one too many; it goes when it comes
    // back.
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

  private HikariPool started() {
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

  /** After a resize HikariCP goes on lending all that it has, as long as it has them. */
  private boolean evictIfTooMany(Connection connection) {
    if (!hasTooMany()) {
      return false;
    }
    // Of two that see one too many, one goes.
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
    // Never a minimum above the maximum, not even for an instant.
    if (connections < pool.getMinimumIdle()) {
      pool.setMinimumIdle(connections);
    }
    pool.setMaximumPoolSize(connections);
    if (allKeptIdle) {
      pool.setMinimumIdle(connections);
    }
    evictIdle();
  }

  /** Those too many. What is borrowed meanwhile is evicted when it is given back. */
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
      // Somebody was faster, or the database does not answer: then the next borrower evicts them.
      Adapters.notClosed(e);
    }
  }
}
