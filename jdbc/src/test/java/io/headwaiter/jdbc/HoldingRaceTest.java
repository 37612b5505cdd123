package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that race: two that use the connections of a request, one that ends it, a reclaimer. */
@Timeout(120)
class HoldingRaceTest {
  private static final int ROUNDS = 2_000;
  private static final int USES = 3;

  private final FakeDatabase database = new FakeDatabase("race");
  private final FakePool pool = new FakePool(database, 10);
  private final RequestWideDataSource source =
      new RequestWideDataSource(
          pool, HoldingOptions.defaults().policy(HoldingPolicy.REQUEST).trust(Duration.ofHours(1)));

  @Test
  void racingThreadsLoseNoConnection() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        RequestScope scope =
            new RequestScope("/race", RequestScope.NO_DEADLINE, RequestListener.NONE);
        CyclicBarrier start = new CyclicBarrier(4);
        List<Future<Void>> all = new ArrayList<>();
        all.add(threads.submit(at(start, () -> use(scope))));
        all.add(threads.submit(at(start, () -> use(scope))));
        all.add(threads.submit(at(start, () -> source.reclaimer().reclaim(System.nanoTime()))));
        boolean parks = round % 2 == 0;
        all.add(threads.submit(at(start, () -> finish(scope, parks))));
        for (Future<Void> one : all) {
          one.get(60, TimeUnit.SECONDS);
        }
        scope.end(true);
        assertThat(pool.lent()).as("lent after round %d", round).isZero();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(pool.wrongs()).isZero();
    assertThat(database.sharedUses()).isZero();
    assertThat(pool.borrows()).isGreaterThanOrEqualTo(ROUNDS);
  }

  private interface Work {
    void run() throws SQLException;
  }

  private static Callable<Void> at(CyclicBarrier start, Work work) {
    return () -> {
      start.await();
      work.run();
      return null;
    };
  }

  private static void finish(RequestScope scope, boolean parks) {
    if (parks) {
      scope.park();
    } else {
      scope.end(true);
    }
  }

  /** The only error allowed is that the end of the request has closed the handle. */
  private void use(RequestScope scope) {
    RequestScope previous = scope.enter();
    try {
      for (int i = 0; i < USES; i++) {
        try (Connection connection = source.getConnection()) {
          connection.setReadOnly(true);
          connection.createStatement().execute("x");
        } catch (SQLException e) {
          assertThat(e.getSQLState()).isEqualTo("08003");
        }
      }
    } finally {
      scope.leave(previous);
    }
  }
}
