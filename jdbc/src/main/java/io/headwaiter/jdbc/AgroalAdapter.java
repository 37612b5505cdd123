package io.headwaiter.jdbc;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration;
import io.agroal.pool.wrapper.ConnectionWrapper;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Agroal. */
public final class AgroalAdapter extends GatedAdapter {
  private final AgroalDataSource pool;
  private final AgroalConnectionPoolConfiguration configuration;
  private final AtomicInteger lent = new AtomicInteger();
  // As many as were out at once are there, as far as we know; after a failure we know nothing.
  private final AtomicInteger known = new AtomicInteger();

  /** Takes the pool; whoever made it closes it. */
  public AgroalAdapter(AgroalDataSource pool) {
    super(pool.getConfiguration().connectionPoolConfiguration().maxSize());
    this.pool = pool;
    configuration = pool.getConfiguration().connectionPoolConfiguration();
  }

  @Override
  public String name() {
    return "Agroal";
  }

  @Override
  public DataSource source() {
    return pool;
  }

  @Override
  boolean hasIdle() {
    return lent.get() < known.get();
  }

  @Override
  Connection take() throws SQLException {
    boolean taken = false;
    int out = lent.incrementAndGet();
    try {
      Connection connection = pool.getConnection();
      taken = true;
      known.accumulateAndGet(out, Math::max);
      return connection;
    } finally {
      if (!taken) {
        lent.decrementAndGet();
        known.set(0);
      }
    }
  }

  @Override
  void put(Connection connection) throws SQLException {
    lent.decrementAndGet();
    connection.close();
  }

  @Override
  void discard(Connection connection) {
    lent.decrementAndGet();
    known.set(0);
    if (connection instanceof ConnectionWrapper wrapper) {
      wrapper.getHandler().setFlushOnly();
    }
    Adapters.closeQuietly(connection);
  }

  /**
   * Agroal switches auto-commit on again without ending the transaction, which commits it. Where
   * auto-commit is off by configuration, it would leave the transaction open for whoever comes
   * next; then it is rolled back.
   */
  @Override
  public UnfinishedWork unfinishedWork() {
    return configuration.connectionFactoryConfiguration().autoCommit()
        ? UnfinishedWork.COMMITTED
        : UnfinishedWork.ROLLED_BACK;
  }

  @Override
  public PoolCounts counts() {
    int out = lent.get();
    return new PoolCounts(out, Math.max(0, known.get() - out), waiting(), size());
  }

  @Override
  void resized(int connections) {
    if (configuration.minSize() > connections) {
      configuration.setMinSize(connections);
    }
    configuration.setMaxSize(connections);
    known.accumulateAndGet(connections, Math::min);
  }
}
