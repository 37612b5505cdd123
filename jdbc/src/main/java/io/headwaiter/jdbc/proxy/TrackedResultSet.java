package io.headwaiter.jdbc.proxy;

import io.headwaiter.forwarding.Forwards;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** A result of a {@link ConnectionHandle}. It leads back only to the handle's statements. */
@Forwards(
    value = ResultSet.class,
    running = "(insert|update|delete)Row",
    guarded =
        "next|previous|first|last|absolute|relative|beforeFirst|afterLast|refreshRow|moveTo.*Row",
    except = "close|isClosed|getStatement")
final class TrackedResultSet implements ForwardedResultSet {
  private final ConnectionHandle handle;
  private final @Nullable Statement statement;
  private final ResultSet result;

  /**
   * @param statement the statement as the application knows it; null if the driver made the result
   *     by itself
   */
  TrackedResultSet(ConnectionHandle handle, @Nullable Statement statement, ResultSet result) {
    this.handle = handle;
    this.statement = statement;
    this.result = result;
  }

  @Override
  public ResultSet live() throws SQLException {
    handle.check();
    return result;
  }

  @Override
  public ResultSet running() throws SQLException {
    handle.running();
    return result;
  }

  @Override
  public SQLException failed(SQLException error) {
    return handle.failed(error);
  }

  @Override
  public void close() throws SQLException {
    if (statement == null) {
      handle.unlink(this);
    }
    try {
      result.close();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Closes it with its connection. Returns false if that failed. */
  boolean closeQuietly() {
    try {
      result.close();
      return true;
    } catch (SQLException | RuntimeException e) {
      return false;
    }
  }

  @Override
  public boolean isClosed() throws SQLException {
    return result.isClosed();
  }

  @Override
  public @Nullable Statement getStatement() throws SQLException {
    Statement owner = live().getStatement();
    if (statement != null || owner == null) {
      return statement;
    }
    return new TrackedStatement<>(handle, owner);
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return type.isInstance(this) ? type.cast(this) : live().unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return type.isInstance(this) || live().isWrapperFor(type);
  }

  @Override
  public String toString() {
    return "headwaiter " + result;
  }
}
