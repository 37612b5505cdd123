package io.headwaiter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * For pools that cannot be told how long one caller may wait, and that connect to the database on
 * the caller's thread. A fair gate with as many places as the pool has connections stands before
 * the pool, so that the waiting is ours and has a deadline; and where the pool has no idle
 * connection, a thread of ours does the connecting, so that a database that hangs holds up that
 * thread and no request. A connection that comes too late is given back.
 */
abstract class GatedAdapter implements PoolAdapter {
  private static final int THREAD_KEEP_SECONDS = 10;

  private final Gate gate;
  private final AtomicInteger places;
  // At most one thread for each place of the gate.
  private final ExecutorService connectors;

  GatedAdapter(int size) {
    gate = new Gate(size);
    places = new AtomicInteger(size);
    connectors =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            THREAD_KEEP_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work -> {
              Thread thread = new Thread(work, "headwaiter-connector");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Whether the pool has a connection at hand and need not ask the database for one. */
  abstract boolean hasIdle();

  /** Takes a connection from the pool, on whatever thread. */
  abstract Connection take() throws SQLException;

  /** Gives a connection to the pool. */
  abstract void put(Connection connection) throws SQLException;

  /** Throws a connection away. */
  abstract void discard(Connection connection);

  /** Tells the pool its new size. */
  abstract void resized(int connections);

  @Override
  public final Connection borrow(long timeoutNanos) throws SQLException {
    long start = System.nanoTime();
    boolean entered = false;
    try {
      entered = gate.tryAcquire(timeoutNanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException(name() + " - interrupted while waiting for a connection", "HY008", e);
    }
    if (!entered) {
      throw timedOut(timeoutNanos, "all " + size() + " connections are in use");
    }
    if (!hasIdle()) {
      return connectElsewhere(Math.max(1, timeoutNanos - (System.nanoTime() - start)));
    }
    return takeOrLeave();
  }

  private Connection takeOrLeave() throws SQLException {
    boolean taken = false;
    try {
      Connection connection = take();
      taken = true;
      return connection;
    } finally {
      if (!taken) {
        gate.release();
      }
    }
  }

  private Connection connectElsewhere(long timeoutNanos) throws SQLException {
    CompletableFuture<Connection> coming = new CompletableFuture<>();
    try {
      connectors.execute(() -> connect(coming));
    } catch (RuntimeException | Error e) {
      // No thread to be had: then nobody will leave the gate for us.
      gate.release();
      throw e;
    }
    try {
      return coming.get(timeoutNanos, TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SQLException refused) {
        throw refused;
      }
      throw new SQLException(name() + " - no connection: " + e.getCause(), "08001", e.getCause());
    } catch (TimeoutException e) {
      return orElse(coming, timedOut(timeoutNanos, "the database does not answer"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return orElse(
          coming, new SQLException(name() + " - interrupted while connecting", "HY008", e));
    }
  }

  private void connect(CompletableFuture<Connection> coming) {
    try {
      Connection connection = takeOrLeave();
      if (!coming.complete(connection)) {
        giveBack(connection);
      }
    } catch (SQLException | RuntimeException e) {
      coming.completeExceptionally(e);
    }
  }

  /**
   * Whoever completes the future first decides: the connection came in time, or nobody wants it.
   */
  private static Connection orElse(CompletableFuture<Connection> coming, SQLException failure)
      throws SQLException {
    if (coming.completeExceptionally(failure) || coming.isCompletedExceptionally()) {
      throw failure;
    }
    return coming.join();
  }

  private SQLException timedOut(long timeoutNanos, String why) {
    return new SQLTransientConnectionException(
        name()
            + " - no connection within "
            + Adapters.millis(timeoutNanos)
            + " ms; "
            + why
            + " ("
            + gate.getQueueLength()
            + " waiting)",
        "08001");
  }

  @Override
  public final void giveBack(Connection connection) throws SQLException {
    try {
      put(connection);
    } finally {
      gate.release();
    }
  }

  @Override
  public final void evict(Connection connection) {
    try {
      discard(connection);
    } finally {
      gate.release();
    }
  }

  @Override
  public final int size() {
    return places.get();
  }

  @Override
  public final void resize(int connections) {
    Adapters.atLeastOne(connections);
    synchronized (gate) {
      int before = places.getAndSet(connections);
      resized(connections);
      if (connections > before) {
        gate.release(connections - before);
      } else {
        gate.reducePermits(before - connections);
      }
    }
  }

  final int waiting() {
    return gate.getQueueLength();
  }

  /** A fair semaphore that can lose places. */
  private static final class Gate extends Semaphore {
    Gate(int places) {
      super(places, true);
    }

    @Override
    public void reducePermits(int reduction) {
      super.reducePermits(reduction);
    }
  }
}
