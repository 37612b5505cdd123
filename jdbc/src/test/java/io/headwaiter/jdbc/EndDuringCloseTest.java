package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.jdbc.holding.ConnectionValue;
import io.headwaiter.jdbc.holding.HoldingDecider;
import io.headwaiter.jdbc.proxy.ConnectionHandle;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A request that ends or is parked while one of its connections is being closed keeps no
 * connection.
 */
class EndDuringCloseTest {
  private final FakeDatabase database = new FakeDatabase("meanwhile");
  private final FakePool pool = new FakePool(database, 2);
  private final RequestWideDataSource source =
      new RequestWideDataSource(
          pool,
          HoldingOptions.defaults()
              .policy(HoldingPolicy.REQUEST)
              .trust(Duration.ofHours(1))
              .reclaim(Duration.ofHours(1)));
  private final RequestScope scope =
      new RequestScope("/meanwhile", RequestScope.NO_DEADLINE, RequestListener.NONE);
  private RequestConnections connections;

  @AfterEach
  void nothingIsWrong() {
    assertThat(pool.wrongs()).isZero();
    assertThat(database.sharedUses()).isZero();
  }

  /** Runs work while a closed connection is cleaned up, which takes one round trip or more. */
  private void closedWhile(Runnable meanwhile) throws SQLException {
    RequestScope previous = scope.enter();
    try {
      Connection connection = source.getConnection();
      connection.setAutoCommit(false);
      connection.createStatement().execute("x");
      int[] times = {0};
      database.whenRollingBack(
          () -> {
            if (times[0]++ == 0) {
              meanwhile.run();
            }
          });
      connection.close();
      assertThat(times[0]).as("rolled back").isEqualTo(1);
    } finally {
      scope.leave(previous);
    }
  }

  @Test
  void keepsNothingIfRequestEndsDuringCleanup() throws SQLException {
    closedWhile(() -> scope.end(true));
    assertThat(pool.lent()).isZero();
    assertThat(scope.use().connectionRequests()).isEqualTo(1);
  }

  @Test
  void keepsNothingIfRequestIsParkedDuringCleanup() throws SQLException {
    closedWhile(scope::park);
    assertThat(pool.lent()).isZero();
    scope.end(true);
  }

  @Test
  void requestKeepsConnectionUntilItEnds() throws SQLException {
    closedWhile(() -> {});
    assertThat(pool.lent()).isEqualTo(1);
    scope.end(true);
    assertThat(pool.lent()).isZero();
  }

  /** Runs work in the last check before a connection is kept. */
  private static final class Meanwhile extends HoldingDecider {
    private final Runnable work;

    Meanwhile(Runnable work) {
      super(new ConnectionValue(System::nanoTime, () -> 2));
      this.work = work;
    }

    @Override
    public boolean keeps(int use) {
      work.run();
      return true;
    }
  }

  /** Closes a connection of a lease that its scope does not know. */
  private void closedWhenItWasKept(Runnable meanwhile) throws SQLException {
    connections = new RequestConnections(source, scope, /* next= */ null, new Meanwhile(meanwhile));
    BorrowedConnection borrowed =
        new BorrowedConnection(source, connections, pool.borrow(1), source.nanoTime());
    ConnectionHandle handle = borrowed.openFirst(source.nanoTime(), source.nanoTime());
    connections.add(borrowed, 0, source.nanoTime());
    handle.close();
  }

  @Test
  void keepsNothingIfRequestIsParkedAfterDecision() throws SQLException {
    closedWhenItWasKept(
        () -> {
          scope.park();
          connections.park(); // finds no idle connection yet
        });
    assertThat(pool.lent()).isZero();
  }

  @Test
  void keepsNothingIfRequestEndsAfterDecision() throws SQLException {
    closedWhenItWasKept(() -> scope.end(true)); // as if it had handled its leases before
    assertThat(pool.lent()).isZero();
  }

  @Test
  void returnsKeptConnectionWhenLeaseEnds() throws SQLException {
    closedWhenItWasKept(() -> {});
    assertThat(pool.lent()).isEqualTo(1);
    assertThat(connections.end(true)).as("leaks").isEmpty();
    assertThat(pool.lent()).isZero();
  }
}
