package io.headwaiter.telemetry;

import java.io.IOException;
import java.io.InterruptedIOException;
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
 * <p>An answer ends on the thread that began it, also a long one: only an exception that leaves the
 * handler makes the JDK's server forget a connection that broke. Any other keeps its place among
 * the most connections for ever.
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
  private int size = THREADS;

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
      underWay.run(work::run);
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

  /**
   * Runs a long part of a request on the calling thread, without their time limit. Another thread
   * takes its place meanwhile, so the caller bounds how many there are.
   *
   * @throws IOException if the part does, or the request was given up
   */
  void runLong(WorkUnderWay.Work<IOException> work) throws IOException {
    if (!underWay.release()) {
      throw new InterruptedIOException("The request was given up");
    }
    resize(1);
    try {
      work.run();
    } finally {
      resize(-1);
    }
  }

  /** Returns what ends an answer that is interrupted because the endpoint stops. */
  static InterruptedIOException stopping(InterruptedException cause) {
    InterruptedIOException stops = new InterruptedIOException("The endpoint stops");
    stops.initCause(cause);
    return stops;
  }

  private synchronized void resize(int by) {
    size += by;
    if (by > 0) {
      threads.setMaximumPoolSize(size);
      threads.setCorePoolSize(size);
    } else {
      threads.setCorePoolSize(size);
      threads.setMaximumPoolSize(size);
    }
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
