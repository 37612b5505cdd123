package io.headwaiter.apps.supplier;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.EmptyDatabase;
import io.headwaiter.apps.Sql;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Small filled suppliers for tests, each in a database of its own. */
final class Suppliers {
  static final SupplierScale SMALL = new SupplierScale(200, 30);

  private Suppliers() {}

  static HikariDataSource empty() {
    return EmptyDatabase.of("supplier");
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
