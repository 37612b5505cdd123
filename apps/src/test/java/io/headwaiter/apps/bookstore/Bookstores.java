package io.headwaiter.apps.bookstore;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.DataSources;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** Small filled bookstores for tests, each in a database of its own. */
final class Bookstores {
  static final BookstoreScale SMALL = new BookstoreScale(100, 1);

  private static final AtomicInteger NEXT = new AtomicInteger();

  private Bookstores() {}

  /**
   * Returns a new empty database: embedded, or, if the system property {@code shop.test.url} names
   * a JDBC URL in which %s stands for a schema or database name, one on that server.
   */
  static HikariDataSource empty() {
    String name = "bookstore_test_" + NEXT.incrementAndGet();
    String server = System.getProperty("shop.test.url");
    if (server == null) {
      return DataSources.embedded(name, 8);
    }
    try (Connection c = DriverManager.getConnection(String.format(server, ""))) {
      BookstoreSchema.execute(c, "CREATE SCHEMA " + name);
    } catch (SQLException e) {
      throw new IllegalStateException("Cannot create " + name + " through " + server, e);
    }
    String url = String.format(server, name);
    return DataSources.pool(url, null, null, 8, DataSources.CONNECTION_PATIENCE);
  }

  static HikariDataSource small() {
    HikariDataSource source = empty();
    Bookstore.createAndFill(source, SMALL, 42);
    return source;
  }
}
