package io.headwaiter.jdbc;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Gives connections that requests have kept idle for long back to the pool while a caller waits for
 * one. Otherwise a request could wait in vain: it keeps a connection while it waits for its own
 * threads, which wait for connections. The reclaimer looks twice in the time after which a
 * connection counts as idle for long, and only while callers ask for connections.
 */
final class Reclaimer {
  /** The JDK's own timer; work that takes longer than a look runs on another thread. */
  private static final Executor TIMER_THREAD = Runnable::run;

  private final long idleNanos;
  private final LongSupplier clock;
  private final Executor timer;
  private final Set<BorrowedConnection> ofRequests = ConcurrentHashMap.newKeySet();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicBoolean looksSoon = new AtomicBoolean();
  private final LongAdder reclaimed = new LongAdder();

  /**
   * @param idleNanos idle time after which connections are reclaimed, in nanoseconds; 0 for never
   * @param clock returns the time in nanoseconds
   */
  Reclaimer(long idleNanos, LongSupplier clock) {
    this.idleNanos = idleNanos;
    this.clock = clock;
    timer =
        CompletableFuture.delayedExecutor(
            Math.max(1, idleNanos / 2), TimeUnit.NANOSECONDS, TIMER_THREAD);
  }

  /** Notes that a request has taken a connection. */
  void add(BorrowedConnection borrowed) {
    if (idleNanos > 0) {
      ofRequests.add(borrowed);
    }
  }

  /** Notes that a request no longer has a connection. */
  void remove(BorrowedConnection borrowed) {
    if (idleNanos > 0) {
      ofRequests.remove(borrowed);
    }
  }

  /** Notes that a caller asks the pool, and may have to wait. */
  void asks() {
    if (idleNanos > 0) {
      waiting.incrementAndGet();
      lookSoon();
    }
  }

  /** Notes that the pool has answered. */
  void answered() {
    if (idleNanos > 0) {
      waiting.decrementAndGet();
    }
  }

  private void lookSoon() {
    if (!looksSoon.get() && looksSoon.compareAndSet(false, true)) {
      timer.execute(this::look);
    }
  }

  private void look() {
    long since = clock.getAsLong() - idleNanos;
    looksSoon.set(false);
    if (waiting.get() == 0) {
      return;
    }
    lookSoon();
    if (ofRequests.stream().anyMatch(borrowed -> borrowed.isIdleSince(since))) {
      // Giving a connection back can mean a round trip, and the timer thread is shared.
      Thread thread = new Thread(() -> reclaim(since), "headwaiter-reclaimer");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Gives back the connections that requests have kept idle since before an instant. */
  void reclaim(long sinceBeforeNanos) {
    for (BorrowedConnection borrowed : ofRequests) {
      if (borrowed.isIdleSince(sinceBeforeNanos) && borrowed.recall()) {
        reclaimed.increment();
      }
    }
  }

  /** Returns how many were given back so far. */
  long reclaimed() {
    return reclaimed.sum();
  }
}
