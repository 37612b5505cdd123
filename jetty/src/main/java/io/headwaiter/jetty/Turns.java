package io.headwaiter.jetty;

import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.front.ExcessTurns;
import io.headwaiter.front.SharedWorkers;
import io.headwaiter.front.TurnMeter;
import io.headwaiter.front.Visits;
import io.headwaiter.front.WorkQueue;
import io.headwaiter.telemetry.ServerMeters;
import java.io.Closeable;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.thread.ExecutionStrategy;
import org.eclipse.jetty.util.thread.ThreadPool;

/**
 * Passes all work of a connector on to the server's thread pool, and knows how much of it waits
 * there, and for how long. What would be done for a visit that is over its account waits for CPU
 * time that others leave over ({@link ExcessTurns}), before it goes to the pool or when a thread
 * turns to it; what would be done for one that holds too many threads waits until it may hold one
 * more ({@link SharedWorkers}).
 *
 * <p>As this is no pool, Jetty keeps no threads of it in reserve: its selector hands over whatever
 * may block, and all of that can be seen to wait. First come, first served. Thread-safe.
 *
 * <p>Checked against Jetty 12.1.14: a selector runs by itself what cannot block, so the frames of
 * HTTP/2 are read on its thread, and each stream is handed over from there.
 */
final class Turns implements Executor, WorkQueue {
  private static final System.Logger LOG = System.getLogger(Turns.class.getName());
  private static final int ANY_NUMBER = 0;
  // The connection that is read on this thread, null while none is.
  private static final ThreadLocal<HandshakeMeter> READ = new ThreadLocal<>();
  // What is handed over on this thread reads this connection; null while nothing is known of it.
  private static final ThreadLocal<Reading> READS = new ThreadLocal<>();

  // Null while there is none.
  private static final ThreadLocal<AtWork> AT_WORK = new ThreadLocal<>();

  private final Executor pool;
  private final TurnMeter meter;
  // In the order of the pool's queue; those that have begun are taken out as they come to the head.
  private final Queue<Turn> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final SharedWorkers<AtWork> shared;
  // Null before the first start.
  private volatile ExcessTurns excess;
  private volatile boolean areShared = true;

  /**
   * Work that reads a connection.
   *
   * @param canWait whether it may wait for others
   */
  private record Reading(HandshakeMeter connection, boolean canWait) {}

  /** Work of a connection, handed over by a selector. */
  interface OfConnection extends Runnable {
    /** The visit of the connection; null if it is not known. */
    Visits.Stay stay();

    /** Whether a request is being served on the connection. */
    boolean isServing();
  }

  Turns(Executor pool, ServerMeters meters) {
    this.pool = pool;
    this.meter = new TurnMeter(meters);
    this.shared =
        new SharedWorkers<>(
            () -> areShared ? threadsMax() : ANY_NUMBER, this::toPool, AtWork::closeWork);
  }

  /**
   * Visits over their account get this CPU time from now on.
   *
   * @param budget of the start that comes
   * @param shared whether turns of a visit that holds too many threads are held back
   */
  void start(ExcessBudget budget, boolean shared) {
    excess =
        new ExcessTurns(
            budget, turn -> begin(turn, turn.holder(), /* canWait= */ true), this::threadsMax);
    areShared = shared;
  }

  private int threadsMax() {
    return pool instanceof ThreadPool.SizedThreadPool sized ? sized.getMaxThreads() : ANY_NUMBER;
  }

  private void begin(Runnable work, Object holder, boolean canWait) {
    AtWork begun = new AtWork(work, holder);
    if (!shared.begins(holder, canWait, begun)) {
      return;
    }
    boolean taken = false;
    try {
      toPool(begun);
      taken = true;
    } finally {
      if (!taken) {
        shared.ended(holder);
      }
    }
  }

  private void toPool(AtWork begun) {
    begun.waits(true);
    boolean taken = false;
    try {
      pool.execute(begun);
      taken = true;
    } finally {
      if (!taken) {
        begun.waits(false);
      }
    }
  }

  /** There may be more threads now. */
  void resized() {
    shared.resized();
  }

  /** Closes what is held back, when the connector stops. */
  void stop() {
    shared.drain().forEach(AtWork::closeWork);
  }

  /** Turns that wait because their visits hold too many threads. */
  int heldBack() {
    return shared.heldBack();
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

  /**
   * Hands over work that reads a connection, because bytes of it are here already. What that work
   * hands over in its turn is work for the connection's visit, as with {@link #read}.
   *
   * @param canWait whether the reading may wait: not if a request that is being served may wait for
   *     what is read
   */
  static void readLater(HandshakeMeter connection, boolean canWait, Runnable handing) {
    READS.set(new Reading(connection, canWait));
    try {
      handing.run();
    } finally {
      READS.remove();
    }
  }

  /**
   * The turn of this thread, if there is one, turns out to be for this connection's visit.
   *
   * @return whether it may go on; if not, it should come again as a turn of the visit
   */
  static boolean joins(HandshakeMeter connection) {
    AtWork turn = AT_WORK.get();
    return turn == null || turn.holder != null || turn.joins(connection.holder());
  }

  @Override
  public void execute(Runnable work) {
    Reading reading = READS.get();
    if (reading == null) {
      HandshakeMeter read = READ.get();
      // Goes on reading on another thread.
      boolean goesOn = read != null && work instanceof ExecutionStrategy;
      Runnable wrapped = goesOn ? () -> read(read, work) : work;
      execute(new Turn(wrapped, stayOf(work), canWait(work), read));
    } else {
      HandshakeMeter read = reading.connection();
      execute(new Turn(() -> read(read, work), read.stay(), reading.canWait(), read));
    }
  }

  private void execute(Turn turn) {
    if (!turn.isDeferred()) {
      begin(turn, turn.holder(), turn.canWait);
    }
  }

  private static Visits.Stay stayOf(Runnable work) {
    if (work instanceof OfConnection connection) {
      return connection.stay();
    }
    HandshakeMeter read = READ.get();
    return read == null ? io.headwaiter.front.Turn.currentStay() : read.stay();
  }

  /**
   * Not work that reads the frames of a connection, that came on a connection that is being served,
   * or that a request hands over: a request that has begun may wait for it.
   */
  private static boolean canWait(Runnable work) {
    return work instanceof OfConnection connection
        ? !connection.isServing()
        : READ.get() != null
            && !(work instanceof ExecutionStrategy)
            && !io.headwaiter.front.Turn.isServing();
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

  /** Work that has a thread, or waits for one, and its end. */
  private final class AtWork implements Runnable, Closeable {
    private final Runnable work;
    // Null if it is not known.
    private Object holder;

    AtWork(Runnable work, Object holder) {
      this.work = work;
      this.holder = holder;
    }

    /** A turn that was deferred counts as no waiting work. */
    void waits(boolean now) {
      if (work instanceof Turn turn) {
        turn.waits(now);
      }
    }

    @Override
    public void run() {
      AtWork outer = AT_WORK.get();
      AT_WORK.set(this);
      try {
        work.run();
      } finally {
        AT_WORK.set(outer);
        shared.ended(holder);
      }
    }

    boolean joins(Object visit) {
      boolean joins = shared.joins(visit);
      holder = joins ? visit : null;
      return joins;
    }

    /** Instead of {@link #run}, by a pool that stops. */
    @Override
    public void close() {
      closeWork();
      shared.ended(holder);
    }

    void closeWork() {
      if (work instanceof Closeable closeable) {
        try {
          closeable.close();
        } catch (IOException e) {
          LOG.log(System.Logger.Level.DEBUG, "A turn that will not be done cannot be closed", e);
        }
      }
    }
  }

  private final class Turn implements Runnable, Closeable {
    private final Runnable work;
    // Null if it is not known.
    private final Visits.Stay stay;
    private final boolean canWait;
    // On which the work came; null if it is not known.
    private final HandshakeMeter read;
    // Since when it waits for a thread; not while it was held back.
    private volatile long queuedNanos = System.nanoTime();
    private volatile boolean waits;
    private volatile boolean deferred;

    Turn(Runnable work, Visits.Stay stay, boolean canWait, HandshakeMeter read) {
      this.work = work;
      this.stay = stay;
      this.canWait = canWait;
      this.read = read;
    }

    /** If the visit is not known, that of the connection that is read. */
    Object holder() {
      if (stay != null) {
        return stay.holder();
      }
      return read == null ? null : read.holder();
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
      waits(false);
      // Of many that came at once the first ones may have taken all there was.
      if (!isDeferred()) {
        meter.run(System.nanoTime() - queuedNanos, stay, work);
      }
    }

    /** Instead of {@link #run}; the connection is closed. */
    @Override
    public void close() throws IOException {
      waits(false);
      if (work instanceof Closeable closeable) {
        closeable.close();
      } else if (read != null && read.connection() != null) {
        // A stream that is never served: its client sees at least that.
        read.connection().close();
      }
    }

    /** Whether it waits for a thread from now on; more than once does no harm. */
    private void waits(boolean now) {
      if (now == waits) {
        return;
      }
      waits = now;
      if (now) {
        queuedNanos = System.nanoTime();
        waiting.incrementAndGet();
        queue.add(this);
      } else {
        waiting.decrementAndGet();
        longestWaiting();
      }
    }
  }
}
