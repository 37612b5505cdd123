package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Requests act in any order: no connection is lost, none comes back twice or not clean, and none
 * serves two requests at once. A few requests alternate on one thread, which the scope supports.
 */
class HoldingPropertyTest {
  private static final int REQUESTS = 3;
  private static final int SIZE = 5;

  /** The actions of a request. */
  enum Act {
    OPEN,
    CLOSE,
    CLOSE_AGAIN,
    QUERY,
    CHANGE,
    COMMIT,
    BREAK,
    ABORT,
    PARK,
    END,
    RECLAIM
  }

  /** An action of one of the requests. */
  record Step(int request, Act act) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Step> step =
        Combinators.combine(
                Arbitraries.integers().between(0, REQUESTS - 1), Arbitraries.of(Act.values()))
            .as(Step::new);
    return step.list().ofMaxSize(60);
  }

  @Property(tries = 500)
  void losesAndSharesNoConnection(@ForAll("steps") List<Step> steps, @ForAll HoldingPolicy policy)
      throws SQLException {
    World world = new World(policy);
    for (Step step : steps) {
      world.does(step);
      world.check();
    }
    world.endAll();
    assertThat(world.pool.lent()).isZero();
    assertThat(world.pool.wrongs()).isZero();
    assertThat(world.database.open()).isEqualTo(world.pool.counts().idle());
  }

  /** The requests, and the connections that they should have. */
  private static final class World {
    private final FakeDatabase database = new FakeDatabase("property");
    private final FakePool pool = new FakePool(database, SIZE);
    private final RequestWideDataSource source;
    private final List<Visitor> visitors = new ArrayList<>();
    private final List<RequestUse> ended = new ArrayList<>();

    World(HoldingPolicy policy) {
      source =
          new RequestWideDataSource(
              pool,
              HoldingOptions.defaults()
                  .policy(policy)
                  .trust(Duration.ofHours(1))
                  .reclaim(Duration.ofHours(1)));
      for (int i = 0; i < REQUESTS; i++) {
        visitors.add(new Visitor());
      }
    }

    void does(Step step) throws SQLException {
      Visitor visitor = visitors.get(step.request());
      RequestScope previous = visitor.scope.enter();
      try {
        visitor.act(step.act());
      } finally {
        visitor.scope.leave(previous);
      }
      if (step.act() == Act.PARK) {
        visitor.scope.park();
      }
      if (step.act() == Act.END) {
        visitors.set(step.request(), new Visitor());
        visitor.scope.end(true);
        assertThat(visitor.open).allMatch(World::isClosed);
      }
    }

    private static boolean isClosed(Connection connection) {
      try {
        return connection.isClosed();
      } catch (SQLException e) {
        return false;
      }
    }

    /** Checks that each open handle has a connection of its own, and that all are lent. */
    void check() throws SQLException {
      Set<String> used = new HashSet<>();
      int open = 0;
      for (Visitor visitor : visitors) {
        for (Connection connection : visitor.open) {
          open++;
          used.add(FakeDatabase.idOf(connection));
        }
      }
      assertThat(used).hasSize(open);
      assertThat(pool.lent()).isBetween(open, open + REQUESTS);
      assertThat(pool.wrongs()).isZero();
    }

    void endAll() throws SQLException {
      for (int i = 0; i < REQUESTS; i++) {
        does(new Step(i, Act.END));
      }
    }

    /** One request and its open handles. */
    private final class Visitor {
      private final RequestScope scope =
          new RequestScope("/p", RequestScope.NO_DEADLINE, ended::add);
      private final List<Connection> open = new ArrayList<>();
      private Connection closed;

      void act(Act act) throws SQLException {
        switch (act) {
          case OPEN -> open();
          case CLOSE -> close();
          case CLOSE_AGAIN -> {
            if (closed != null) {
              closed.close();
            }
          }
          case RECLAIM -> source.reclaimer().reclaim(System.nanoTime());
          case PARK, END -> {}
          default -> use(act);
        }
      }

      private void open() throws SQLException {
        try {
          Connection connection = source.getConnection();
          assertThat(connection.getAutoCommit()).isTrue();
          assertThat(connection.isReadOnly()).isFalse();
          open.add(connection);
        } catch (ConnectionUnavailableException e) {
          assertThat(pool.lent()).isEqualTo(SIZE);
        }
      }

      private void close() throws SQLException {
        if (!open.isEmpty()) {
          closed = open.remove(open.size() - 1);
          closed.close();
        }
      }

      private void use(Act act) throws SQLException {
        if (open.isEmpty()) {
          return;
        }
        Connection connection = open.get(0);
        switch (act) {
          case QUERY -> query(connection);
          case CHANGE -> {
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
          }
          case COMMIT -> connection.commit();
          case ABORT -> {
            open.remove(0);
            connection.abort(Runnable::run);
          }
          case BREAK -> {
            open.remove(0);
            FakeDatabase.kill(connection);
            query(connection);
            connection.close();
          }
          default -> throw new IllegalArgumentException(act.name());
        }
      }

      private void query(Connection connection) {
        try (Statement statement = connection.createStatement()) {
          statement.execute("x");
        } catch (SQLException e) {
          assertThat(e.getSQLState()).isEqualTo("08006");
        }
      }
    }
  }
}
