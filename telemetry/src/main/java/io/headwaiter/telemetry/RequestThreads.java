package io.headwaiter.telemetry;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that read requests and write answers. A client that sends half a request, or does not
 * read its answer, occupies one of them. Each request therefore has a time limit, which is shorter
 * while others wait: the oldest is ended first. The newest waiting request is served first, and
 * over the bound the oldest is given up, so that a new request gets a thread soon, whatever other
 * clients do.
 *
 * <p>Thread-safe, except for {@link #execute}, which only one thread at a time may call.
 */
final class RequestThreads implements Executor {
  static final int THREADS = 8;
  private static final int WAITING_MAX = 64;
  private static final long LONGEST_CROWDED_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final int IDLE_SECONDS = 10;

  private final long longestNanos;
  private final WorkUnderWay underWay = new WorkUnderWay();
  private final NewestFirst waiting = new NewestFirst();
  private final ThreadPoolExecutor threads;

  /**
   * @param name name of its threads
   * @param longestNanos time limit for receiving, serving and answering a request
   */
  RequestThreads(String name, long longestNanos) {
    this.longestNanos = longestNanos;
    threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            waiting,
            task -> AdminServer.daemon(task, name),
            this::makeRoom);
    threads.allowCoreThreadTimeOut(true);
  }

  /** A request that waits or is served. */
  private record Request(Runnable work, WorkUnderWay underWay) implements Runnable {
    @Override
    public void run() {
      underWay.run(work);
    }

    /** Runs it interrupted, so that its first access to the connection closes that. */
    void giveUp() {
      Thread.currentThread().interrupt();
      try {
        work.run();
      } finally {
        var unused = Thread.interrupted();
      }
    }
  }

  /** Inserts new work at the head, from which the pool takes. */
  private static final class NewestFirst extends LinkedBlockingDeque<Runnable> {
    NewestFirst() {
      super(WAITING_MAX);
    }

    @Override
    public boolean offer(Runnable work) {
      return offerFirst(work);
    }
  }

  @Override
  public void execute(Runnable request) {
    threads.execute(new Request(request, underWay));
  }

  private void makeRoom(Runnable newest, ThreadPoolExecutor pool) {
    if (pool.isShutdown()) {
      throw new RejectedExecutionException("The admin endpoint has stopped");
    }
    if (waiting.pollLast() instanceof Request oldest) {
      oldest.giveUp();
    }
    pool.execute(newest);
  }

  /** Ends requests that have taken too long; must be called many times a second. */
  void endLate(long nowNanos) {
    underWay.end(nowNanos - longestNanos, Integer.MAX_VALUE);
    underWay.end(nowNanos - LONGEST_CROWDED_NANOS, waiting.size());
  }

  /** Interrupts all threads and stops. */
  void stop() {
    threads.shutdownNow();
  }
}
