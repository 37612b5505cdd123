package io.headwaiter.jetty;

import io.headwaiter.core.capacity.Resource;
import io.headwaiter.front.pools.WorkerPool;
import java.util.Optional;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.jspecify.annotations.Nullable;

/** The gauge of the server's thread pool, including the threads that Jetty itself keeps busy. */
final class WorkerGauge implements WorkerPool {
  private final ThreadPool pool;
  private final Turns turns;
  // Why another component sets the size; null if none does.
  private volatile @Nullable String left;

  /**
   * @param turns the work that waits in front of the pool
   */
  WorkerGauge(ThreadPool pool, Turns turns) {
    this.pool = pool;
    this.turns = turns;
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
    return turns.waiting();
  }

  @Override
  public int heldBack() {
    return turns.heldBack();
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
      turns.resized();
    }
  }
}
