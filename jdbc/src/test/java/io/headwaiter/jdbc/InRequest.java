package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** The work of a test within a request. */
@FunctionalInterface
interface InRequest {
  void run() throws SQLException;

  /** Runs the work in a request of its own, which then ends with success. */
  static void run(String type, long deadlineNanos, RequestListener listener, InRequest work)
      throws SQLException {
    RequestScope scope = new RequestScope(type, deadlineNanos, listener);
    RequestScope previous = scope.enter();
    try {
      work.run();
    } finally {
      scope.leave(previous);
      scope.end(true);
    }
  }

  /** Uses a connection to a {@link FakeDatabase} once. */
  static void query(DataSource source) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      assertThat(statement.execute("x")).isFalse();
    }
  }
}
