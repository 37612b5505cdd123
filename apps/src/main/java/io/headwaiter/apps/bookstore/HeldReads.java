package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Holds one connection from the first read to the end, and returns it only for a gap. */
final class HeldReads implements Reads, AutoCloseable {
  private final DataSource source;
  private final PageGap gap;
  private Connection connection;

  HeldReads(DataSource source, PageGap gap) {
    this.source = source;
    this.gap = gap;
  }

  @Override
  public <T> T once(Sql.Work<T> work) throws SQLException {
    if (connection == null) {
      connection = source.getConnection();
    }
    return work.on(connection);
  }

  @Override
  public <T> T row(String table, int id, Sql.Work<T> work) throws SQLException {
    return once(work);
  }

  @Override
  public boolean rowByRow() {
    return false;
  }

  @Override
  public void gap() throws SQLException {
    if (!gap.none()) {
      close();
      gap.pass();
    }
  }

  @Override
  public void close() throws SQLException {
    if (connection != null) {
      Connection done = connection;
      connection = null;
      done.close();
    }
  }
}
