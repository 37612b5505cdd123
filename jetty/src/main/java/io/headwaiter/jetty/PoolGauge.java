package io.headwaiter.jetty;

import io.headwaiter.core.capacity.Resource;
import io.headwaiter.front.WorkQueue;
import io.headwaiter.front.WorkerPool;
import java.util.Optional;
import org.eclipse.jetty.util.thread.ThreadPool;

/** The server's thread pool, with the threads that Jetty itself keeps busy. */
final class PoolGauge implements WorkerPool {
  private final ThreadPool pool;
  private final WorkQueue queue;
  // Null while nobody has said so.
  private volatile String left;

  /**
   * @param queue what waits in front of it
   */
  PoolGauge(ThreadPool pool, WorkQueue queue) {
    this.pool = pool;
    this.queue = queue;
  }

  @Override
  public Resource resource() {
    return Resource.WORKER_THREADS;
  }

  @Override
  public int capacity() {
    return pool instanceof ThreadPool.SizedThreadPool sized ? sized.getMaxThreads() : 0;
  }

  @Override
  public int busy() {
    return pool.getThreads() - pool.getIdleThreads();
  }

  @Override
  public int waiting() {
    return queue.waiting();
  }

  @Override
  public Optional<String> whyNotSized() {
    if (left != null) {
      return Optional.of(left);
    }
    return pool instanceof WorkerThreadPool ours
        ? ours.whyNotSized()
        : Optional.of("The server's thread pool is none of WorkerThreadPool.");
  }

  @Override
  public void leave(String why) {
    left = why;
  }

  @Override
  public void size(int threads) {
    if (pool instanceof WorkerThreadPool ours) {
      ours.size(threads);
    }
  }
}
