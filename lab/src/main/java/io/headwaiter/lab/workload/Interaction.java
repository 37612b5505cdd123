package io.headwaiter.lab.workload;

/**
 * A kind of page that customers of a site ask for. Implemented by one enum for each of our shops.
 */
public interface Interaction {

  /** Name in tables, logs and results. */
  String label();

  /** Path on the site, without parameters. */
  String path();

  /** Place among the interactions of its site, from 0. */
  int number();

  /** Of the HTTP request. */
  default String method() {
    return "GET";
  }
}
