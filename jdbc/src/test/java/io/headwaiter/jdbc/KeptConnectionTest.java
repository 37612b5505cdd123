package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.jdbc.proxy.ConnectionHandle;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The effects of time on a connection that a request keeps; the test sets the clock. */
class KeptConnectionTest {
  private static final long DEADLINE_MILLIS = 10_000;
  private static final int TRUST_MILLIS = 500;

  private final FakeDatabase database = new FakeDatabase("kept");
  private final FakePool pool = new FakePool(database, 2);
  private final List<RequestUse> ended = new ArrayList<>();
  private long nowNanos = Long.MAX_VALUE / 2;
  private final RequestWideDataSource source =
      new RequestWideDataSource(
          pool,
          HoldingOptions.defaults()
              .policy(HoldingPolicy.REQUEST)
              .trust(Duration.ofMillis(TRUST_MILLIS)),
          () -> nowNanos);

  @AfterEach
  void nothingIsLeft() {
    assertThat(pool.lent()).isZero();
    assertThat(pool.wrongs()).isZero();
  }

  private void later(long millis) {
    nowNanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private void requestInTime(InRequest work) throws SQLException {
    request(nowNanos + TimeUnit.MILLISECONDS.toNanos(DEADLINE_MILLIS), work);
  }

  private void request(long deadlineNanos, InRequest work) throws SQLException {
    InRequest.run("/kept", deadlineNanos, ended::add, work);
  }

  private void query() throws SQLException {
    InRequest.query(source);
  }

  /** Returns the network timeout of the next query: the most that it can take to fail. */
  private int timeoutMillis() throws SQLException {
    try (Connection connection = source.getConnection()) {
      return connection.unwrap(ConnectionHandle.class).live().getNetworkTimeout();
    }
  }

  /** Gives the connection that the pool lends next this network timeout. */
  private void poolHasTimeout(int millis) throws SQLException {
    Connection connection = pool.borrow(1);
    connection.setNetworkTimeout(Runnable::run, millis);
    pool.giveBack(connection);
  }

  private int poolsTimeout() throws SQLException {
    Connection connection = pool.borrow(1);
    try {
      return connection.getNetworkTimeout();
    } finally {
      pool.giveBack(connection);
    }
  }

  /** While its state is read, a connection is held already. */
  @Test
  void countsExaminationOfNewConnectionAsHeld() throws SQLException {
    long lookedAtNanos = nowNanos + 1_000;
    database.whenAutoCommitIsRead(() -> nowNanos = lookedAtNanos);
    requestInTime(
        () -> {
          query();
          later(3);
        });
    assertThat(ended).extracting(RequestUse::waitNanos).containsExactly(0L);
    assertThat(ended)
        .extracting(RequestUse::heldNanos)
        .containsExactly(TimeUnit.MILLISECONDS.toNanos(3) + 1_000L);
  }

  @Test
  void refusesKeptConnectionAfterDeadline() throws SQLException {
    requestInTime(
        () -> {
          query();
          later(DEADLINE_MILLIS);
          assertThatThrownBy(source::getConnection)
              .isInstanceOf(ConnectionUnavailableException.class)
              .hasMessageContaining("the request's time is over");
        });
    assertThat(ended).extracting(RequestUse::failures).containsExactly(1);
    assertThat(ended).extracting(RequestUse::connectionRequests).containsExactly(2);
  }

  @Test
  void limitsQueryTimeToRequestDeadline() throws SQLException {
    requestInTime(
        () -> {
          assertThat(timeoutMillis()).isEqualTo(10_000);
          later(6_000);
          assertThat(timeoutMillis()).isEqualTo(4_000);
          later(3_999);
          assertThat(timeoutMillis()).isEqualTo(1);
          try (Connection connection = source.getConnection()) {
            assertThat(connection.getNetworkTimeout()).as("as the pool has it").isZero();
          }
        });
    assertThat(poolsTimeout()).isZero();
  }

  @Test
  void shortensPoolTimeoutOnceItExceedsDeadline() throws SQLException {
    poolHasTimeout(5_000);
    requestInTime(
        () -> {
          assertThat(timeoutMillis()).isEqualTo(5_000);
          later(8_000);
          assertThat(timeoutMillis()).isEqualTo(2_000);
          try (Connection connection = source.getConnection()) {
            assertThat(connection.getNetworkTimeout()).isEqualTo(5_000);
            connection.setNetworkTimeout(Runnable::run, 7_000);
          }
          assertThat(timeoutMillis()).as("after the application's own").isEqualTo(2_000);
        });
    assertThat(poolsTimeout()).isEqualTo(5_000);
  }

  @Test
  void setsTimeoutRarelyForManyUses() throws SQLException {
    requestInTime(
        () -> {
          for (int i = 0; i < 100; i++) {
            query();
            later(9);
          }
        });
    assertThat(database.timeoutsSet()).as("shortened and put back").isEqualTo(2);
  }

  @Test
  void setsNoTimeoutWithoutDeadline() throws SQLException {
    request(
        RequestScope.NO_DEADLINE,
        () -> {
          query();
          later(TimeUnit.DAYS.toMillis(1));
          query();
        });
    assertThat(database.timeoutsSet()).isZero();
  }

  private void dies(InRequest afterwards) throws SQLException {
    request(
        RequestScope.NO_DEADLINE,
        () -> {
          query();
          database.killAll();
          later(TRUST_MILLIS + 1);
          afterwards.run();
        });
    assertThat(source.counts().broken()).isEqualTo(1);
    query();
  }

  @Test
  void evictsDeadConnectionAtRequestEnd() throws SQLException {
    dies(() -> {});
  }

  @Test
  void evictsDeadConnectionWhenReclaimed() throws SQLException {
    dies(() -> source.reclaimer().reclaim(nowNanos));
  }

  @Test
  void evictsDeadConnectionWhenRequestIsParked() throws SQLException {
    dies(() -> RequestScope.current().park());
  }

  @Test
  void returnsLiveConnectionAfterLongIdleTime() throws SQLException {
    request(
        RequestScope.NO_DEADLINE,
        () -> {
          query();
          later(TimeUnit.DAYS.toMillis(1));
        });
    query();
    assertThat(source.counts().broken()).isZero();
    assertThat(database.connects()).isEqualTo(1);
  }

  /** A round trip at the end of each request would cost too much for a rare fault. */
  @Test
  void returnsBrieflyIdleConnectionUntested() throws SQLException {
    request(
        RequestScope.NO_DEADLINE,
        () -> {
          query();
          database.killAll();
          later(TRUST_MILLIS);
        });
    assertThat(source.counts().broken()).isZero();
  }
}
