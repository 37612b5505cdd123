package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.Sql;
import java.sql.SQLException;

/** How one page reads. Belongs to one request. */
interface Reads {
  /** The reading part of a page. */
  @FunctionalInterface
  interface Body<T> {
    /** Reads what the page shows. */
    T with(Reads reads) throws SQLException;
  }

  /** One query, or one change that stands for itself. */
  <T> T once(Sql.Work<T> work) throws SQLException;

  /** What is read of one row. The table is a constant of the program and has a key named id. */
  <T> T row(String table, int id, Sql.Work<T> work) throws SQLException;

  /** Whether a list is read as keys first and then row by row. */
  boolean rowByRow();

  /** A point at which the page needs no connection, see {@link PageGap}. */
  void gap() throws SQLException;
}
