package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.headwaiter.jdbc.FakeDatabase.Mode;
import io.headwaiter.jdbc.TestPools.Database;
import io.headwaiter.jdbc.TestPools.Opened;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Databases that refuse, hang, die and return, under every pool. */
@Tag("slow")
@Tag("once")
class FakeDatabaseFaultTest {
  // Deadlines of requests that cannot succeed, that fail later, and that succeed.
  private static final Duration HOPELESS = Duration.ofMillis(100);
  private static final Duration SHORT = Duration.ofSeconds(2);
  private static final Duration LONG = Duration.ofSeconds(20);
  // The time that a slow machine may add to a deadline; the faults last for half a minute.
  private static final Duration GENEROUS = Duration.ofSeconds(10);

  private final FakeDatabase database = new FakeDatabase("faults");
  private final List<RequestUse> ended = new ArrayList<>();
  private Opened pool;
  private RequestWideDataSource source;

  private void open(TestPools kind, Duration trust) throws SQLException {
    pool = kind.open(new Database(database.url(), "user", "secret"), 2);
    source =
        new RequestWideDataSource(
            pool.adapter(), HoldingOptions.defaults().policy(HoldingPolicy.REQUEST).trust(trust));
  }

  @AfterEach
  void close() {
    database.mode(Mode.WELL);
    await().atMost(GENEROUS).until(() -> pool.adapter().counts().active() == 0);
    assertThat(database.sharedUses()).isZero();
    pool.close();
  }

  private void request(InRequest work) throws SQLException {
    request(LONG, work);
  }

  private void request(Duration patience, InRequest work) throws SQLException {
    InRequest.run("/fault", System.nanoTime() + patience.toNanos(), ended::add, work);
  }

  private void query() throws SQLException {
    InRequest.query(source);
  }

  private void worksAgain() {
    await().atMost(GENEROUS).untilAsserted(() -> request(this::query));
  }

  private static void inTime(InRequest work) throws SQLException {
    long start = System.nanoTime();
    work.run();
    assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start))
        .isLessThan(GENEROUS.toMillis());
  }

  @ParameterizedTest
  @EnumSource(TestPools.class)
  void reportsRefusingDatabaseInTime(TestPools kind) throws SQLException {
    open(kind, Duration.ofHours(1));
    database.mode(Mode.REFUSES);
    inTime(
        () ->
            request(
                SHORT, // long enough for the database to refuse once
                () ->
                    assertThatThrownBy(source::getConnection)
                        .isInstanceOf(ConnectionUnavailableException.class)
                        // Agroal itself retries until the time is over.
                        .hasStackTraceContaining(
                            kind == TestPools.AGROAL ? "no connection" : "connection refused")));
    assertThat(ended).extracting(RequestUse::failures).containsExactly(1);
    database.mode(Mode.WELL);
    worksAgain();
  }

  @ParameterizedTest
  @EnumSource(TestPools.class)
  void hangingDatabaseDoesNotBlockRequests(TestPools kind) throws SQLException {
    open(kind, Duration.ofHours(1));
    database.mode(Mode.HANGS);
    inTime(
        () ->
            request(
                HOPELESS,
                () ->
                    assertThatThrownBy(source::getConnection)
                        .isInstanceOf(ConnectionUnavailableException.class)));
    database.mode(Mode.WELL);
    worksAgain();
  }

  @ParameterizedTest
  @EnumSource(TestPools.class)
  void hangingQueryEndsAtRequestDeadline(TestPools kind) throws SQLException {
    open(kind, Duration.ofHours(1));
    request(this::query);
    inTime(
        () ->
            request(
                SHORT,
                () -> {
                  Connection connection = source.getConnection();
                  Statement statement = connection.createStatement();
                  database.mode(Mode.HANGS);
                  assertThatThrownBy(() -> statement.execute("x"))
                      .isInstanceOf(SQLException.class)
                      .hasMessageContaining("network is gone");
                }));
    assertThat(source.counts().broken()).isEqualTo(1);
    database.mode(Mode.WELL);
    worksAgain();
    try (Connection connection = source.getConnection()) {
      assertThat(connection.getNetworkTimeout()).as("outside of requests").isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(TestPools.class)
  void replacesConnectionThatDiesInUse(TestPools kind) throws SQLException {
    open(kind, Duration.ofHours(1));
    request(
        () -> {
          query();
          database.killAll();
          assertThatThrownBy(this::query)
              .isInstanceOfSatisfying(
                  SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08006"));
          query();
        });
    assertThat(source.counts().broken()).isEqualTo(1);
    assertThat(ended.get(0).takes()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(TestPools.class)
  void silentlyReplacesKeptConnectionThatDied(TestPools kind) throws SQLException {
    open(kind, Duration.ZERO);
    request(
        () -> {
          query();
          database.killAll();
          query();
          query();
        });
    assertThat(source.counts().broken()).isEqualTo(1);
    assertThat(ended.get(0).takes()).isEqualTo(2);
    assertThat(ended.get(0).connectionRequests()).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource(TestPools.class)
  void recoversWithoutLeftoverConnections(TestPools kind) throws SQLException {
    open(kind, Duration.ofHours(1));
    request(this::query);
    database.mode(Mode.DEAD);
    database.killAll();
    for (int i = 0; i < 3; i++) {
      inTime(
          () ->
              request(
                  HOPELESS,
                  () -> assertThatThrownBy(this::query).isInstanceOf(SQLException.class)));
    }
    database.mode(Mode.WELL);
    worksAgain();
    assertThat(database.open()).isLessThanOrEqualTo(2);
  }
}
