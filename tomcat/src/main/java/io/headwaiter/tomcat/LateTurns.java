package io.headwaiter.tomcat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that answers requests that have waited too long for a worker. Workers that are all
 * stuck, with a database that hangs for example, would answer none. It does their turns as a worker
 * would, as far as {@link BusyAnswer}: nothing of the application runs on it.
 */
final class LateTurns extends Thread {
  private static final System.Logger LOG = System.getLogger(LateTurns.class.getName());
  private static final long LOOKS_PER_TIMEOUT = 10;
  private static final long LOOK_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LOOK_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(500);

  private final TurnExecutor workers;
  private final long timeoutNanos;
  private volatile boolean ended;

  /**
   * @param timeoutNanos the longest wait for a worker, at least 1
   * @param name of the thread
   */
  LateTurns(TurnExecutor workers, long timeoutNanos, String name) {
    super(name);
    this.workers = workers;
    this.timeoutNanos = timeoutNanos;
    setDaemon(true);
    // Not that of the thread that starts the connector: an application could not be unloaded.
    setContextClassLoader(LateTurns.class.getClassLoader());
  }

  /** Whether the calling thread is such a one. */
  static boolean isNow() {
    return Thread.currentThread() instanceof LateTurns;
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

  /** Whatever happens, the next requests that wait too long are to be answered. */
  @SuppressWarnings("CatchingUnchecked")
  private void look() {
    try {
      workers.refuseLate(System.nanoTime() - timeoutNanos);
    } catch (Throwable e) {
      LOG.log(
          System.Logger.Level.WARNING, "A request that waited too long could not be answered", e);
    }
  }

  /** Ends the thread, after what it does just now. */
  void end() {
    ended = true;
    LockSupport.unpark(this);
  }
}
