package io.headwaiter.load.workload;

/**
 * A kind of page that customers of a site request. Implemented by one enum for each of our shops,
 * and by {@link RecordedPage} for other sites.
 */
public interface Interaction {

  /** Returns the name in tables, logs and results. */
  String label();

  /** Returns the path on the site, without parameters. */
  String path();

  /** Returns the place among the interactions of its site, from 0. */
  int number();

  /** Returns the method of the HTTP request. */
  default String method() {
    return "GET";
  }
}
