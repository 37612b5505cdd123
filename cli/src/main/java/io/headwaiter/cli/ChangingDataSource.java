package io.headwaiter.cli;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Objects;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A DataSource that can become another one while it is used. Thread-safe. */
final class ChangingDataSource implements DataSource {
  private volatile DataSource current;

  ChangingDataSource(DataSource first) {
    current = Objects.requireNonNull(first, "first");
  }

  /** From now on connections come from this one. */
  void become(DataSource next) {
    current = Objects.requireNonNull(next, "next");
  }

  /** Where they come from now. */
  DataSource current() {
    return current;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return current.getConnection();
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return current.getConnection(user, password);
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
