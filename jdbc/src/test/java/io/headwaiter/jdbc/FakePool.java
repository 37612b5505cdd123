package io.headwaiter.jdbc;

import io.headwaiter.jdbc.pool.Adapters;
import io.headwaiter.jdbc.pool.PoolAdapter;
import io.headwaiter.jdbc.pool.PoolCounts;
import io.headwaiter.jdbc.pool.UnfinishedWork;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import javax.sql.DataSource;

/** A pool on which no caller waits, and which checks the connections that it lends. */
final class FakePool implements PoolAdapter {
  private final FakeDatabase database;
  private final int size;
  private final Deque<Connection> idle = new ArrayDeque<>();
  private final Set<Connection> lent = new HashSet<>();
  private int wrongs;
  private int borrows;

  FakePool(FakeDatabase database, int size) {
    this.database = database;
    this.size = size;
  }

  @Override
  public String name() {
    return "fake pool";
  }

  @Override
  public DataSource source() {
    throw new UnsupportedOperationException("the fake pool is no DataSource");
  }

  @Override
  public synchronized Connection borrow(long timeoutNanos) throws SQLException {
    if (lent.size() >= size) {
      throw new SQLTransientConnectionException("all are lent");
    }
    Connection connection = idle.isEmpty() ? database.connect() : idle.pop();
    wrongs += connection.isClosed() || !lent.add(connection) ? 1 : 0;
    borrows++;
    return connection;
  }

  @Override
  public synchronized void giveBack(Connection connection) throws SQLException {
    wrongs += lent.remove(connection) ? 0 : 1;
    wrongs += connection.getAutoCommit() && !connection.isReadOnly() ? 0 : 1;
    idle.push(connection);
  }

  @Override
  public synchronized void evict(Connection connection) {
    wrongs += lent.remove(connection) ? 0 : 1;
    Adapters.closeQuietly(connection);
  }

  @Override
  public UnfinishedWork unfinishedWork() {
    return UnfinishedWork.ROLLED_BACK;
  }

  @Override
  public synchronized PoolCounts counts() {
    return new PoolCounts(lent.size(), idle.size(), 0, size);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void resize(int connections) {
    throw new UnsupportedOperationException("the fake pool keeps its size");
  }

  /** Number of lent connections. */
  synchronized int lent() {
    return lent.size();
  }

  synchronized int borrows() {
    return borrows;
  }

  /** How often a connection was lent twice or closed, or came back not lent or not clean. */
  synchronized int wrongs() {
    return wrongs;
  }
}
