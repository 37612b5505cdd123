package io.headwaiter.apps;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** Empty databases for tests. */
public final class EmptyDatabase {
  private static final AtomicInteger NEXT = new AtomicInteger();
  private static final int CONNECTIONS = 8;

  private EmptyDatabase() {}

  /**
   * Returns a new one: embedded, or, if the system property {@code shop.test.url} names a JDBC URL
   * in which %s stands for a schema or database name, one on that server.
   *
   * @param shop begin of its name
   */
  public static HikariDataSource of(String shop) {
    String name = shop + "_test_" + NEXT.incrementAndGet();
    String server = System.getProperty("shop.test.url");
    if (server == null) {
      return DataSources.embedded(name, CONNECTIONS);
    }
    create(String.format(server, ""), name);
    return DataSources.pool(
        String.format(server, name), null, null, CONNECTIONS, DataSources.CONNECTION_PATIENCE);
  }

  /** CREATE SCHEMA makes a schema in PostgreSQL and a database in MariaDB. */
  private static void create(String url, String name) {
    try (Connection c = DriverManager.getConnection(url)) {
      Sql.execute(c, "CREATE SCHEMA " + name);
    } catch (SQLException e) {
      throw new IllegalStateException("Cannot create " + name + " through " + url, e);
    }
  }
}
