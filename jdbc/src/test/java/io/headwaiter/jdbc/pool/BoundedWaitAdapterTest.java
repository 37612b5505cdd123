package io.headwaiter.jdbc.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.jdbc.FakeDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which threads act for a pool that connects on its caller's thread. */
@Timeout(60)
class BoundedWaitAdapterTest {
  private static final long HOURS_NANOS = TimeUnit.HOURS.toNanos(10);

  private final FakeDatabase database = new FakeDatabase("gated");

  /** A pool in which the test takes and discards connections. */
  private final class Pool extends BoundedWaitAdapter {
    private int idle;
    private boolean asksBeforeLending;
    private Callable<Connection> taking = database::connect;
    private Runnable discarding = () -> {};
    private volatile Thread taker;

    Pool(int size) {
      super(size);
    }

    @Override
    int idle() {
      return idle;
    }

    @Override
    boolean asksBeforeLending() {
      return asksBeforeLending;
    }

    @Override
    Connection take() throws SQLException {
      taker = Thread.currentThread();
      try {
        return taking.call();
      } catch (SQLException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new SQLException(e);
      }
    }

    @Override
    void put(Connection connection) {}

    @Override
    Runnable discarding(Connection connection) {
      return discarding;
    }

    @Override
    void resized(int connections) {}

    @Override
    void dropIdle() {}

    @Override
    public String name() {
      return "pool";
    }

    @Override
    public DataSource source() {
      throw new UnsupportedOperationException("no DataSource");
    }

    @Override
    public UnfinishedWork unfinishedWork() {
      return UnfinishedWork.ROLLED_BACK;
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static CompletableFuture<Connection> borrowing(Pool pool) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return pool.borrow(HOURS_NANOS);
          } catch (SQLException e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void takesIdleConnectionOnCallersThread() throws SQLException {
    Pool pool = new Pool(2);
    pool.idle = 1;
    for (int i = 0; i < 3; i++) {
      Connection connection = pool.borrow(HOURS_NANOS);
      assertThat(pool.taker).isSameAs(Thread.currentThread());
      pool.giveBack(connection);
    }
  }

  @Test
  void oneOfTwoCallersConnectsOnAnotherThread() throws Exception {
    Pool pool = new Pool(2);
    pool.idle = 1;
    CountDownLatch taking = new CountDownLatch(1);
    CountDownLatch mayTake = new CountDownLatch(1);
    pool.taking =
        () -> {
          taking.countDown();
          await(mayTake);
          return database.connect();
        };
    CompletableFuture<Connection> first = borrowing(pool);
    await(taking);
    pool.taking = database::connect;
    Connection second = pool.borrow(HOURS_NANOS);
    assertThat(pool.taker).isNotSameAs(Thread.currentThread());
    mayTake.countDown();
    pool.giveBack(first.get());
    pool.giveBack(second);
    assertThat(pool.counts().active()).isZero();
  }

  @Test
  void validatesConnectionsOnAnotherThread() throws SQLException {
    Pool pool = new Pool(1);
    pool.idle = 1;
    pool.asksBeforeLending = true;
    pool.giveBack(pool.borrow(HOURS_NANOS));
    assertThat(pool.taker).isNotSameAs(Thread.currentThread());
  }

  @Test
  void reportsConnectorErrorsAndReleasesPermit() {
    Pool pool = new Pool(1);
    Error error = new NoClassDefFoundError("a part of the driver");
    pool.taking =
        () -> {
          throw error;
        };
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> pool.borrow(HOURS_NANOS))
          .isInstanceOf(SQLException.class)
          .hasCause(error);
    }
  }

  @Test
  void evictDoesNotBlockButKeepsPermit() throws SQLException {
    Pool pool = new Pool(1);
    CountDownLatch mayClose = new CountDownLatch(1);
    AtomicInteger discarded = new AtomicInteger();
    pool.discarding =
        () -> {
          await(mayClose);
          discarded.incrementAndGet();
        };
    pool.evict(pool.borrow(HOURS_NANOS));
    assertThat(pool.counts().active()).isZero();
    assertThatThrownBy(() -> pool.borrow(1)).hasMessageContaining("in use");
    assertThat(discarded).hasValue(0);
    mayClose.countDown();
    pool.giveBack(pool.borrow(HOURS_NANOS));
    assertThat(discarded).hasValue(1);
  }
}
