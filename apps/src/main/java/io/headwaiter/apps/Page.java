package io.headwaiter.apps;

import java.sql.SQLException;

/** One interaction of a shop: parameters in, a page out. Implementations are thread-safe. */
@FunctionalInterface
public interface Page {
  /**
   * Makes the page.
   *
   * @throws PageError when the request is answered with a 4xx page
   * @throws SQLException when the database fails; the visitor then gets 503
   */
  HtmlPage answer(Parameters in) throws SQLException;
}
