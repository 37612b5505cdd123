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
 * Gives connections that requests have kept idle for long back to the pool while somebody waits for
 * one. Else requests that keep their connections while they wait for threads of their own, which
 * wait for connections, would wait in vain. Looks twice in the time after which a connection counts
 * as idle for long, and only while somebody is taking connections.
 */
final class Reclaimer {
  /** The JDK's own timer; what takes longer than a look is done elsewhere. */
  private static final Executor TIMER_THREAD = Runnable::run;

  private final long idleNanos;
  private final LongSupplier clock;
  private final Executor timer;
  private final Set<Held> ofRequests = ConcurrentHashMap.newKeySet();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicBoolean looksSoon = new AtomicBoolean();
  private final LongAdder reclaimed = new LongAdder();

  /**
   * @param idleNanos what is long, in nanoseconds; 0 for never
   * @param clock has the time in nanoseconds
   */
  Reclaimer(long idleNanos, LongSupplier clock) {
    this.idleNanos = idleNanos;
    this.clock = clock;
    timer =
        CompletableFuture.delayedExecutor(
            Math.max(1, idleNanos / 2), TimeUnit.NANOSECONDS, TIMER_THREAD);
  }

  /** A request has taken a connection. */
  void add(Held held) {
    if (idleNanos > 0) {
      ofRequests.add(held);
    }
  }

  /** It has the connection no more. */
  void remove(Held held) {
    if (idleNanos > 0) {
      ofRequests.remove(held);
    }
  }

  /** Somebody asks the pool, and may have to wait. */
  void asks() {
    if (idleNanos > 0) {
      waiting.incrementAndGet();
      lookSoon();
    }
  }

  /** The pool has answered. */
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
    if (ofRequests.stream().anyMatch(held -> held.isIdleSince(since))) {
      // To give a connection back can mean a round trip, and the timer is everybody's.
      Thread thread = new Thread(() -> reclaim(since), "headwaiter-reclaimer");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Gives back what requests have kept idle since before an instant. */
  void reclaim(long sinceBeforeNanos) {
    for (Held held : ofRequests) {
      if (held.isIdleSince(sinceBeforeNanos) && held.recall()) {
        reclaimed.increment();
      }
    }
  }

  /** How many were given back so far. */
  long reclaimed() {
    return reclaimed.sum();
  }
}
