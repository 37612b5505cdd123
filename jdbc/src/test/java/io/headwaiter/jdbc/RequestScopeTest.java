package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.jdbc.proxy.ConnectionHandle;
import java.lang.reflect.InvocationTargetException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RequestScopeTest {
  private final FakePool pool = new FakePool(new FakeDatabase("scope"), 200);
  private final ConcurrentLinkedQueue<RequestUse> ended = new ConcurrentLinkedQueue<>();

  private RequestWideDataSource source(HoldingOptions options) {
    return new RequestWideDataSource(pool, options);
  }

  private static HoldingOptions request() {
    // No connection is reclaimed from a thread that has to wait for a processor.
    return HoldingOptions.defaults()
        .policy(HoldingPolicy.REQUEST)
        .trust(Duration.ofHours(1))
        .reclaim(Duration.ofHours(1));
  }

  private void inRequest(long deadlineNanos, InRequest work) throws SQLException {
    InRequest.run("/scope", deadlineNanos, ended::add, work);
  }

  /** Virtual threads where this JDK has them. */
  private static ExecutorService threads() throws ReflectiveOperationException {
    if (Runtime.version().feature() < 21) {
      return Executors.newCachedThreadPool();
    }
    try {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  @Test
  void requestsOnManyThreadsHaveOwnConnections() throws Exception {
    RequestWideDataSource source = source(request());
    ExecutorService threads = threads();
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        all.add(
            threads.submit(
                () -> {
                  inRequest(RequestScope.NO_DEADLINE, () -> fiveTimes(source));
                  return null;
                }));
      }
      for (Future<?> one : all) {
        one.get(50, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(ended).hasSize(100).allMatch(u -> u.takes() == 1 && u.connectionRequests() == 5);
    assertThat(pool.lent()).isZero();
    assertThat(pool.wrongs()).isZero();
  }

  private static void fiveTimes(RequestWideDataSource source) throws SQLException {
    for (int i = 0; i < 5; i++) {
      try (Connection connection = source.getConnection()) {
        assertThat(connection.createStatement().execute("x")).isFalse();
      }
    }
  }

  @Test
  void countsTwoPoolsOfRequestTogether() throws SQLException {
    RequestWideDataSource one = source(request());
    RequestWideDataSource other = source(request());
    inRequest(
        RequestScope.NO_DEADLINE,
        () -> {
          fiveTimes(one);
          fiveTimes(other);
          fiveTimes(one);
        });
    assertThat(ended).hasSize(1);
    assertThat(ended.peek().connectionRequests()).isEqualTo(15);
    assertThat(ended.peek().takes()).isEqualTo(2);
  }

  @Test
  void doesNotAskPoolAfterDeadline() throws SQLException {
    RequestWideDataSource source = source(request());
    inRequest(
        System.nanoTime() - 1,
        () ->
            assertThatThrownBy(source::getConnection)
                .isInstanceOf(ConnectionUnavailableException.class)
                .hasMessageContaining("the request's time is over"));
    assertThat(pool.borrows()).isZero();
    assertThat(ended.peek().failures()).isEqualTo(1);
  }

  @Test
  void failingListenerLosesNoConnection() throws SQLException {
    RequestWideDataSource source = source(request());
    RequestScope scope =
        new RequestScope(
            "/scope",
            RequestScope.NO_DEADLINE,
            use -> {
              throw new IllegalStateException("on purpose");
            });
    RequestScope previous = scope.enter();
    fiveTimes(source);
    scope.leave(previous);
    scope.end(true);
    assertThat(pool.lent()).isZero();
  }

  @Test
  void endedRequestKeepsNoConnection() throws SQLException {
    RequestWideDataSource source = source(request());
    RequestScope scope = new RequestScope("/scope", RequestScope.NO_DEADLINE, ended::add);
    RequestScope previous = scope.enter();
    fiveTimes(source);
    scope.end(true);
    fiveTimes(source);
    assertThat(pool.lent()).isZero();
    scope.leave(previous);
    scope.enter();
    fiveTimes(source);
    scope.leave(previous);
    assertThat(pool.lent()).isZero();
    assertThat(RequestScope.current()).isNull();
  }

  @Test
  void theSecondLeakIsReportedWithItsPlace() throws SQLException {
    RequestWideDataSource source = source(request());
    try (RememberedLog remembered = new RememberedLog(LeakReports.class)) {
      List<LogRecord> log = remembered.entries();
      inRequest(RequestScope.NO_DEADLINE, () -> source.getConnection().createStatement());
      assertThat(log).hasSize(1);
      assertThat(log.get(0).getLevel()).isEqualTo(Level.WARNING);
      assertThat(log.get(0).getMessage()).contains("/scope", "recorded from now on");
      RequestWideDataSource always = source(request().places(HoldingOptions.Places.ALWAYS));
      inRequest(RequestScope.NO_DEADLINE, () -> always.getConnection().createStatement());
      assertThat(log).hasSize(2);
      assertThat(log.get(1).getThrown()).hasStackTraceContaining("theSecondLeakIsReported");
      // The log has at most one a second; the count has them all.
      inRequest(RequestScope.NO_DEADLINE, () -> always.getConnection().createStatement());
    }
    assertThat(source.counts().leaks()).isEqualTo(1);
    inRequest(
        RequestScope.NO_DEADLINE,
        () -> {
          try (Connection connection = source.getConnection()) {
            ConnectionHandle handle = connection.unwrap(ConnectionHandle.class);
            assertThat(handle.place()).hasStackTraceContaining("theSecondLeakIsReported");
          }
        });
  }

  /** Long after the first leak, and among many uses that do not leak. */
  @Test
  void reportsPlaceOfRareLeak() throws SQLException {
    RequestWideDataSource source = source(request());
    try (RememberedLog log = new RememberedLog(LeakReports.class)) {
      inRequest(RequestScope.NO_DEADLINE, () -> source.getConnection().createStatement());
      assertThat(log.entries().get(0).getThrown()).isNull();
      placesOf(source, 1_000);
      assertThat(placesOf(source, 100_000)).isBetween(1, 10_000);
      inRequest(RequestScope.NO_DEADLINE, () -> source.getConnection().createStatement());
      inRequest(RequestScope.NO_DEADLINE, () -> source.getConnection().createStatement());
      assertThat(log.entries())
          .anyMatch(entry -> entry.getThrown() != null, "said where it was taken");
    }
  }

  /** Returns how many of a number of uses have their place recorded. */
  private static int placesOf(RequestWideDataSource source, int uses) throws SQLException {
    int recorded = 0;
    for (int i = 0; i < uses; i++) {
      try (Connection connection = source.getConnection()) {
        recorded += connection.unwrap(ConnectionHandle.class).place() == null ? 0 : 1;
      }
    }
    return recorded;
  }
}
