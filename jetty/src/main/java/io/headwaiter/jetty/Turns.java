package io.headwaiter.jetty;

import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.front.request.SharedWorkers;
import io.headwaiter.front.request.TurnMeter;
import io.headwaiter.front.session.SessionUse;
import io.headwaiter.front.work.ExcessTurns;
import io.headwaiter.front.work.WorkQueue;
import io.headwaiter.telemetry.ServerMeters;
import java.io.Closeable;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.thread.ExecutionStrategy;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Passes all work of a connector on to the server's thread pool, and measures how much of it waits
 * there and for how long. Work of a visit over its account waits for CPU time that other visits
 * leave over ({@link ExcessTurns}), before it goes to the pool or when a thread takes it. Work of a
 * visit that holds too many threads waits until the visit may hold one more ({@link
 * SharedWorkers}).
 *
 * <p>Jetty keeps no threads of this executor in reserve, because it is no pool: its selectors hand
 * over whatever may block, so all of it can be seen to wait. First come, first served. Thread-safe.
 *
 * <p>Checked against Jetty 12.1.14: a selector runs by itself work that cannot block, so it reads
 * the frames of HTTP/2 on its thread, and hands each stream over from there.
 */
final class Turns implements Executor, WorkQueue {
  private static final int ANY_NUMBER = 0;
  // The connection that is read on this thread; null if none.
  private static final ThreadLocal<HandshakeMeter> READ = new ThreadLocal<>();
  // The connection that work handed over on this thread will read; null if unknown.
  private static final ThreadLocal<Reading> READS = new ThreadLocal<>();

  // The work that this thread runs; null if none.
  private static final ThreadLocal<AtWork> AT_WORK = new ThreadLocal<>();

  private final Executor pool;
  private final TurnMeter meter;
  // In the order of the pool's queue; turns that have begun are removed when they reach the head.
  private final Queue<Turn> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final SharedWorkers<AtWork> shared;
  // Null before the first start.
  private volatile @Nullable ExcessTurns excess;
  private volatile boolean areShared = true;

  /**
   * A connection that will be read.
   *
   * @param canWait whether the reading may wait for other work
   */
  private record Reading(HandshakeMeter connection, boolean canWait) {}

  /** Work of a connection, handed over by a selector. */
  interface OfConnection extends Runnable {
    /** Returns the visit of the connection; null if unknown. */
    @Nullable SessionUse sessionUse();

    /** Returns whether a request is being served on the connection. */
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
   * Sets the CPU time for visits over their account, from now on.
   *
   * @param budget budget of the start that follows
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

  private void begin(Runnable work, @Nullable Object holder, boolean canWait) {
    shared.submit(holder, canWait, new AtWork(work, holder), this::toPool);
  }

  private void toPool(AtWork begun) {
    begun.setWaiting(true);
    boolean taken = false;
    try {
      pool.execute(begun);
      taken = true;
    } finally {
      if (!taken) {
        begun.setWaiting(false);
      }
    }
  }

  /** Called when the number of threads has changed. */
  void resized() {
    shared.resized();
  }

  /** Closes the work that is held back, when the connector stops. */
  void stop() {
    shared.drain().forEach(AtWork::closeWork);
  }

  /** Returns the number of turns that wait because their visits hold too many threads. */
  int heldBack() {
    return shared.heldBack();
  }

  /** Reads a connection on this thread; work that is submitted meanwhile is for its visit. */
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
   * Hands over work that reads a connection whose bytes have already arrived. All work that this
   * reading hands over belongs to the connection's visit, as with {@link #read}.
   *
   * @param canWait whether the reading may wait: not if a request in progress may need the bytes
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
   * Assigns the turn of this thread, if any, to this connection's visit.
   *
   * @return whether the turn may continue; if not, submit it again as a turn of the visit
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
      // It continues to read the connection on another thread.
      boolean goesOn = read != null && work instanceof ExecutionStrategy;
      Runnable wrapped = goesOn ? () -> read(read, work) : work;
      execute(new Turn(wrapped, sessionUseOf(work), canWait(work), read));
    } else {
      HandshakeMeter read = reading.connection();
      execute(new Turn(() -> read(read, work), read.sessionUse(), reading.canWait(), read));
    }
  }

  private void execute(Turn turn) {
    if (!turn.deferIfOverAccount()) {
      begin(turn, turn.holder(), turn.canWait);
    }
  }

  private static @Nullable SessionUse sessionUseOf(Runnable work) {
    if (work instanceof OfConnection connection && connection.sessionUse() != null) {
      return connection.sessionUse();
    }
    HandshakeMeter read = READ.get();
    return read == null ? io.headwaiter.front.request.Turn.currentSessionUse() : read.sessionUse();
  }

  /**
   * Returns whether the work may wait. Work may not if it reads the frames of a connection, came on
   * a connection that is being served, or was submitted by a request: a request that has begun may
   * depend on it.
   */
  private static boolean canWait(Runnable work) {
    return (work instanceof OfConnection connection && connection.sessionUse() != null)
        ? !connection.isServing()
        : READ.get() != null
            && !(work instanceof ExecutionStrategy)
            && !io.headwaiter.front.request.Turn.isServing();
  }

  /** Returns the meter of the turns. */
  TurnMeter meter() {
    return meter;
  }

  @Override
  public int workers() {
    return threadsMax();
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
      queue.remove(head); // the first element, so there is no search
      head = queue.peek();
    }
    return head;
  }

  /** Work that has a thread or waits for one, and its end. */
  private final class AtWork implements Runnable, Closeable {
    private final Runnable work;
    // Null if unknown.
    private @Nullable Object holder;

    AtWork(Runnable work, @Nullable Object holder) {
      this.work = work;
      this.holder = holder;
    }

    /** Sets whether the work counts as waiting; a deferred turn never does. */
    void setWaiting(boolean now) {
      if (work instanceof Turn turn) {
        turn.setWaiting(now);
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

    boolean joins(@Nullable Object visit) {
      boolean joins = shared.joins(visit);
      holder = joins ? visit : null;
      return joins;
    }

    /** Called instead of {@link #run} by a pool that stops. */
    @Override
    public void close() {
      closeWork();
      shared.ended(holder);
    }

    void closeWork() {
      ExcessTurns.close(work);
    }
  }

  private final class Turn implements Runnable, Closeable {
    private final Runnable work;
    // Null if unknown.
    private final @Nullable SessionUse sessionUse;
    private final boolean canWait;
    // The connection on which the work came; null if unknown.
    private final @Nullable HandshakeMeter read;
    private final long cameNanos = System.nanoTime();
    // Since when it waits for a thread, not counting the time for which it was held back.
    private volatile long queuedNanos = System.nanoTime();
    private volatile boolean waits;
    private volatile boolean deferred;

    Turn(
        Runnable work,
        @Nullable SessionUse sessionUse,
        boolean canWait,
        @Nullable HandshakeMeter read) {
      this.work = work;
      this.sessionUse = sessionUse;
      this.canWait = canWait;
      this.read = read;
    }

    /** Returns the holder of the visit; if that is unknown, of the connection that is read. */
    @Nullable Object holder() {
      if (sessionUse != null) {
        return sessionUse.holder();
      }
      return read == null ? null : read.holder();
    }

    /**
     * Defers the turn if its visit is over its account, and returns whether it did. A deferred turn
     * comes again when there is CPU time.
     */
    boolean deferIfOverAccount() {
      ExcessTurns turns = canWait ? excess : null;
      long now = System.nanoTime();
      if (turns == null || sessionUse == null || !sessionUse.isOver(now - cameNanos)) {
        return false;
      }
      deferred = true;
      turns.add(sessionUse, this);
      return true;
    }

    @Override
    public void run() {
      if (deferred) {
        meter.runDeferred(System.nanoTime() - cameNanos, /* canWait= */ true, sessionUse, work);
        return;
      }
      setWaiting(false);
      // If many came at once, the first ones may have used up the account.
      if (deferIfOverAccount()) {
        return;
      }
      long waitedNanos = System.nanoTime() - queuedNanos;
      if (work instanceof OfConnection || read != null || sessionUse != null) {
        meter.run(waitedNanos, queuedNanos - cameNanos, canWait, sessionUse, work);
      } else {
        // It may be a selector, whose turn never ends.
        meter.run(waitedNanos, work);
      }
    }

    /** Called instead of {@link #run}; closes the connection. */
    @Override
    public void close() throws IOException {
      setWaiting(false);
      if (work instanceof Closeable closeable) {
        closeable.close();
      } else if (read != null && read.connection() != null) {
        // The stream is never served; the close tells its client.
        read.connection().close();
      }
    }

    /** Sets whether it waits for a thread; repeated calls have no effect. */
    private void setWaiting(boolean now) {
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
