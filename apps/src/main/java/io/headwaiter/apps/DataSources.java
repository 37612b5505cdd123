package io.headwaiter.apps;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;

/** Makes HikariCP pools for the shops. The caller closes the pools. */
public final class DataSources {
  /**
   * The time that a request waits for a connection before it gets 503: the patience of a
   * benchmark's customer. A longer wait would serve a customer that has left.
   */
  public static final Duration CONNECTION_PATIENCE = Duration.ofSeconds(10);

  private static final String BYPASS_MILLIS = "com.zaxxer.hikari.aliveBypassWindowMs";

  private DataSources() {}

  /**
   * Makes the pools that this process creates from now on test a connection each time before they
   * lend it. By default, HikariCP skips the test for connections used within the last half second.
   */
  public static void testOnBorrow() {
    System.setProperty(BYPASS_MILLIS, "-1"); // also if used within the same millisecond
  }

  /**
   * Returns a pool on a database that lives in this process's memory until the process ends.
   *
   * @param name letters, digits and underscores; pools with the same name share one database
   * @param maxConnections upper bound of the pool, at least 1
   */
  public static HikariDataSource embedded(String name, int maxConnections) {
    return pool(embeddedUrl(name), "sa", "", maxConnections, CONNECTION_PATIENCE);
  }

  /** Returns the JDBC URL of {@link #embedded}. */
  public static String embeddedUrl(String name) {
    if (!name.matches("[A-Za-z0-9_]+")) {
      throw new IllegalArgumentException(
          "The database name is \"" + name + "\"; give letters, digits and underscores.");
    }
    // A shop has more statements than H2's default of 8 cached plans a session: without this every
    // page pays for parsing. A writer waits for a lock as long as for a connection: when the
    // machine stalls, the writer that holds the lock may stall with it.
    return "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000;QUERY_CACHE_SIZE=64";
  }

  /**
   * Returns a pool of at most maxConnections connections. It also starts while the database is
   * down; pages then answer 503 until the database is back.
   *
   * @param jdbcUrl H2, PostgreSQL or MariaDB; the driver must be on the class path
   * @param user may be null if the URL contains it
   * @param connectionPatience longest wait for a free connection, at least 250 ms
   */
  public static HikariDataSource pool(
      String jdbcUrl,
      String user,
      String password,
      int maxConnections,
      Duration connectionPatience) {
    if (!jdbcUrl.startsWith("jdbc:")) {
      throw new IllegalArgumentException(
          "The database is \"" + jdbcUrl + "\"; give a JDBC URL, it starts with jdbc:.");
    }
    if (maxConnections < 1) {
      throw new IllegalArgumentException(
          "maxConnections is " + maxConnections + "; give at least 1.");
    }
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(jdbcUrl);
    config.setUsername(user);
    config.setPassword(password);
    config.setMaximumPoolSize(maxConnections);
    config.setConnectionTimeout(connectionPatience.toMillis());
    config.setValidationTimeout(Math.min(5_000, connectionPatience.toMillis()));
    config.setInitializationFailTimeout(-1);
    // The default of H2 and PostgreSQL. MariaDB's default is repeatable reads; from 11.6 on it
    // would return an error to a buyer that waited for a book which another customer was buying.
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    return new HikariDataSource(config);
  }
}
