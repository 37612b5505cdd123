package io.headwaiter.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.headwaiter.jdbc.pool.AgroalAdapter;
import io.headwaiter.jdbc.pool.HikariAdapter;
import io.headwaiter.jdbc.pool.PoolAdapter;
import io.headwaiter.jdbc.pool.TomcatJdbcAdapter;
import java.sql.SQLException;
import java.time.Duration;
import org.apache.tomcat.jdbc.pool.PoolProperties;

/** The pools of the contract, on a database given by its URL. */
public enum TestPools {
  HIKARI {
    @Override
    public Opened open(Database database, int size, boolean autoCommit) {
      HikariConfig config = new HikariConfig();
      config.setAutoCommit(autoCommit);
      config.setJdbcUrl(database.url());
      config.setUsername(database.user());
      config.setPassword(database.password());
      config.setMaximumPoolSize(size);
      config.setMinimumIdle(0);
      config.setConnectionTimeout(TIMEOUT.toMillis());
      config.setValidationTimeout(1_000);
      config.setInitializationFailTimeout(-1);
      HikariDataSource pool = new HikariDataSource(config);
      return new Opened(new HikariAdapter(pool), pool::close);
    }
  },
  TOMCAT {
    @Override
    public Opened open(Database database, int size, boolean autoCommit) {
      PoolProperties properties = new PoolProperties();
      properties.setDefaultAutoCommit(autoCommit ? null : false);
      properties.setUrl(database.url());
      properties.setUsername(database.user());
      properties.setPassword(database.password());
      properties.setMaxActive(size);
      properties.setMaxIdle(size);
      properties.setMinIdle(0);
      properties.setInitialSize(0);
      properties.setMaxWait((int) TIMEOUT.toMillis());
      properties.setJmxEnabled(false);
      org.apache.tomcat.jdbc.pool.DataSource pool =
          new org.apache.tomcat.jdbc.pool.DataSource(properties);
      return new Opened(new TomcatJdbcAdapter(pool), () -> pool.close(true));
    }
  },
  AGROAL {
    @Override
    public Opened open(Database database, int size, boolean autoCommit) throws SQLException {
      AgroalDataSource pool =
          AgroalDataSource.from(
              new AgroalDataSourceConfigurationSupplier()
                  .connectionPoolConfiguration(
                      c ->
                          c.maxSize(size)
                              .minSize(0)
                              .initialSize(0)
                              .acquisitionTimeout(TIMEOUT)
                              .connectionFactoryConfiguration(
                                  f ->
                                      f.jdbcUrl(database.url())
                                          .autoCommit(autoCommit)
                                          .jdbcTransactionIsolation(TransactionIsolation.UNDEFINED)
                                          .principal(new NamePrincipal(database.user()))
                                          .credential(new SimplePassword(database.password())))));
      return new Opened(new AgroalAdapter(pool), pool::close);
    }
  };

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** Opens a pool without a minimum of idle connections, in auto-commit mode. */
  public Opened open(Database database, int size) throws SQLException {
    return open(database, size, /* autoCommit= */ true);
  }

  /** Opens a pool without a minimum of idle connections. */
  public abstract Opened open(Database database, int size, boolean autoCommit) throws SQLException;

  /** The address of a database. */
  public record Database(String url, String user, String password) {}

  /** An open pool; the caller closes it. */
  public record Opened(PoolAdapter adapter, Runnable closing) implements AutoCloseable {
    @Override
    public void close() {
      closing.run();
    }
  }
}
