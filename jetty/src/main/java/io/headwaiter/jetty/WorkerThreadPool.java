package io.headwaiter.jetty;

import io.headwaiter.front.WorkerPool;
import java.util.Optional;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * A thread pool for a server with a {@link HeadwaiterConnector}, whose size follows what holds its
 * threads: ten for each processor to begin with, so that work waits where admission can see it, and
 * up to 200, as many as Jetty's own pool has, while work waits for a thread and processors are
 * idle.
 *
 * <p>Whoever calls {@link #setMaxThreads}, or has requests served on virtual threads, has a {@link
 * QueuedThreadPool} as any other. Thread-safe.
 */
public class WorkerThreadPool extends QueuedThreadPool {
  // False while the constructor of the class above sets what it was given.
  private final boolean isMade;
  private volatile boolean isSet;

  /** A pool with as many threads as a server needs that waits for nothing. */
  public WorkerThreadPool() {
    super(WorkerPool.floorOfThisMachine());
    isMade = true;
  }

  /** So many from now on, whatever holds them. */
  @Override
  public void setMaxThreads(int threads) {
    super.setMaxThreads(threads);
    isSet = isMade;
  }

  /** Sets how many there can be, and may be called again. */
  void size(int threads) {
    super.setMaxThreads(threads);
    // Starts threads for work that waits already; else only work that comes later would.
    setMinThreads(getMinThreads());
  }

  /** Why their number is not to be changed, in a sentence; empty while it may be. */
  Optional<String> whyNotSized() {
    if (isSet) {
      return Optional.of("Their number was set, by setMaxThreads.");
    }
    return getVirtualThreadsExecutor() == null
        ? Optional.empty()
        : Optional.of("The server serves on virtual threads.");
  }
}
