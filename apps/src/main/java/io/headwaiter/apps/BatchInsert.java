package io.headwaiter.apps;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Inserts many rows into one table in batches. Not thread-safe. */
public final class BatchInsert implements AutoCloseable {
  private static final int ROWS_PER_BATCH = 500;

  private final PreparedStatement statement;
  private int waiting;

  /** Prepares the statement; every row gives its values in the order of {@code columns}. */
  public BatchInsert(Connection c, String table, String... columns) throws SQLException {
    this.statement = c.prepareStatement(Sql.insertInto(table, columns));
  }

  /** Adds one row. It is written when its batch is full, or by {@link #flush}. */
  public void add(Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    statement.addBatch();
    if (++waiting == ROWS_PER_BATCH) {
      flush();
    }
  }

  /** Writes the rows that were added and not yet written. */
  public void flush() throws SQLException {
    if (waiting > 0) {
      statement.executeBatch();
      waiting = 0;
    }
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
