package io.headwaiter.tomcat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that answers requests that have waited too long for a worker. Workers that are all
 * blocked, for example by a database that does not respond, would answer none. The thread runs
 * turns as a worker would, but only as far as {@link BusyResponse}: no application code runs on it.
 */
final class QueueTimeouts extends Thread {
  private static final System.Logger LOG = System.getLogger(QueueTimeouts.class.getName());
  private static final long LOOKS_PER_TIMEOUT = 10;
  private static final long LOOK_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LOOK_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(500);

  private final TurnExecutor workers;
  private final long timeoutNanos;
  private volatile boolean ended;

  /**
   * @param timeoutNanos the longest wait for a worker, at least 1
   * @param name name of the thread
   */
  QueueTimeouts(TurnExecutor workers, long timeoutNanos, String name) {
    super(name);
    this.workers = workers;
    this.timeoutNanos = timeoutNanos;
    setDaemon(true);
    // The starting thread's class loader would prevent the unloading of an application.
    setContextClassLoader(QueueTimeouts.class.getClassLoader());
  }

  /** Returns whether the calling thread is a {@code QueueTimeouts} thread. */
  static boolean isNow() {
    return Thread.currentThread() instanceof QueueTimeouts;
  }

  @Override
  public void run() {
    long everyNanos =
        Math.max(LOOK_NANOS_MIN, Math.min(LOOK_NANOS_MAX, timeoutNanos / LOOKS_PER_TIMEOUT));
    while (!ended) {
      look();
      LockSupport.parkNanos(this, everyNanos);
    }
  }

  /** Catches everything, so that later requests that wait too long are still answered. */
  @SuppressWarnings("CatchingUnchecked")
  private void look() {
    try {
      workers.refuseLate(System.nanoTime() - timeoutNanos);
    } catch (Throwable e) {
      LOG.log(
          System.Logger.Level.WARNING, "A request that waited too long could not be answered", e);
    }
  }

  /** Ends the thread after its current pass. */
  void end() {
    ended = true;
    LockSupport.unpark(this);
  }
}
