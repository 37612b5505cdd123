package io.headwaiter.jdbc;

/**
 * What becomes of a transaction that the application left open when it closed its connection. JDBC
 * leaves it to the implementation, so it is asked of the pool.
 */
public enum UnfinishedWork {
  /** It is rolled back. */
  ROLLED_BACK,
  /** It is committed. */
  COMMITTED
}
