package io.headwaiter.jdbc;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;

/**
 * A container that serves an application under {@code /app}: a filter before everything, for all
 * kinds of dispatch, and pages behind it, all of which may be asynchronous. Made first, then
 * started.
 */
interface ServletHost {
  /** The filter before all pages. */
  void filter(Filter filter);

  /** Requests arrive with this attribute, as one of our connectors would leave it with them. */
  void attribute(String name, Object value);

  /** A page and the patterns of its address. */
  void page(HttpServlet page, String... patterns);

  /** What is served instead where the answer has this status. */
  void errorPage(int status, String path);

  /** Starts on a free port, and returns that. */
  int start() throws Exception;

  /** Ends it. */
  void stop() throws Exception;
}
