package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.headwaiter.jdbc.TestPools.Database;
import io.headwaiter.jdbc.TestPools.Opened;
import io.headwaiter.lab.database.DatabaseKind;
import io.headwaiter.lab.database.DatabaseServer;
import io.headwaiter.lab.database.TestDatabases;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real database servers that hang, die and return, under every pool. */
@Tag("slow")
@Timeout(300)
@Tag("once")
class DatabaseFaultsTest {
  private static final Duration SHORT = Duration.ofMillis(500);
  private static final Duration LONG = Duration.ofSeconds(30);
  // The time that a slow machine may add to a deadline.
  private static final Duration GENEROUS = Duration.ofSeconds(20);

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void requestsFailInTimeAndServiceReturns(DatabaseKind kind) throws Exception {
    DatabaseServer server = TestDatabases.running(kind);
    Database database = new Database(server.jdbcUrl(), server.user(), server.password());
    for (TestPools pools : TestPools.values()) {
      try (Opened pool = pools.open(database, 2)) {
        RequestWideDataSource source =
            new RequestWideDataSource(
                pool.adapter(), HoldingOptions.defaults().policy(HoldingPolicy.REQUEST));
        request(source, LONG);
        server.suspend();
        refusedInTime(source);
        server.resume();
        worksAgain(source);
        server.kill();
        refusedInTime(source);
        server.restart();
        worksAgain(source);
        await().atMost(GENEROUS).until(() -> pool.adapter().counts().active() == 0);
      }
    }
  }

  private static void refusedInTime(RequestWideDataSource source) {
    long start = System.nanoTime();
    assertThatThrownBy(() -> request(source, SHORT)).isInstanceOf(SQLException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(GENEROUS);
  }

  private static void worksAgain(RequestWideDataSource source) {
    await().atMost(LONG).ignoreExceptions().until(() -> request(source, LONG));
  }

  private static boolean request(RequestWideDataSource source, Duration patience)
      throws SQLException {
    RequestScope scope =
        new RequestScope("/faults", System.nanoTime() + patience.toNanos(), RequestListener.NONE);
    RequestScope previous = scope.enter();
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT 1")) {
      return result.next();
    } finally {
      scope.leave(previous);
      scope.end(true);
    }
  }
}
