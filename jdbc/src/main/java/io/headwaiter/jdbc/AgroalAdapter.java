package io.headwaiter.jdbc;

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

/** Agroal. */
public final class AgroalAdapter extends GatedAdapter {
  private final AgroalDataSource pool;
  private final AgroalConnectionPoolConfiguration configuration;
  // What was put back and not taken. The pool may have dropped it, which it is asked each time.
  private final Set<ConnectionHandler> returned = ConcurrentHashMap.newKeySet();

  /**
   * Takes the pool; whoever made it closes it.
   *
   * @throws IllegalArgumentException if the pool takes part in JTA transactions
   */
  public AgroalAdapter(AgroalDataSource pool) {
    super(withoutTransactions(pool).maxSize());
    this.pool = pool;
    configuration = pool.getConfiguration().connectionPoolConfiguration();
  }

  /** A connection that is kept, or taken on a thread of ours, would not be enlisted. */
  private static AgroalConnectionPoolConfiguration withoutTransactions(AgroalDataSource pool) {
    AgroalConnectionPoolConfiguration configuration =
        pool.getConfiguration().connectionPoolConfiguration();
    Class<?> integration = configuration.transactionIntegration().getClass();
    // Each call of none() makes another, of one class.
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
    // A connection that the pool validates in the background may still look as if it were idle.
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
      // Before it can be taken, which removes it.
      returned.add(wrapper.getHandler());
    }
    // The pool closes one too many here.
    connection.close();
  }

  @Override
  Runnable discarding(Connection connection) {
    if (!(connection instanceof ConnectionWrapper wrapper)) {
      return () -> Adapters.abort(connection);
    }
    ConnectionHandler handler = wrapper.getHandler();
    if (handler.tryFlushFromIdle()) {
      // The application aborted it, and Agroal took it back as if it were whole.
      return () -> drop(handler);
    }
    handler.setFlushOnly();
    return () -> {
      // To close the wrapper switches auto-commit on even now, which would commit.
      Adapters.abort(handler.rawConnection());
      Adapters.closeQuietly(connection);
    };
  }

  /** Returns it once more, as one to be dropped; it would take up its place for ever. */
  private static void drop(ConnectionHandler handler) {
    Adapters.abort(handler.rawConnection());
    try {
      handler.transactionEnd();
    } catch (SQLException | RuntimeException e) {
      Adapters.notClosed(e);
    }
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
  void resized(int connections) {
    if (configuration.minSize() > connections) {
      configuration.setMinSize(connections);
    }
    configuration.setMaxSize(connections);
  }

  /** All of them; it has no way to close some. */
  @Override
  void dropIdle() {
    pool.flush(FlushMode.IDLE);
  }
}
