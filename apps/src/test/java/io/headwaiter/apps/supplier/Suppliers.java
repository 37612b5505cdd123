package io.headwaiter.apps.supplier;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.DataSources;
import io.headwaiter.apps.Sql;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Small filled suppliers for tests, each in a database of its own. */
final class Suppliers {
  static final SupplierScale SMALL = new SupplierScale(200, 30);

  private static final AtomicInteger NEXT = new AtomicInteger();

  private Suppliers() {}

  /**
   * Returns a new empty database: embedded, or, if the system property {@code shop.test.url} names
   * a JDBC URL in which %s stands for a schema or database name, one on that server.
   */
  static HikariDataSource empty() {
    String name = "supplier_test_" + NEXT.incrementAndGet();
    String server = System.getProperty("shop.test.url");
    if (server == null) {
      return DataSources.embedded(name, 8);
    }
    try (Connection c = DriverManager.getConnection(String.format(server, ""))) {
      SupplierSchema.execute(c, "CREATE SCHEMA " + name);
    } catch (SQLException e) {
      throw new IllegalStateException("Cannot create " + name + " through " + server, e);
    }
    String url = String.format(server, name);
    return DataSources.pool(url, null, null, 8, DataSources.CONNECTION_PATIENCE);
  }

  static HikariDataSource small() {
    HikariDataSource source = empty();
    Supplier.createAndFill(source, SMALL, 42);
    return source;
  }

  /** Returns the first value of the first row, as text. */
  static String text(DataSource source, String query, Object... values) throws SQLException {
    return Sql.read(
        source, c -> Sql.first(c, query, row -> row.getString(1), values).orElseThrow());
  }

  static long number(DataSource source, String query, Object... values) throws SQLException {
    return Long.parseLong(text(source, query, values));
  }
}
