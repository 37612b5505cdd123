package io.headwaiter.apps;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** Runs a statement in one call. All values are bound; none is part of the SQL text. */
public final class Sql {
  private Sql() {}

  /** Makes a value from the current row. */
  @FunctionalInterface
  public interface Row<T> {
    /** Reads the current row of the result set; does not move the cursor. */
    T read(ResultSet row) throws SQLException;
  }

  /** Work on one connection. */
  @FunctionalInterface
  public interface Work<T> {
    /** Does the work; the caller owns the connection. */
    T on(Connection connection) throws SQLException;
  }

  /** Returns every row of the query. The caller bounds the number of rows in the query itself. */
  public static <T> List<T> list(Connection c, String query, Row<T> row, Object... values)
      throws SQLException {
    try (PreparedStatement statement = c.prepareStatement(query)) {
      bind(statement, values);
      try (ResultSet rows = statement.executeQuery()) {
        List<T> result = new ArrayList<>();
        while (rows.next()) {
          result.add(row.read(rows));
        }
        return result;
      }
    }
  }

  /** Returns the first row of the query, if there is one. */
  public static <T> Optional<T> first(Connection c, String query, Row<T> row, Object... values)
      throws SQLException {
    try (PreparedStatement statement = c.prepareStatement(query)) {
      bind(statement, values);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? Optional.of(row.read(rows)) : Optional.empty();
      }
    }
  }

  /** Changes rows and returns their number. */
  public static int update(Connection c, String command, Object... values) throws SQLException {
    try (PreparedStatement statement = c.prepareStatement(command)) {
      bind(statement, values);
      return statement.executeUpdate();
    }
  }

  /** Runs commands without values, such as those that make a schema, one after the other. */
  public static void execute(Connection c, String... commands) throws SQLException {
    try (Statement statement = c.createStatement()) {
      for (String command : commands) {
        statement.execute(command);
      }
    }
  }

  /** Inserts one row into a table with a generated column id, and returns that id. */
  public static int insert(Connection c, String command, Object... values) throws SQLException {
    try (PreparedStatement statement = c.prepareStatement(command, new String[] {"id"})) {
      bind(statement, values);
      statement.executeUpdate();
      try (ResultSet keys = statement.getGeneratedKeys()) {
        if (!keys.next()) {
          throw new SQLException("The database returned no key for: " + command);
        }
        return keys.getInt(1);
      }
    }
  }

  /** Does the work on one connection of the source, without a common transaction. */
  public static <T> T read(DataSource source, Work<T> work) throws SQLException {
    try (Connection c = source.getConnection()) {
      return work.on(c);
    }
  }

  /** Does the work in one transaction: commits at the end, rolls back if anything is thrown. */
  public static <T> T inTransaction(DataSource source, Work<T> work) throws SQLException {
    try (Connection c = source.getConnection()) {
      c.setAutoCommit(false);
      boolean done = false;
      try {
        T result = work.on(c);
        c.commit();
        done = true;
        return result;
      } finally {
        end(c, done);
      }
    }
  }

  /**
   * Ends a transaction. A failing rollback must not hide the exception before it: the pool discards
   * the connection.
   */
  private static void end(Connection c, boolean done) throws SQLException {
    if (done) {
      c.setAutoCommit(true);
      return;
    }
    try {
      c.rollback();
      c.setAutoCommit(true);
    } catch (SQLException e) {
      c.abort(Runnable::run);
    }
  }

  private static void bind(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
  }

  /** Returns the command that inserts one row, all values bound. */
  public static String insertInto(String table, String... columns) {
    return "INSERT INTO "
        + table
        + " ("
        + String.join(", ", columns)
        + ") VALUES ("
        + "?, ".repeat(columns.length - 1)
        + "?)";
  }

  /** Returns the columns with the key, {@code id}, before them. */
  public static String[] withId(String... columns) {
    String[] all = new String[columns.length + 1];
    all[0] = "id";
    System.arraycopy(columns, 0, all, 1, columns.length);
    return all;
  }
}
