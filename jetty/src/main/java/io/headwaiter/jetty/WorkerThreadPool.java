package io.headwaiter.jetty;

import io.headwaiter.core.api.UserApi;
import io.headwaiter.front.pools.WorkerPool;
import java.util.Optional;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * A thread pool for a server with a {@link HeadwaiterConnector} that adapts its size to the load.
 * It starts with ten threads per processor, so that work waits where admission can see it. While
 * work waits for a thread and processors are idle, it grows up to 200, as many as Jetty's own pool
 * has.
 *
 * <p>After a call of {@link #setMaxThreads}, or with requests served on virtual threads, it behaves
 * like any {@link QueuedThreadPool}. Thread-safe.
 */
@UserApi
public class WorkerThreadPool extends QueuedThreadPool {
  // False while the superclass constructor sets its arguments.
  private final boolean isMade;
  private volatile boolean isSet;

  /** Creates a pool with ten threads per processor, enough for requests that never wait. */
  public WorkerThreadPool() {
    super(WorkerPool.floorOfThisMachine());
    isMade = true;
  }

  /** Sets the maximum number of threads, which stays fixed from now on. */
  @Override
  public void setMaxThreads(int threads) {
    super.setMaxThreads(threads);
    isSet = isMade;
  }

  /** Sets the maximum number of threads, and may be called again. */
  void size(int threads) {
    super.setMaxThreads(threads);
    // Starts threads for work that waits already; otherwise only later work would start them.
    setMinThreads(getMinThreads());
  }

  /** Returns why the number of threads must not be changed, as a sentence; empty if it may be. */
  Optional<String> whyNotSized() {
    if (isSet) {
      return Optional.of("Their number was set, by setMaxThreads.");
    }
    return getVirtualThreadsExecutor() == null
        ? Optional.empty()
        : Optional.of("The server serves on virtual threads.");
  }
}
