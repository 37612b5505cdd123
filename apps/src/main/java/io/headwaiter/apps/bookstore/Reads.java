package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.Sql;
import java.sql.SQLException;

/** The way in which one page reads. Belongs to one request. */
interface Reads {
  /** The reading part of a page. */
  @FunctionalInterface
  interface Body<T> {
    /** Reads the data of the page. */
    T with(Reads reads) throws SQLException;
  }

  /** Does one query, or one change that is independent of others. */
  <T> T once(Sql.Work<T> work) throws SQLException;

  /** Reads or changes one row. The table is a constant of the program and has a key named id. */
  <T> T row(String table, int id, Sql.Work<T> work) throws SQLException;

  /** Returns whether a list is read as keys first and then row by row. */
  boolean rowByRow();

  /** Marks a point at which the page needs no connection, see {@link PageGap}. */
  void gap() throws SQLException;
}
