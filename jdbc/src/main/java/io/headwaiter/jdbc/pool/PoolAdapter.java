package io.headwaiter.jdbc.pool;

import io.headwaiter.core.api.UserApi;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * The operations that the request-wide data source needs of a connection pool. Many threads use an
 * adapter at once. Each connection it lent is given back or evicted exactly once, by one thread.
 */
@UserApi
public interface PoolAdapter {
  /** Returns the name of the pool for messages. */
  public String name();

  /** Returns the pool as its user made it, for {@code unwrap} and for logins as another user. */
  public DataSource source();

  /**
   * Takes a connection, and waits for one if necessary.
   *
   * @param timeoutNanos longest wait in nanoseconds, above 0
   * @return a connection in the state of a new one
   * @throws SQLException if there is none in that time, or the database refuses
   */
  public Connection borrow(long timeoutNanos) throws SQLException;

  /**
   * Gives a connection back for others to use. It has no open statement, no transaction, and the
   * state in which it was borrowed.
   *
   * @throws SQLException if the pool could not take it back; the pool has dropped it then
   */
  public void giveBack(Connection connection) throws SQLException;

  /** Discards a connection that must not be used again. Does not throw. */
  public void evict(Connection connection);

  /** Returns what this pool does to a transaction that is open when its connection is closed. */
  public UnfinishedWork unfinishedWork();

  /** Returns the state of the pool. Cheap enough for a call every second, not on each request. */
  public PoolCounts counts();

  /** Returns the most connections the pool may have; cheap. */
  public int size();

  /**
   * Sets the most connections the pool may have, at once for new callers. Surplus idle connections
   * are closed now, which can wait for the database; others are closed when they are given back.
   *
   * @param connections at least 1
   * @throws IllegalArgumentException if below 1
   */
  public void resize(int connections);
}
