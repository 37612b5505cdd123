package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A request ends, or is parked, in the instant in which one of its connections is closed: it keeps
 * nothing.
 */
class EndedMeanwhileTest {
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
  private Lease lease;

  @AfterEach
  void nothingIsWrong() {
    assertThat(pool.wrongs()).isZero();
    assertThat(database.sharedUses()).isZero();
  }

  /** While the connection is put in order, which is one round trip or more. */
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
  void aRequestThatEndsWhileItsConnectionIsPutInOrderKeepsNothing() throws SQLException {
    closedWhile(() -> scope.end(true));
    assertThat(pool.lent()).isZero();
    assertThat(scope.use().connectionRequests()).isEqualTo(1);
  }

  @Test
  void aRequestThatIsParkedWhileItsConnectionIsPutInOrderKeepsNothing() throws SQLException {
    closedWhile(scope::park);
    assertThat(pool.lent()).isZero();
    scope.end(true);
  }

  @Test
  void aRequestThatGoesOnKeepsItsConnection() throws SQLException {
    closedWhile(() -> {});
    assertThat(pool.lent()).isEqualTo(1);
    scope.end(true);
    assertThat(pool.lent()).isZero();
  }

  /** It is asked last whether to keep the connection: what happens then comes in between. */
  private static final class Meanwhile extends Holdings {
    private final Runnable work;

    Meanwhile(Runnable work) {
      super(new ConnectionPrice(System::nanoTime, () -> 2));
      this.work = work;
    }

    @Override
    boolean keeps(int use) {
      work.run();
      return true;
    }
  }

  /** A connection of a lease, of which the scope knows nothing. */
  private void closedWhenItWasKept(Runnable meanwhile) throws SQLException {
    lease = new Lease(source, scope, /* next= */ null, new Meanwhile(meanwhile));
    Held held = new Held(source, lease, pool.borrow(1), source.nanoTime());
    ConnectionHandle handle = held.openFirst(source.nanoTime());
    lease.add(held, 0, source.nanoTime());
    handle.close();
  }

  @Test
  void aRequestThatIsParkedAfterItHasBeenAskedKeepsNothing() throws SQLException {
    closedWhenItWasKept(
        () -> {
          scope.park();
          lease.park(); // finds nothing that lies idle as yet
        });
    assertThat(pool.lent()).isZero();
  }

  @Test
  void aRequestThatEndsAfterItHasBeenAskedKeepsNothing() throws SQLException {
    closedWhenItWasKept(() -> scope.end(true)); // which has looked at its leases before
    assertThat(pool.lent()).isZero();
  }

  @Test
  void whatWasKeptOtherwiseGoesBackAtTheEnd() throws SQLException {
    closedWhenItWasKept(() -> {});
    assertThat(pool.lent()).isEqualTo(1);
    assertThat(lease.end(true)).as("leaks").isEmpty();
    assertThat(pool.lent()).isZero();
  }
}
