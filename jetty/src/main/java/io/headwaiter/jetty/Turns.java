package io.headwaiter.jetty;

import io.headwaiter.front.TurnMeter;
import io.headwaiter.front.WorkQueue;
import io.headwaiter.telemetry.ServerMeters;
import java.io.Closeable;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Passes all work of a connector on to the server's thread pool, and knows how much of it waits
 * there, and for how long.
 *
 * <p>As this is no pool, Jetty keeps no threads of it in reserve: its selector hands over whatever
 * may block, and all of that can be seen to wait. First come, first served. Thread-safe.
 */
final class Turns implements Executor, WorkQueue {
  private final Executor pool;
  private final TurnMeter meter;
  // In the order of the pool's queue; those that have begun are taken out as they come to the head.
  private final Queue<Turn> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();

  Turns(Executor pool, ServerMeters meters) {
    this.pool = pool;
    this.meter = new TurnMeter(meters);
  }

  @Override
  public void execute(Runnable work) {
    Turn turn = new Turn(work);
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
    private final long queuedNanos = System.nanoTime();
    private volatile boolean waits = true;

    Turn(Runnable work) {
      this.work = work;
    }

    @Override
    public void run() {
      waitsNoMore();
      meter.run(System.nanoTime() - queuedNanos, work);
    }

    /** Instead of {@link #run}, by a pool that stops. */
    @Override
    public void close() throws IOException {
      waitsNoMore();
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
