package io.headwaiter.jdbc.pool;

import io.headwaiter.core.api.UserApi;

/**
 * How a transaction ends that the application left open when it closed its connection. JDBC leaves
 * this to the implementation, so it depends on the pool.
 */
@UserApi
public enum UnfinishedWork {
  /** The transaction is rolled back. */
  ROLLED_BACK,
  /** The transaction is committed. */
  COMMITTED
}
