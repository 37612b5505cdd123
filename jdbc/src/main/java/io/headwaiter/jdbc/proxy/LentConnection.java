package io.headwaiter.jdbc.proxy;

import io.headwaiter.jdbc.pool.UnfinishedWork;
import java.sql.Connection;
import java.sql.SQLException;

/** A connection of the pool, as the handle sees it that the application has. */
public interface LentConnection {
  /** Returns the connection of the pool. */
  Connection connection();

  /** Returns what is done with work that the application has left unfinished. */
  UnfinishedWork unfinishedWork();

  /** Notes that the connection must not be lent again. */
  void markBroken();

  /** Returns whether it must not be lent again. */
  boolean isBroken();

  /** Returns whether each statement is a transaction of its own now. */
  boolean autoCommit();

  /** Notes whether each statement is a transaction of its own from now on. */
  void autoCommit(boolean on);

  /** Returns the network timeout that the pool had set; the request's deadline does not show. */
  int networkTimeoutMillis() throws SQLException;

  /** Takes the connection from the handle. Returns false if the handle has lost it. */
  boolean startReturning(ConnectionHandle handle);

  /** Completes {@link #startReturning}: the connection is kept for the request, or given back. */
  void finishReturning() throws SQLException;

  /** Closes a handle that was never used, so that there is nothing to clean. */
  void returnUntouched(ConnectionHandle handle) throws SQLException;
}
