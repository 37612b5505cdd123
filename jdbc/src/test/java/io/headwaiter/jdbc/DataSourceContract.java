package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.headwaiter.jdbc.TestPools.Database;
import io.headwaiter.jdbc.TestPools.Opened;
import io.headwaiter.jdbc.pool.PoolAdapter;
import io.headwaiter.jdbc.pool.UnfinishedWork;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The contract of {@link RequestWideDataSource} with every pool and policy, on the database of the
 * subclass. A connection must behave like a fresh connection of the bare pool.
 */
public abstract class DataSourceContract {
  private static final int SIZE = 3;

  private final List<Opened> opened = new ArrayList<>();
  private final List<RequestUse> ended = new ArrayList<>();
  private RequestWideDataSource source;
  private Opened pool;

  /** Returns the address of the database, in which the contract creates its own table. */
  protected abstract Database database();

  /** Changes the schema, or the catalogue where the database has no schemas. */
  protected void changeSchema(Connection connection) throws SQLException {
    connection.setSchema("information_schema");
  }

  /** Returns a call that the driver prepares; it is not executed. */
  protected String callable() {
    return "SELECT 1";
  }

  /**
   * Changes client info and type map and leaves a warning, as far as the driver supports them. H2's
   * supports none of them.
   */
  protected void changeMore(Connection connection) throws SQLException {}

  static Stream<Arguments> poolsAndPolicies() {
    return Stream.of(TestPools.values())
        .flatMap(p -> Stream.of(HoldingPolicy.values()).map(policy -> Arguments.of(p, policy)));
  }

  /** Whether the database commits the work before a failed statement. */
  protected boolean commitsAfterAnError() {
    return true;
  }

  private void open(TestPools kind, HoldingPolicy policy) throws SQLException {
    source = around(kind.open(database(), SIZE), HoldingOptions.defaults().policy(policy));
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      // On servers, to drop and create it takes longer than the rest of a case.
      statement.execute("CREATE TABLE IF NOT EXISTS contract_row (id INT PRIMARY KEY)");
      statement.execute("DELETE FROM contract_row");
    }
  }

  private RequestWideDataSource around(Opened next, HoldingOptions options) {
    pool = next;
    opened.add(pool);
    return new RequestWideDataSource(pool.adapter(), options.timeout(Duration.ofSeconds(5)));
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(RequestScope.current()).isNull();
    opened.forEach(Opened::close);
    opened.clear();
    ended.clear();
  }

  private interface Work {
    void run(RequestScope scope) throws SQLException;
  }

  private RequestUse request(Work work) throws SQLException {
    RequestScope scope = new RequestScope("/contract", RequestScope.NO_DEADLINE, ended::add);
    RequestScope previous = scope.enter();
    try {
      work.run(scope);
    } finally {
      scope.leave(previous);
      scope.end(true);
    }
    assertThat(pool.adapter().counts().active()).as("connections after the request").isZero();
    return ended.get(ended.size() - 1);
  }

  private static void insert(Connection connection, int id) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("INSERT INTO contract_row VALUES (?)")) {
      statement.setInt(1, id);
      assertThat(statement.executeUpdate()).isEqualTo(1);
    }
  }

  private static int rows(DataSource from) throws SQLException {
    try (Connection connection = from.getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT COUNT(*) FROM contract_row")) {
      result.next();
      return result.getInt(1);
    }
  }

  private static Connection raw(Connection connection) throws SQLException {
    return connection.createStatement().unwrap(Statement.class).getConnection();
  }

  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  void requestTakesOneConnectionUnlessPolicyReturnsIt(TestPools kind, HoldingPolicy policy)
      throws SQLException {
    open(kind, policy);
    RequestUse use =
        request(
            scope -> {
              for (int i = 0; i < 10; i++) {
                rows(source);
              }
            });
    assertThat(use.connectionRequests()).isEqualTo(10);
    assertThat(use.takes()).isEqualTo(policy == HoldingPolicy.TRANSACTION ? 10 : 1);
    assertThat(use.leaks()).isZero();
    assertThat(use.heldNanos()).isPositive().isGreaterThanOrEqualTo(use.idleNanos());
    assertThat(use.idleNanos() > 0).isEqualTo(policy != HoldingPolicy.TRANSACTION);
    assertThat(use.waitNanos()).isPositive();
    if (policy == HoldingPolicy.ADAPTIVE) {
      assertThat(source.explain().get("(others)"))
          .anyMatch(reason -> reason.startsWith("after use 1: kept"));
    }
  }

  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  void returnsConnectionOnCloseOutsideRequest(TestPools kind, HoldingPolicy policy)
      throws SQLException {
    open(kind, policy);
    Connection connection = source.getConnection();
    assertThat(pool.adapter().counts().active()).isEqualTo(1);
    connection.close();
    assertThat(pool.adapter().counts().active()).isZero();
  }

  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  void twoOpenHandlesAreTwoConnections(TestPools kind, HoldingPolicy policy) throws SQLException {
    open(kind, policy);
    request(
        scope -> {
          try (Connection first = source.getConnection();
              Connection second = source.getConnection()) {
            first.setAutoCommit(false);
            insert(first, 1);
            assertThat(pool.adapter().counts().active()).isEqualTo(2);
            assertThat(second.getAutoCommit()).isTrue();
            first.rollback();
          }
          // Of two idle connections only one is kept.
          int kept = policy == HoldingPolicy.TRANSACTION ? 0 : 1;
          assertThat(pool.adapter().counts().active()).isEqualTo(kept);
        });
    assertThat(rows(source)).isZero();
  }

  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  void restoresConnectionStateBeforeNextUse(TestPools kind, HoldingPolicy policy)
      throws SQLException {
    open(kind, policy);
    request(
        scope -> {
          String fresh;
          try (Connection connection = source.getConnection()) {
            fresh = stateOf(connection);
          }
          try (Connection connection = source.getConnection()) {
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            connection.setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT);
            connection.setNetworkTimeout(Runnable::run, 12_345);
            changeSchema(connection);
            assertThat(stateOf(connection)).isNotEqualTo(fresh);
          }
          try (Connection connection = source.getConnection()) {
            assertThat(stateOf(connection)).isEqualTo(fresh);
          }
        });
    poolHasFreshOnes(kind, /* autoCommit= */ true);
  }

  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  void restoresClientInfoTypeMapAndWarnings(TestPools kind, HoldingPolicy policy)
      throws SQLException {
    open(kind, policy);
    request(
        scope -> {
          String fresh;
          try (Connection connection = source.getConnection()) {
            fresh = moreOf(connection);
          }
          try (Connection connection = source.getConnection()) {
            changeMore(connection);
          }
          try (Connection connection = source.getConnection()) {
            assertThat(moreOf(connection)).isEqualTo(fresh);
          }
        });
    assertThat(source.counts().broken()).isZero();
    try (Connection used = pool.adapter().source().getConnection();
        Opened other = kind.open(database(), 1);
        Connection untouched = other.adapter().source().getConnection()) {
      assertThat(moreOf(used)).isEqualTo(moreOf(untouched));
    }
  }

  /** A driver may give its own object, which the application then changes. */
  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  void clientInfoAndTypeMapAreCopies(TestPools kind, HoldingPolicy policy) throws SQLException {
    open(kind, policy);
    request(
        scope -> {
          String fresh;
          try (Connection connection = source.getConnection()) {
            fresh = moreOf(connection);
            assertThat(connection.getClientInfo()).isNotSameAs(connection.getClientInfo());
            Properties info = connection.getClientInfo();
            info.setProperty("ApplicationName", "changed");
            try {
              connection.setClientInfo(info);
            } catch (SQLClientInfoException e) {
              // H2 has none.
              assertThat(connection.getClientInfo()).doesNotContainKey("ApplicationName");
            }
            Map<String, Class<?>> types = connection.getTypeMap();
            if (types != null) {
              assertThat(connection.getTypeMap()).isNotSameAs(types);
              types.put("changed", String.class);
            }
          }
          try (Connection connection = source.getConnection()) {
            assertThat(moreOf(connection)).isEqualTo(fresh);
          }
        });
  }

  /** Ignores empty properties, because some drivers cannot remove one. */
  private static String moreOf(Connection connection) throws SQLException {
    return "warnings "
        + connection.getWarnings()
        + ", client info "
        + connection.getClientInfo().entrySet().stream()
            .filter(property -> !"".equals(property.getValue()))
            .map(Object::toString)
            .sorted()
            .toList()
        + ", types "
        + connection.getTypeMap();
  }

  /** With PostgreSQL a change of the schema is part of the transaction. */
  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  void restoresSchemaAfterUncommittedRestore(TestPools kind, HoldingPolicy policy)
      throws SQLException {
    open(kind, policy);
    request(
        scope -> {
          String fresh;
          try (Connection connection = source.getConnection()) {
            fresh = stateOf(connection);
            String catalog = connection.getCatalog();
            String schema = connection.getSchema();
            connection.setAutoCommit(false);
            changeSchema(connection);
            connection.commit();
            connection.setCatalog(catalog);
            connection.setSchema(schema);
          }
          try (Connection connection = source.getConnection()) {
            assertThat(stateOf(connection)).isEqualTo(fresh);
            // No transaction is open that a rollback could undo.
            connection.setAutoCommit(false);
            connection.rollback();
            connection.setAutoCommit(true);
            assertThat(stateOf(connection)).isEqualTo(fresh);
          }
        });
    poolHasFreshOnes(kind, /* autoCommit= */ true);
  }

  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  void restoresStateWithoutAutoCommit(TestPools kind, HoldingPolicy policy) throws SQLException {
    // Each use tests the connection, which must not begin a transaction either.
    HoldingOptions options = HoldingOptions.defaults().policy(policy).trust(Duration.ZERO);
    source = around(kind.open(database(), SIZE, /* autoCommit= */ false), options);
    request(
        scope -> {
          String fresh;
          try (Connection connection = source.getConnection()) {
            assertThat(connection.getAutoCommit()).isFalse();
            fresh = stateOf(connection);
          }
          try (Connection connection = source.getConnection()) {
            changeSchema(connection);
            connection.commit();
          }
          try (Connection connection = source.getConnection()) {
            // PostgreSQL refuses both within a transaction.
            connection.setReadOnly(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            connection.rollback();
          }
          try (Connection connection = source.getConnection()) {
            assertThat(stateOf(connection)).isEqualTo(fresh);
          }
        });
    poolHasFreshOnes(kind, /* autoCommit= */ false);
  }

  private void poolHasFreshOnes(TestPools kind, boolean autoCommit) throws SQLException {
    try (Connection used = pool.adapter().source().getConnection();
        Opened other = kind.open(database(), 1, autoCommit);
        Connection untouched = other.adapter().source().getConnection()) {
      if (!autoCommit) {
        used.rollback();
      }
      assertThat(stateOf(used)).isEqualTo(stateOf(untouched));
    }
  }

  private static String stateOf(Connection connection) throws SQLException {
    return "autoCommit "
        + connection.getAutoCommit()
        + ", readOnly "
        + connection.isReadOnly()
        + ", isolation "
        + connection.getTransactionIsolation()
        + ", holdability "
        + connection.getHoldability()
        + ", catalog "
        + connection.getCatalog()
        + ", schema "
        + connection.getSchema()
        + ", network timeout "
        + connection.getNetworkTimeout()
        + ", warnings "
        + connection.getWarnings();
  }

  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  void endsUnfinishedTransactionLikePool(TestPools kind, HoldingPolicy policy) throws SQLException {
    open(kind, policy);
    request(
        scope -> {
          try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            insert(connection, 1);
          }
          boolean commits = pool.adapter().unfinishedWork() == UnfinishedWork.COMMITTED;
          assertThat(rows(source)).isEqualTo(commits ? 1 : 0);
        });
    int here = rows(source);
    if (kind != TestPools.TOMCAT) {
      // The bare pool does the same. Tomcat's leaves the transaction open, so there is nothing to
      // match.
      try (Opened bare = kind.open(database(), 1)) {
        DataSource plain = bare.adapter().source();
        try (Connection connection = plain.getConnection()) {
          connection.setAutoCommit(false);
          insert(connection, 2);
        }
        assertThat(rows(plain) - here).isEqualTo(here);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  void closedHandleRejectsCalls(TestPools kind, HoldingPolicy policy) throws SQLException {
    open(kind, policy);
    request(
        scope -> {
          Connection closed = source.getConnection();
          Statement statement = closed.createStatement();
          PreparedStatement prepared = closed.prepareStatement("SELECT 1");
          ResultSet result = prepared.executeQuery();
          result.next();
          DatabaseMetaData metaData = closed.getMetaData();
          ResultSet tables = metaData.getTables(null, null, null, null);
          closed.close();
          closed.close();
          assertThat(closed.isClosed()).isTrue();
          assertThat(closed.isValid(1)).isFalse();
          assertThatCode(() -> closed.abort(Runnable::run)).doesNotThrowAnyException();
          assertThat(statement.isClosed()).isTrue();
          assertThat(prepared.isClosed()).isTrue();
          assertThat(result.isClosed()).isTrue();
          assertThat(tables.isClosed()).isTrue();
          refused(() -> closed.createStatement());
          refused(() -> closed.setAutoCommit(true));
          refused(() -> closed.unwrap(java.sql.Driver.class));
          refused(() -> closed.getClientInfo("a"));
          refused(() -> statement.executeQuery("SELECT 1"));
          refused(() -> statement.getConnection());
          refused(() -> prepared.setInt(1, 1));
          refused(() -> result.next());
          refused(() -> result.getInt(1));
          refused(() -> metaData.getTables(null, null, null, null));
          statement.close();
          result.close();
          // The kept connection still works.
          assertThat(rows(source)).isZero();
        });
  }

  private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08003"));
  }

  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  void returnedObjectsReferToHandle(TestPools kind, HoldingPolicy policy) throws SQLException {
    open(kind, policy);
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        PreparedStatement prepared = connection.prepareStatement("SELECT 1");
        CallableStatement callable = connection.prepareCall(callable());
        ResultSet result = prepared.executeQuery()) {
      assertThat(statement.getConnection()).isSameAs(connection);
      assertThat(prepared.getConnection()).isSameAs(connection);
      assertThat(callable.getConnection()).isSameAs(connection);
      assertThat(callable.equals(callable)).isTrue();
      assertThat(result.getStatement()).isSameAs(prepared);
      assertThat(connection.getMetaData().getConnection()).isSameAs(connection);
      try (ResultSet types = connection.getMetaData().getTypeInfo()) {
        assertThat(types.next()).isTrue();
        if (types.getStatement() != null) {
          assertThat(types.getStatement().getConnection()).isSameAs(connection);
        }
      }
      assertThat(callable.unwrap(CallableStatement.class)).isSameAs(callable);
      assertThat(callable.isWrapperFor(CallableStatement.class)).isTrue();
      DatabaseMetaData metaData = connection.getMetaData();
      assertThat(metaData.unwrap(DatabaseMetaData.class)).isSameAs(metaData);
      assertThat(metaData.isWrapperFor(DatabaseMetaData.class)).isTrue();
      assertThat(connection.unwrap(Connection.class)).isSameAs(connection);
      assertThat(connection.isWrapperFor(Connection.class)).isTrue();
      assertThat(raw(connection)).isSameAs(connection);
      assertThat(connection.isValid(30)).isTrue();
      assertThat(connection.isClosed()).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  void takesBackAndReportsLeakedConnection(TestPools kind, HoldingPolicy policy)
      throws SQLException {
    open(kind, policy);
    AtomicReference<Connection> leaked = new AtomicReference<>();
    RequestUse use =
        request(
            scope -> {
              Connection connection = source.getConnection();
              connection.setAutoCommit(false);
              insert(connection, 1);
              leaked.set(connection);
            });
    assertThat(use.leaks()).isEqualTo(1);
    assertThat(source.counts().leaks()).isEqualTo(1);
    assertThat(leaked.get().isClosed()).isTrue();
    refused(() -> leaked.get().createStatement());
    boolean commits = pool.adapter().unfinishedWork() == UnfinishedWork.COMMITTED;
    assertThat(rows(source)).isEqualTo(commits ? 1 : 0);
  }

  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  void doesNotCommitUnfinishedWorkOfOtherThread(TestPools kind, HoldingPolicy policy)
      throws SQLException {
    open(kind, policy);
    request(
        scope ->
            CompletableFuture.runAsync(
                    () -> {
                      RequestScope previous = scope.enter();
                      try {
                        Connection connection = source.getConnection();
                        connection.setAutoCommit(false);
                        insert(connection, 1);
                      } catch (SQLException e) {
                        throw new AssertionError(e);
                      } finally {
                        scope.leave(previous);
                      }
                    })
                .join());
    assertThat(source.counts().broken()).isEqualTo(1);
    assertThat(rows(source)).isZero();
  }

  /** Its thread returns, but another thread may have received the connection meanwhile. */
  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  void doesNotCommitOpenWorkOfParkedRequest(TestPools kind, HoldingPolicy policy)
      throws SQLException {
    open(kind, policy);
    request(
        scope -> {
          Connection connection = source.getConnection();
          connection.setAutoCommit(false);
          insert(connection, 1);
          scope.park();
          scope.leave(scope.enter());
        });
    assertThat(source.counts().broken()).isEqualTo(1);
    assertThat(rows(source)).isZero();
  }

  /** Some databases then refuse to commit, which no pool reports on close. */
  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  void closesQuietlyAfterFailedStatement(TestPools kind, HoldingPolicy policy) throws SQLException {
    open(kind, policy);
    request(
        scope -> {
          try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            insert(connection, 1);
            try (Statement statement = connection.createStatement()) {
              assertThatThrownBy(() -> statement.execute("SELECT * FROM nowhere"))
                  .isInstanceOf(SQLException.class);
            }
          }
        });
    boolean commits = pool.adapter().unfinishedWork() == UnfinishedWork.COMMITTED;
    assertThat(rows(source)).isEqualTo(commits && commitsAfterAnError() ? 1 : 0);
    assertThat(source.counts().broken()).isZero();
  }

  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  void doesNotLendAbortedConnectionAgain(TestPools kind, HoldingPolicy policy) throws SQLException {
    open(kind, policy);
    request(
        scope -> {
          // One more than the pool's size: none of them occupies a place.
          for (int i = 0; i <= SIZE; i++) {
            Connection connection = source.getConnection();
            connection.abort(Runnable::run);
            assertThat(connection.isClosed()).isTrue();
            assertThat(rows(source)).isZero();
          }
        });
    assertThat(source.counts().broken()).isEqualTo(SIZE + 1);
  }

  /** Opens all connections of the pool, so that no caller has to wait for the database. */
  private void fill() throws SQLException {
    List<Connection> all = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      all.add(source.getConnection());
    }
    for (Connection connection : all) {
      connection.close();
    }
  }

  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  void explainsRefusalBeyondPoolSize(TestPools kind, HoldingPolicy policy) throws SQLException {
    open(kind, policy);
    fill();
    RequestWideDataSource hasty =
        new RequestWideDataSource(
            pool.adapter(),
            HoldingOptions.defaults().policy(policy).timeout(Duration.ofMillis(50)));
    RequestUse use =
        request(
            scope -> {
              List<Connection> all = new ArrayList<>();
              for (int i = 0; i < SIZE; i++) {
                all.add(hasty.getConnection());
              }
              assertThatThrownBy(hasty::getConnection)
                  .isInstanceOfSatisfying(
                      ConnectionUnavailableException.class,
                      e -> {
                        assertThat(e.heldByRequest()).isEqualTo(SIZE);
                        assertThat(e.getMessage()).contains("holds 3 open and waits for one more");
                      });
              for (Connection connection : all) {
                connection.close();
              }
            });
    assertThat(use.failures()).isEqualTo(1);
    assertThat(use.connectionRequests()).isEqualTo(SIZE + 1);
    assertThat(hasty.counts().refusedWhileHolding()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  void resizesPoolWhileInUse(TestPools kind, HoldingPolicy policy) throws SQLException {
    open(kind, policy);
    RequestWideDataSource hasty =
        new RequestWideDataSource(
            pool.adapter(),
            HoldingOptions.defaults().policy(policy).timeout(Duration.ofMillis(50)));
    try (Connection first = source.getConnection();
        Connection second = source.getConnection();
        Connection third = source.getConnection()) {
      assertThat(List.of(first, second, third)).doesNotHaveDuplicates();
      pool.adapter().resize(1);
      assertThat(pool.adapter().size()).isEqualTo(1);
    }
    try (Connection only = hasty.getConnection()) {
      assertThat(only.isValid(30)).isTrue();
      assertThatThrownBy(hasty::getConnection).isInstanceOf(ConnectionUnavailableException.class);
    }
    pool.adapter().resize(2);
    try (Connection first = source.getConnection();
        Connection second = source.getConnection()) {
      assertThat(first).isNotSameAs(second);
    }
    assertThatThrownBy(() -> pool.adapter().resize(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1");
  }

  @ParameterizedTest
  @MethodSource("poolsAndPolicies")
  void shrinkingLimitsNewCallersAndClosesIdleConnections(TestPools kind, HoldingPolicy policy)
      throws SQLException {
    open(kind, policy);
    fill();
    PoolAdapter adapter = pool.adapter();
    assertThat(adapter.counts().idle()).isEqualTo(SIZE);
    adapter.resize(1);
    Connection only = adapter.borrow(Duration.ofMinutes(1).toNanos());
    assertThatThrownBy(() -> adapter.borrow(Duration.ofMillis(50).toNanos()))
        .isInstanceOf(SQLException.class);
    await().until(() -> adapter.counts().idle() == 0);
    adapter.giveBack(only);
    assertThat(adapter.counts().idle()).isLessThanOrEqualTo(1);
    adapter.resize(SIZE);
    List<Connection> all = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      all.add(adapter.borrow(Duration.ofMinutes(1).toNanos()));
    }
    adapter.resize(1);
    for (Connection connection : all) {
      adapter.giveBack(connection);
    }
    assertThat(adapter.counts().idle()).isLessThanOrEqualTo(1);
  }
}
