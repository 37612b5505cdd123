package io.headwaiter.tomcat;

import io.headwaiter.core.capacity.Resource;
import io.headwaiter.front.pools.AdjustablePool;
import io.headwaiter.front.pools.WorkerPool;
import io.headwaiter.front.request.RequestPermits;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * The worker threads of a running endpoint; on virtual threads, the permits in their place. Reports
 * 0 for other kinds of executors.
 */
final class WorkerGauge implements AdjustablePool, WorkerPool {
  private final WorkerEndpoint endpoint;
  private final TomcatWorkQueue queue;
  // Why another component sets the number; null if none does.
  private volatile @Nullable String left;

  WorkerGauge(WorkerEndpoint endpoint) {
    this.endpoint = endpoint;
    this.queue = new TomcatWorkQueue(endpoint);
  }

  @Override
  public Resource resource() {
    return Resource.WORKER_THREADS;
  }

  @Override
  public int capacity() {
    RequestPermits permits = endpoint.permits();
    if (permits != null) {
      return permits.capacity();
    }
    Executor executor = endpoint.getExecutor();
    // Tomcat's pool does not extend the one in java.util.concurrent.
    if (executor instanceof org.apache.tomcat.util.threads.ThreadPoolExecutor pool) {
      return pool.getMaximumPoolSize();
    }
    return executor instanceof ThreadPoolExecutor pool ? pool.getMaximumPoolSize() : 0;
  }

  @Override
  public int busy() {
    RequestPermits permits = endpoint.permits();
    if (permits != null) {
      return permits.busy();
    }
    Executor executor = endpoint.getExecutor();
    if (executor instanceof org.apache.tomcat.util.threads.ThreadPoolExecutor pool) {
      return pool.getActiveCount();
    }
    return executor instanceof ThreadPoolExecutor pool ? pool.getActiveCount() : 0;
  }

  @Override
  public int waiting() {
    return queue.waiting();
  }

  @Override
  public int heldBack() {
    RequestPermits permits = endpoint.permits();
    if (permits != null) {
      return permits.heldBack();
    }
    return endpoint.getExecutor() instanceof TurnExecutor turns ? turns.heldBack() : 0;
  }

  @Override
  public Optional<String> whyFixed() {
    RequestPermits permits = endpoint.permits();
    if (permits != null && permits.capacity() < 1) {
      return Optional.of(
          "The connector has useVirtualThreads=\"true\" and no maxThreads, and so any number of"
              + " requests at a time. Set maxThreads, to begin with that many, to have the pools"
              + " sized.");
    }
    return endpoint.ownsWorkers()
        ? Optional.empty()
        : Optional.of(
            "The connector's workers are not its own or not started: with an executor of another"
                + " kind their number is set there. Leave executor out to have the pools sized.");
  }

  @Override
  public void resize(int units) {
    whyFixed()
        .ifPresent(
            why -> {
              throw new IllegalStateException(why);
            });
    endpoint.resizeWorkers(units);
  }

  @Override
  public Optional<String> whyNotSized() {
    if (left != null) {
      return Optional.of(left);
    }
    Executor executor = endpoint.getExecutor();
    if (executor != null && !endpoint.ownsWorkers()) {
      return Optional.of(ExternalExecutor.sentence(executor));
    }
    if (endpoint.areThreadsSet()) {
      return Optional.of("Their number was set, by maxThreads or while the server runs.");
    }
    return endpoint.hasPlatformWorkers()
        ? Optional.empty()
        : Optional.of("The connector serves on virtual threads, or is stopped.");
  }

  @Override
  public void leave(String why) {
    left = why;
  }

  @Override
  public void size(int threads) {
    endpoint.sizeWorkers(threads);
  }
}
