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
  private final HikariDataSource pool;
  // HikariCP goes on lending the connections it has; those too many go one by one.
  private volatile boolean shrinking;

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
    HikariPoolMXBean bean = pool.getHikariPoolMXBean();
    if (bean instanceof HikariPool started && !pool.isClosed()) {
      return started.getConnection(Adapters.millis(timeoutNanos));
    }
    // Not started yet, or closed: the pool itself knows what to do and what to say.
    return pool.getConnection();
  }

  @Override
  public void giveBack(Connection connection) throws SQLException {
    if (shrinking && isTooMany()) {
      evict(connection);
    } else {
      connection.close();
    }
  }

  private boolean isTooMany() {
    HikariPoolMXBean bean = pool.getHikariPoolMXBean();
    if (bean == null) {
      return false;
    }
    if (bean.getTotalConnections() > size()) {
      return true;
    }
    shrinking = false;
    // It may have been resized again since it was counted.
    shrinking = bean.getTotalConnections() > size();
    return false;
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
    shrinking = true;
  }
}
