package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Drivers that lack methods or parts of themselves, under a deadline. */
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
  void aDriverOfBeforeNetworkTimeoutsWorksWithoutThem() throws SQLException {
    database.networkTimeoutError(new AbstractMethodError("getNetworkTimeout"));
    try (Connection connection = source.getConnection()) {
      assertThat(connection.getAutoCommit()).isTrue();
    }
    assertThat(source.hasNetworkTimeout()).isFalse();
    assertThat(source.counts().broken()).isZero();
  }

  @Test
  void anErrorOfTheDriverLosesNoConnection() {
    Error error = new NoClassDefFoundError("a part of the driver");
    database.networkTimeoutError(error);
    assertThatThrownBy(source::getConnection).isSameAs(error);
    assertThat(pool.lent()).isZero();
  }
}
