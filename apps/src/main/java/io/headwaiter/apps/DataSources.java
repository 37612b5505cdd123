package io.headwaiter.apps;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;

/** Makes HikariCP pools for the shops. The caller closes what it gets. */
public final class DataSources {
  /**
   * How long a request waits for a connection before it is answered with 503: as long as a
   * benchmark's visitor is patient. A longer wait would serve someone who has left.
   */
  public static final Duration CONNECTION_PATIENCE = Duration.ofSeconds(10);

  private static final String BYPASS_MILLIS = "com.zaxxer.hikari.aliveBypassWindowMs";

  private DataSources() {}

  /**
   * Pools that this process makes from now on try out a connection each time before they lend it.
   * HikariCP by itself leaves that out for those used within the last half a second.
   */
  public static void testOnBorrow() {
    System.setProperty(BYPASS_MILLIS, "-1"); // who was used within the same millisecond, too
  }

  /**
   * A pool on a database that lives in this process's memory until the process ends.
   *
   * @param name two pools with one name share one database; letters, digits and underscore
   * @param maxConnections upper bound of the pool, at least 1
   */
  public static HikariDataSource embedded(String name, int maxConnections) {
    return pool(embeddedUrl(name), "sa", "", maxConnections, CONNECTION_PATIENCE);
  }

  /** The JDBC URL behind {@link #embedded}. */
  public static String embeddedUrl(String name) {
    if (!name.matches("[A-Za-z0-9_]+")) {
      throw new IllegalArgumentException(
          "The database name is \"" + name + "\"; give letters, digits and underscores.");
    }
    // A shop has more statements than H2's default of 8 cached plans a session: without this every
    // page pays for parsing. A writer waits for another as long as for a connection: one of the two
    // may stand still on a machine that does.
    return "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000;QUERY_CACHE_SIZE=64";
  }

  /**
   * A pool of at most maxConnections connections. It starts also while the database is down; pages
   * then answer 503 until it is back.
   *
   * @param jdbcUrl H2, PostgreSQL or MariaDB; the driver must be on the class path
   * @param user may be null where the URL says it
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
    // What H2 and PostgreSQL do by themselves. MariaDB would repeat its reads, and from 11.6 on a
    // buyer who waited for a book that somebody else was buying would get an error for it.
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    return new HikariDataSource(config);
  }
}
