package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.headwaiter.jdbc.TestPools.Database;
import io.headwaiter.jdbc.TestPools.Opened;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A connection that a request has kept idle for long enough goes to a waiting caller. */
@Timeout(60)
class ReclaimTest {
  private final FakeDatabase database = new FakeDatabase("reclaim");

  private static void use(RequestWideDataSource source) throws SQLException {
    try (Connection connection = source.getConnection()) {
      assertThat(connection.getAutoCommit()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(TestPools.class)
  void requestWaitingForItsThreadsDoesNotDeadlock(TestPools kind) throws Exception {
    try (Opened pool = kind.open(new Database(database.url(), "user", "secret"), 1)) {
      RequestWideDataSource source =
          new RequestWideDataSource(
              pool.adapter(),
              HoldingOptions.defaults()
                  .policy(HoldingPolicy.REQUEST)
                  .timeout(Duration.ofSeconds(30))
                  .reclaim(Duration.ofMillis(20)));
      RequestScope scope = new RequestScope("/p", RequestScope.NO_DEADLINE, RequestListener.NONE);
      RequestScope previous = scope.enter();
      try {
        use(source);
        assertThat(pool.adapter().counts().active()).as("kept").isEqualTo(1);
        CompletableFuture<Void> child =
            CompletableFuture.runAsync(
                () -> {
                  try {
                    use(source);
                  } catch (SQLException e) {
                    throw new IllegalStateException(e);
                  }
                });
        child.get(50, TimeUnit.SECONDS);
        use(source);
      } finally {
        scope.leave(previous);
        scope.end(true);
      }
      // The connection is counted after it has been given back.
      await().until(() -> source.counts().reclaimed() == 1);
      assertThat(scope.use().takes()).isEqualTo(2);
      assertThat(database.sharedUses()).isZero();
    }
  }
}
