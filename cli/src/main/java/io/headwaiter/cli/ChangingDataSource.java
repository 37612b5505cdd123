package io.headwaiter.cli;

import io.headwaiter.jdbc.RequestScope;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Objects;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A DataSource with a target that can change while it is used. A request keeps the target of its
 * first connection while one thread serves it. Otherwise, if it kept a connection of the old
 * target, it would take a second one of the new target; with few connections some such requests
 * would wait for each other. Thread-safe.
 */
final class ChangingDataSource implements DataSource {
  private record Begun(ChangingDataSource of, RequestScope request, DataSource with) {}

  // Only the last request of each worker thread, so that nothing accumulates.
  private static final ThreadLocal<Begun> BEGUN = new ThreadLocal<>();
  private volatile DataSource current;

  ChangingDataSource(DataSource first) {
    current = Objects.requireNonNull(first, "first");
  }

  /** Sets the target for new requests, from now on. */
  void become(DataSource next) {
    current = Objects.requireNonNull(next, "next");
  }

  private DataSource ofThisRequest() {
    RequestScope request = RequestScope.current();
    if (request == null) {
      return current;
    }
    Begun known = BEGUN.get();
    if (known == null || known.of() != this || known.request() != request) {
      known = new Begun(this, request, current);
      BEGUN.set(known);
    }
    return known.with();
  }

  @Override
  public Connection getConnection() throws SQLException {
    return ofThisRequest().getConnection();
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return ofThisRequest().getConnection(user, password);
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return current.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    current.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    current.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return current.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return current.getParentLogger();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return current.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return current.isWrapperFor(type);
  }
}
