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
 * the pool, so that the waiting is ours and has a deadline; and where the pool has to ask the
 * database, a thread of ours does the asking, so that a database that hangs holds up that thread
 * and no request. A connection that comes too late is given back. Connections are thrown away on
 * such a thread, too: that can wait for a network that is gone, or for a call under way.
 */
abstract class GatedAdapter implements PoolAdapter {
  private static final int THREAD_KEEP_SECONDS = 10;

  private final Gate gate;
  private final AtomicInteger places;
  private final AtomicInteger lent = new AtomicInteger();
  // Those past the gate that have no connection yet; each may take an idle one.
  private final AtomicInteger takers = new AtomicInteger();
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

  /** How many connections the pool has at hand, so that it need not ask the database for one. */
  abstract int idle();

  /** Whether the pool may ask the database even before it lends an idle connection. */
  abstract boolean asksBeforeLending();

  /** Takes a connection from the pool, on whatever thread. */
  abstract Connection take() throws SQLException;

  /** Gives a connection to the pool; after a resize one too many is closed. */
  abstract void put(Connection connection) throws SQLException;

  /**
   * Keeps everybody from a connection, and returns what throws it away, and the transaction under
   * way on it. That may take its time.
   */
  abstract Runnable discarding(Connection connection);

  /** Tells the pool its new size. */
  abstract void resized(int connections);

  /** Closes idle connections that are too many after a resize, on a thread of ours. */
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
    // Counted before the idle ones are: of two who come for one at once, one sees the other.
    int ahead = takers.getAndIncrement();
    if (idle() > ahead && !asksBeforeLending()) {
      return takeOrLeave();
    }
    return connectElsewhere(Math.max(1, timeoutNanos - (System.nanoTime() - start)));
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
      // No thread to be had: then nobody will leave the gate for us.
      takers.decrementAndGet();
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
    } catch (SQLException | RuntimeException | Error e) {
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
      // No thread to be had: better late than never.
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

  /** As a taker, so that nobody counts on the idle connections that go. */
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
