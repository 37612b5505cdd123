package io.headwaiter.jdbc;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;

/**
 * A container that serves an application under {@code /app}: a filter for all kinds of dispatch,
 * and pages behind it, all of which may be asynchronous. Configure it first, then start it.
 */
interface ServletHost {
  /** Sets the filter before all pages. */
  void filter(Filter filter);

  /** Sets an attribute that all requests arrive with, as a Headwaiter connector adds it. */
  void attribute(String name, Object value);

  /** Adds a page under the patterns of its address. */
  void page(HttpServlet page, String... patterns);

  /** Sets the page to serve instead of answers with this status. */
  void errorPage(int status, String path);

  /** Starts on a free port and returns it. */
  int start() throws Exception;

  /** Stops the container. */
  void stop() throws Exception;
}
