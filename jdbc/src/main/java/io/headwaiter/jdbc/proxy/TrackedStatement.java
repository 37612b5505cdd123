package io.headwaiter.jdbc.proxy;

import io.headwaiter.forwarding.Forwards;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a {@link ConnectionHandle}. Its connection is the handle, and it is closed with
 * it.
 *
 * @param <S> the type it forwards to
 */
@Forwards(
    value = Statement.class,
    running = "execute.*",
    guarded = "getMoreResults",
    tracked = ResultSet.class,
    except = "close|isClosed|getConnection")
class TrackedStatement<S extends Statement> implements ForwardedStatement {
  /** Neighbours in the list of the handle's open statements; under the handle's lock. */
  @Nullable TrackedStatement<?> next;

  @Nullable TrackedStatement<?> previous;

  private final ConnectionHandle handle;
  private final S statement;
  private Statement face = this;
  private volatile boolean closed;

  TrackedStatement(ConnectionHandle handle, S statement) {
    this.handle = handle;
    this.statement = statement;
  }

  final ConnectionHandle handle() {
    return handle;
  }

  /** Sets the object that the application knows as this statement. */
  final void face(Statement shown) {
    face = shown;
  }

  @Override
  public final S live() throws SQLException {
    if (closed) {
      handle.check();
      throw new SQLException("This statement was closed; prepare a new one", "HY010");
    }
    handle.check();
    return statement;
  }

  @Override
  public final S running() throws SQLException {
    handle.running();
    return live();
  }

  @Override
  public final SQLException failed(SQLException error) {
    return handle.failed(error);
  }

  @Override
  public final @Nullable ResultSet tracked(ResultSet result) {
    return result == null ? null : new TrackedResultSet(handle, face, result);
  }

  @Override
  public final void close() throws SQLException {
    if (closed) {
      return;
    }
    closed = true;
    handle.unlink(this);
    try {
      statement.close();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Closes it with its connection. Returns false if that failed. */
  final boolean closeQuietly() {
    closed = true;
    try {
      statement.close();
      return true;
    } catch (SQLException | RuntimeException e) {
      return false;
    }
  }

  @Override
  public final boolean isClosed() throws SQLException {
    return closed || statement.isClosed();
  }

  @Override
  public final Connection getConnection() throws SQLException {
    S open = live();
    if (open.isClosed()) {
      throw new SQLException("This statement was closed; prepare a new one", "HY010");
    }
    return handle;
  }

  @Override
  public final <T> T unwrap(Class<T> type) throws SQLException {
    return type.isInstance(this) ? type.cast(this) : live().unwrap(type);
  }

  @Override
  public final boolean isWrapperFor(Class<?> type) throws SQLException {
    return type.isInstance(this) || live().isWrapperFor(type);
  }

  @Override
  public final String toString() {
    return "headwaiter " + statement;
  }
}
