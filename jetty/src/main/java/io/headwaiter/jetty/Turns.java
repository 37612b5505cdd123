package io.headwaiter.jetty;

import io.headwaiter.front.ExcessBudget;
import io.headwaiter.front.ExcessTurns;
import io.headwaiter.front.TurnMeter;
import io.headwaiter.front.Visits;
import io.headwaiter.front.WorkQueue;
import io.headwaiter.telemetry.ServerMeters;
import java.io.Closeable;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.thread.ExecutionStrategy;
import org.eclipse.jetty.util.thread.ThreadPool;

/**
 * Passes all work of a connector on to the server's thread pool, and knows how much of it waits
 * there, and for how long. What would be done for a visit that is over its account waits for CPU
 * time that others leave over ({@link ExcessTurns}), before it goes to the pool or when a thread
 * turns to it.
 *
 * <p>As this is no pool, Jetty keeps no threads of it in reserve: its selector hands over whatever
 * may block, and all of that can be seen to wait. First come, first served. Thread-safe.
 *
 * <p>Checked against Jetty 12.1.14: a selector runs by itself what cannot block, so the frames of
 * HTTP/2 are read on its thread, and each stream is handed over from there.
 */
final class Turns implements Executor, WorkQueue {
  // The connection that is read on this thread, null while none is.
  private static final ThreadLocal<HandshakeMeter> READ = new ThreadLocal<>();

  private final Executor pool;
  private final TurnMeter meter;
  // In the order of the pool's queue; those that have begun are taken out as they come to the head.
  private final Queue<Turn> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  // Null before the first start.
  private volatile ExcessTurns excess;

  /** Work of a connection, handed over by a selector. */
  interface OfConnection extends Runnable {
    /** The visit of the connection; null if it is not known. */
    Visits.Stay stay();
  }

  Turns(Executor pool, ServerMeters meters) {
    this.pool = pool;
    this.meter = new TurnMeter(meters);
  }

  /**
   * Visits over their account get this CPU time from now on.
   *
   * @param budget of the start that comes
   */
  void defer(ExcessBudget budget) {
    excess =
        new ExcessTurns(
            budget,
            pool,
            () -> pool instanceof ThreadPool.SizedThreadPool sized ? sized.getMaxThreads() : 0);
  }

  /** Reads a connection on this thread: what is handed over meanwhile is work for its visit. */
  static void read(HandshakeMeter connection, Runnable reading) {
    HandshakeMeter outer = READ.get();
    READ.set(connection);
    try {
      reading.run();
    } finally {
      if (outer == null) {
        READ.remove();
      } else {
        READ.set(outer);
      }
    }
  }

  @Override
  public void execute(Runnable work) {
    Turn turn = new Turn(work, stayOf(work), canWait(work));
    if (!turn.isDeferred()) {
      queue(turn);
    }
  }

  private static Visits.Stay stayOf(Runnable work) {
    if (work instanceof OfConnection connection) {
      return connection.stay();
    }
    HandshakeMeter read = READ.get();
    return read == null ? io.headwaiter.front.Turn.currentStay() : read.stay();
  }

  /** Not work that reads the frames of a connection: a request that has begun may wait for one. */
  private static boolean canWait(Runnable work) {
    return work instanceof OfConnection
        || (READ.get() != null && !(work instanceof ExecutionStrategy));
  }

  private void queue(Turn turn) {
    waiting.incrementAndGet();
    queue.add(turn);
    try {
      pool.execute(turn);
    } catch (RejectedExecutionException e) {
      turn.waitsNoMore();
      throw e;
    }
  }

  /** Measures the turns. */
  TurnMeter meter() {
    return meter;
  }

  @Override
  public int waiting() {
    return waiting.get();
  }

  @Override
  public long headDelayNanos(long nowNanos) {
    Turn head = longestWaiting();
    return head == null ? 0 : Math.max(0, nowNanos - head.queuedNanos);
  }

  private Turn longestWaiting() {
    Turn head = queue.peek();
    while (head != null && !head.waits) {
      queue.remove(head); // the first one, so nothing is searched for
      head = queue.peek();
    }
    return head;
  }

  private final class Turn implements Runnable, Closeable {
    private final Runnable work;
    // Null if it is not known.
    private final Visits.Stay stay;
    private final boolean canWait;
    private final long queuedNanos = System.nanoTime();
    private volatile boolean waits = true;
    private volatile boolean deferred;

    Turn(Runnable work, Visits.Stay stay, boolean canWait) {
      this.work = work;
      this.stay = stay;
      this.canWait = canWait;
    }

    /** Whether its visit is over its account; if so it comes again when there is CPU time. */
    boolean isDeferred() {
      ExcessTurns turns = excess;
      if (!canWait || turns == null || stay == null || !stay.isOver()) {
        return false;
      }
      deferred = true;
      turns.add(stay, this);
      return true;
    }

    @Override
    public void run() {
      if (deferred) {
        meter.runDeferred(System.nanoTime() - queuedNanos, stay, work);
        return;
      }
      waitsNoMore();
      // Of many that came at once the first ones may have taken all there was.
      if (!isDeferred()) {
        meter.run(System.nanoTime() - queuedNanos, stay, work);
      }
    }

    /** Instead of {@link #run}, by a pool that stops. */
    @Override
    public void close() throws IOException {
      if (!deferred) {
        waitsNoMore();
      }
      if (work instanceof Closeable closeable) {
        closeable.close();
      }
    }

    private void waitsNoMore() {
      waits = false;
      waiting.decrementAndGet();
      longestWaiting();
    }
  }
}
