package io.headwaiter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * What {@link RequestWideDataSource} needs of a connection pool. An adapter is used by many threads
 * at once; a connection it lent is given back or evicted exactly once, by one thread.
 */
public interface PoolAdapter {
  /** How messages name the pool. */
  String name();

  /** The pool as its user made it, for {@code unwrap} and for logging in as another user. */
  DataSource source();

  /**
   * Takes a connection, waiting for one if need be.
   *
   * @param timeoutNanos longest wait in nanoseconds, above 0
   * @return a connection in the state of a fresh one
   * @throws SQLException if there is none in that time, or the database refuses
   */
  Connection borrow(long timeoutNanos) throws SQLException;

  /**
   * Gives a connection back for others to use. It has no open statement, no transaction, and the
   * state it was borrowed with.
   *
   * @throws SQLException if the pool could not take it back; the pool has dropped it then
   */
  void giveBack(Connection connection) throws SQLException;

  /** Gives a connection back that nobody may use again. Does not throw. */
  void evict(Connection connection);

  /** What this pool does to a transaction that is open when its connection is closed. */
  UnfinishedWork unfinishedWork();

  /** The pool at this instant. Cheap enough to be asked every second, not on each request. */
  PoolCounts counts();

  /** The most connections the pool may have; cheap. */
  int size();

  /**
   * Sets the most connections the pool may have, at once for those who come. Of connections too
   * many the idle ones go now, which can take the database's time, the others when they are given
   * back.
   *
   * @param connections at least 1
   * @throws IllegalArgumentException if below 1
   */
  void resize(int connections);
}
