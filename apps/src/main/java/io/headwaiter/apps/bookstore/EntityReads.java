package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.Sql;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Reads as entity beans do: every step takes a connection and returns it. A method of a row is two
 * steps: it finds the row by its key and loads it.
 */
record EntityReads(DataSource source, PageGap pageGap) implements Reads {
  @Override
  public <T> T once(Sql.Work<T> work) throws SQLException {
    return Sql.read(source, work);
  }

  @Override
  public <T> T row(String table, int id, Sql.Work<T> work) throws SQLException {
    Sql.read(
        source,
        c -> Sql.first(c, "SELECT id FROM " + table + " WHERE id = ?", row -> row.getInt(1), id));
    return Sql.read(source, work);
  }

  @Override
  public boolean rowByRow() {
    return true;
  }

  @Override
  public void gap() throws SQLException {
    if (!pageGap.none()) {
      pageGap.pass();
    }
  }
}
