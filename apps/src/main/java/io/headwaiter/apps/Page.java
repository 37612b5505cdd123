package io.headwaiter.apps;

import java.sql.SQLException;

/** One interaction of a shop: makes a page from parameters. Implementations are thread-safe. */
@FunctionalInterface
public interface Page {
  /**
   * Makes the page.
   *
   * @throws PageError if the answer is a 4xx page
   * @throws SQLException if the database fails; the client then gets 503
   */
  HtmlPage answer(Parameters in) throws SQLException;
}
