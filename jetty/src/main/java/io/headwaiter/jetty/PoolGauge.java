package io.headwaiter.jetty;

import io.headwaiter.core.capacity.Resource;
import io.headwaiter.front.ResourceGauge;
import io.headwaiter.front.WorkQueue;
import org.eclipse.jetty.util.thread.ThreadPool;

/** The server's thread pool, with the threads that Jetty itself keeps busy. */
final class PoolGauge implements ResourceGauge {
  private final ThreadPool pool;
  private final WorkQueue queue;

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
}
