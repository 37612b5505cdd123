package io.headwaiter.jdbc.pool;

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
 * Adapter for pools that cannot bound the wait of one caller, and that connect to the database on
 * the caller's thread. Callers first pass a fair semaphore with one permit for each connection of
 * the pool, so that they wait there, with a deadline. If the pool has to ask the database, a
 * connector thread of this class does so; a database that hangs then blocks that thread and no
 * request. A connection that comes too late is given back. Connector threads also discard
 * connections, because that can wait for a lost network or for a call under way.
 */
abstract class BoundedWaitAdapter implements PoolAdapter {
  private static final int THREAD_KEEP_SECONDS = 10;

  private final Gate gate;
  private final AtomicInteger places;
  private final AtomicInteger lent = new AtomicInteger();
  // Callers with a permit that have no connection yet; each may take an idle one.
  private final AtomicInteger takers = new AtomicInteger();
  // At most one thread for each permit, and one for each resize.
  private final ExecutorService connectors;

  BoundedWaitAdapter(int size) {
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

  /** Returns how many idle connections the pool has, so that it need not make a new one. */
  abstract int idle();

  /** Returns whether the pool may ask the database even before it lends an idle connection. */
  abstract boolean asksBeforeLending();

  /** Takes a connection from the pool, on any thread. */
  abstract Connection take() throws SQLException;

  /** Gives a connection back to the pool; after a resize a surplus one is closed. */
  abstract void put(Connection connection) throws SQLException;

  /**
   * Withholds a connection from all callers, and returns a task that discards it and the
   * transaction under way on it. The task may block.
   */
  abstract Runnable discarding(Connection connection);

  /** Tells the pool its new size. */
  abstract void resized(int connections);

  /** Closes idle connections that are surplus after a resize, on a connector thread. */
  abstract void dropIdle() throws SQLException;

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
    // Counted before idle() is read: of two callers at once for one connection, one sees the other.
    int ahead = takers.getAndIncrement();
    if (lendsAtOnce(ahead)) {
      return takeOrLeave();
    }
    return connectElsewhere(Math.max(1, timeoutNanos - (System.nanoTime() - start)));
  }

  private boolean lendsAtOnce(int ahead) {
    try {
      return idle() > ahead && !asksBeforeLending();
    } catch (RuntimeException | Error e) { // of the pool, which is not ours
      giveUp();
      throw e;
    }
  }

  /** Gives back what a caller holds that gets no connection. */
  private void giveUp() {
    takers.decrementAndGet();
    gate.release();
  }

  private Connection takeOrLeave() throws SQLException {
    boolean taken = false;
    try {
      Connection connection = take();
      taken = true;
      lent.incrementAndGet();
      return connection;
    } finally {
      takers.decrementAndGet();
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
      giveUp(); // no thread could be started
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
    } catch (SQLException | RuntimeException | Error e) {
      coming.completeExceptionally(e);
    }
  }

  /**
   * Throws the failure, or returns the connection if it has come in time. The first to complete the
   * future decides.
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
    lent.decrementAndGet();
    try {
      put(connection);
    } finally {
      gate.release();
    }
  }

  @Override
  public final void evict(Connection connection) {
    lent.decrementAndGet();
    Runnable discarding = discarding(connection);
    try {
      connectors.execute(() -> runAndLeave(discarding));
    } catch (RuntimeException | Error e) {
      // No thread could be started: discard on this one, which may take longer.
      runAndLeave(discarding);
    }
  }

  private void runAndLeave(Runnable discarding) {
    try {
      discarding.run();
    } finally {
      gate.release();
    }
  }

  @Override
  public final PoolCounts counts() {
    return new PoolCounts(lent.get(), idle(), gate.getQueueLength(), size());
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
        connectors.execute(this::shrink);
      }
    }
  }

  /** Closes idle connections. Counts as a taker, so that no caller relies on them. */
  private void shrink() {
    takers.incrementAndGet();
    try {
      dropIdle();
    } catch (SQLException | RuntimeException e) {
      Adapters.notClosed(e);
    } finally {
      takers.decrementAndGet();
    }
  }

  /** A fair semaphore that can lose permits. */
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
