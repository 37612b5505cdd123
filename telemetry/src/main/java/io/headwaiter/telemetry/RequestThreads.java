package io.headwaiter.telemetry;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that read requests and write answers. A client that sends half a request, or does not
 * read its answer, holds one of them, so that each request has a time, and less of it while others
 * wait: the oldest goes. Of those who wait the newest is served first, and over the bound the
 * oldest is given up, so that a new request gets a thread soon, whatever others do.
 *
 * <p>Thread-safe, but for {@link #execute}, which one thread at a time may call.
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
   * @param name of its threads
   * @param longestNanos how long a request may come, be served and be answered
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

  /** A request as it waits. */
  private record Request(Runnable work, WorkUnderWay underWay) implements Runnable {
    @Override
    public void run() {
      underWay.run(work);
    }

    /** Its first look at the connection closes it. */
    void giveUp() {
      Thread.currentThread().interrupt();
      try {
        work.run();
      } finally {
        var unused = Thread.interrupted();
      }
    }
  }

  /** The pool appends, and takes from the head. */
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

  /** Ends what has taken too long; wants to be called many times a second. */
  void endLate(long nowNanos) {
    underWay.end(nowNanos - longestNanos, Integer.MAX_VALUE);
    underWay.end(nowNanos - LONGEST_CROWDED_NANOS, waiting.size());
  }

  /** Ends everything. */
  void stop() {
    threads.shutdownNow();
  }
}
