package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Drivers that lack methods or classes, under a deadline. */
class OldDriverTest {
  private final FakeDatabase database = new FakeDatabase("old");
  private final FakePool pool = new FakePool(database, 1);
  private final RequestWideDataSource source =
      new RequestWideDataSource(pool, HoldingOptions.defaults());
  private final RequestScope scope =
      new RequestScope("/old", System.nanoTime() + TimeUnit.HOURS.toNanos(1), use -> {});
  private RequestScope previous;

  @BeforeEach
  void enter() {
    previous = scope.enter();
  }

  @AfterEach
  void nothingIsLost() {
    scope.leave(previous);
    scope.end(true);
    assertThat(pool.lent()).isZero();
    assertThat(pool.wrongs()).isZero();
  }

  @Test
  void worksWithoutNetworkTimeout() throws SQLException {
    database.networkTimeoutError(new AbstractMethodError("getNetworkTimeout"));
    try (Connection connection = source.getConnection()) {
      assertThat(connection.getAutoCommit()).isTrue();
    }
    assertThat(source.hasNetworkTimeout()).isFalse();
    assertThat(source.counts().broken()).isZero();
  }

  /** As with jTDS: a connection that was idle for longer than it is trusted counts as dead. */
  @Test
  void evictsConnectionsThatDriverCannotTest() throws SQLException {
    database.validityError(new AbstractMethodError("isValid"));
    RequestWideDataSource distrustful =
        new RequestWideDataSource(
            pool,
            HoldingOptions.defaults().policy(HoldingPolicy.REQUEST).trust(Duration.ofNanos(1)));
    for (int i = 0; i < 3; i++) {
      try (Connection connection = distrustful.getConnection()) {
        assertThat(connection.getAutoCommit()).isTrue();
      }
    }
    assertThat(distrustful.counts().broken()).isEqualTo(2);
    assertThat(pool.lent()).isEqualTo(1);
  }

  /** MariaDB's driver has no type map: an attempt to set one changes nothing. */
  @Test
  void doesNotRestoreUnsupportedState() throws SQLException {
    database.unsupported("setTypeMap");
    try (Connection connection = source.getConnection()) {
      assertThatThrownBy(() -> connection.setTypeMap(Map.of()))
          .isInstanceOf(SQLFeatureNotSupportedException.class);
    }
    assertThat(source.counts().broken()).isZero();
  }

  @Test
  void driverErrorLosesNoConnection() {
    Error error = new NoClassDefFoundError("a part of the driver");
    database.networkTimeoutError(error);
    assertThatThrownBy(source::getConnection).isSameAs(error);
    assertThat(pool.lent()).isZero();
  }
}
