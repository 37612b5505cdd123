package io.headwaiter.jdbc.pool;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSource.FlushMode;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration;
import io.agroal.api.transaction.TransactionIntegration;
import io.agroal.pool.ConnectionHandler;
import io.agroal.pool.wrapper.ConnectionWrapper;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/** Adapter for Agroal. */
public final class AgroalAdapter extends BoundedWaitAdapter {
  private final AgroalDataSource pool;
  private final AgroalConnectionPoolConfiguration configuration;
  // Connections given back and not taken again; idle() removes those that the pool has dropped.
  private final Set<ConnectionHandler> returned = ConcurrentHashMap.newKeySet();

  /**
   * Wraps a pool. The caller closes the pool.
   *
   * @throws IllegalArgumentException if the pool takes part in JTA transactions
   */
  public AgroalAdapter(AgroalDataSource pool) {
    super(withoutTransactions(pool).maxSize());
    this.pool = pool;
    configuration = pool.getConfiguration().connectionPoolConfiguration();
  }

  /**
   * Checks that the pool uses no JTA, which does not enlist connections that are kept or taken on a
   * connector thread.
   */
  private static AgroalConnectionPoolConfiguration withoutTransactions(AgroalDataSource pool) {
    AgroalConnectionPoolConfiguration configuration =
        pool.getConfiguration().connectionPoolConfiguration();
    Class<?> integration = configuration.transactionIntegration().getClass();
    // Each call of none() makes a new object of the same class.
    if (integration != TransactionIntegration.none().getClass()) {
      throw new IllegalArgumentException(
          "The Agroal pool has the transactionIntegration "
              + integration.getName()
              + "; a connection kept for a whole request does not follow JTA transactions, and"
              + " their rollback would not undo its work. Give a pool without"
              + " transactionIntegration, or let the application use this one directly.");
    }
    return configuration;
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
  int idle() {
    returned.removeIf(handler -> !handler.isAcquirable());
    return returned.size();
  }

  @Override
  boolean asksBeforeLending() {
    // A connection that the pool validates in the background may still look idle.
    return configuration.validateOnBorrow()
        || !configuration.validationTimeout().isZero()
        || !configuration.idleValidationTimeout().isZero();
  }

  @Override
  Connection take() throws SQLException {
    Connection connection = pool.getConnection();
    if (connection instanceof ConnectionWrapper wrapper) {
      returned.remove(wrapper.getHandler());
    }
    return connection;
  }

  @Override
  void put(Connection connection) throws SQLException {
    if (connection instanceof ConnectionWrapper wrapper) {
      // First, because take() removes it as soon as the pool can lend it again.
      returned.add(wrapper.getHandler());
    }
    // After a resize the pool closes a surplus connection here.
    connection.close();
  }

  @Override
  Runnable discarding(Connection connection) {
    if (!(connection instanceof ConnectionWrapper wrapper)) {
      return () -> Adapters.abort(connection);
    }
    ConnectionHandler handler = wrapper.getHandler();
    if (handler.tryFlushFromIdle()) {
      // The application aborted it, and Agroal took it back as usable.
      return () -> drop(handler);
    }
    handler.setFlushOnly();
    return () -> {
      // Abort first: closing the wrapper switches auto-commit on even now, which would commit.
      Adapters.abort(handler.rawConnection());
      Adapters.closeQuietly(connection);
    };
  }

  /** Returns the connection once more, to be dropped; it would occupy its place for ever. */
  private static void drop(ConnectionHandler handler) {
    Adapters.abort(handler.rawConnection());
    try {
      handler.transactionEnd();
    } catch (SQLException | RuntimeException e) {
      Adapters.notClosed(e);
    }
  }

  /**
   * Returns what Agroal does: it switches auto-commit on without ending the transaction, which
   * commits it. If auto-commit is off by configuration, Agroal would leave the transaction open for
   * the next user; then it is rolled back.
   */
  @Override
  public UnfinishedWork unfinishedWork() {
    return configuration.connectionFactoryConfiguration().autoCommit()
        ? UnfinishedWork.COMMITTED
        : UnfinishedWork.ROLLED_BACK;
  }

  @Override
  void resized(int connections) {
    if (configuration.minSize() > connections) {
      configuration.setMinSize(connections);
    }
    configuration.setMaxSize(connections);
  }

  /** Closes all idle connections; Agroal cannot close only some. */
  @Override
  void dropIdle() {
    pool.flush(FlushMode.IDLE);
  }
}
