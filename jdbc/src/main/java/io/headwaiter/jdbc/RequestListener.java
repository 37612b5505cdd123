package io.headwaiter.jdbc;

/**
 * Is told what a request had of the pools when it ended, on the thread that ended it. Called by
 * many threads at once; must not block or throw.
 */
@FunctionalInterface
public interface RequestListener {
  /** Listens to nothing. */
  RequestListener NONE = use -> {};

  /** A request that asked for a connection has ended; all its connections are given back. */
  void ended(RequestUse use);
}
