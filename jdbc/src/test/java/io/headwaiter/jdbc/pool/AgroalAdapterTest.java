package io.headwaiter.jdbc.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSource.FlushMode;
import io.agroal.api.configuration.supplier.AgroalConnectionPoolConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.transaction.TransactionAware;
import io.agroal.api.transaction.TransactionIntegration;
import io.headwaiter.jdbc.FakeDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.UnaryOperator;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The behaviour of Agroal that its adapter has to handle. */
@Timeout(60)
class AgroalAdapterTest {
  private final FakeDatabase database = new FakeDatabase("agroal");

  private AgroalDataSource pool(UnaryOperator<AgroalConnectionPoolConfigurationSupplier> options)
      throws SQLException {
    return AgroalDataSource.from(
        new AgroalDataSourceConfigurationSupplier()
            .connectionPoolConfiguration(
                c ->
                    options
                        .apply(c)
                        .maxSize(2)
                        .connectionFactoryConfiguration(f -> f.jdbcUrl(database.url()))));
  }

  @Test
  void doesNotRelyOnConnectionsDroppedByPool() throws SQLException {
    try (AgroalDataSource pool = pool(options -> options)) {
      PoolAdapter adapter = new AgroalAdapter(pool);
      Connection first = adapter.borrow(Duration.ofMinutes(1).toNanos());
      adapter.giveBack(adapter.borrow(Duration.ofMinutes(1).toNanos()));
      adapter.giveBack(first);
      assertThat(adapter.counts()).isEqualTo(new PoolCounts(0, 2, 0, 2));
      pool.flush(FlushMode.IDLE);
      await().until(() -> database.open() == 0);
      assertThat(adapter.counts()).isEqualTo(new PoolCounts(0, 0, 0, 2));
      database.mode(FakeDatabase.Mode.HANGS);
      // On this thread the pool would block without a limit.
      assertThatThrownBy(() -> adapter.borrow(Duration.ofMillis(100).toNanos()))
          .hasMessageContaining("the database does not answer");
      database.mode(FakeDatabase.Mode.WELL);
      adapter.giveBack(adapter.borrow(Duration.ofMinutes(1).toNanos()));
    }
  }

  @Test
  void detectsPoolsThatValidateBeforeLending() throws SQLException {
    try (AgroalDataSource tries = pool(options -> options.validateOnBorrow(true));
        AgroalDataSource sometimes =
            pool(options -> options.idleValidationTimeout(Duration.ofMinutes(1)));
        AgroalDataSource meanwhile =
            pool(options -> options.validationTimeout(Duration.ofMinutes(1)));
        AgroalDataSource never = pool(options -> options)) {
      assertThat(new AgroalAdapter(tries).asksBeforeLending()).isTrue();
      assertThat(new AgroalAdapter(sometimes).asksBeforeLending()).isTrue();
      assertThat(new AgroalAdapter(meanwhile).asksBeforeLending()).isTrue();
      assertThat(new AgroalAdapter(never).asksBeforeLending()).isFalse();
    }
  }

  @Test
  void rejectsPoolWithJtaIntegration() throws SQLException {
    try (AgroalDataSource pool = pool(options -> options.transactionIntegration(new Jta()))) {
      assertThatThrownBy(() -> PoolAdapters.around(pool))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("JTA")
          .hasMessageContaining("Give a pool without");
    }
  }

  /** A transaction manager with no transaction. */
  private static final class Jta implements TransactionIntegration {
    @Override
    public TransactionAware getTransactionAware() {
      return null;
    }

    @Override
    public void associate(TransactionAware connection, XAResource resource) {}

    @Override
    public boolean disassociate(TransactionAware connection) {
      return true;
    }

    @Override
    public void addResourceRecoveryFactory(ResourceRecoveryFactory factory) {}

    @Override
    public void removeResourceRecoveryFactory(ResourceRecoveryFactory factory) {}
  }
}
