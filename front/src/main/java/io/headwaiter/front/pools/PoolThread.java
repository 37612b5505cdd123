package io.headwaiter.front.pools;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;

/**
 * The thread that runs {@link PoolGovernor}, from one start of a connector to its stop. It is not
 * the control thread: evaluating all sizes may take several of that thread's intervals. It goes on
 * after a step that fails, and logs the first of consecutive failures.
 */
public final class PoolThread implements Runnable {
  private static final System.Logger LOG = System.getLogger(PoolThread.class.getName());
  private static final long SAMPLE_NANOS = 50_000_000L;
  private static final long INTERVAL_NANOS = 1_000_000_000L;

  private final PoolGovernor governor;
  private final LongFunction<PoolReading> readings;
  private final Thread thread;
  private boolean failing;
  private volatile boolean stopping;

  /**
   * @param readings gives the reading at an instant
   */
  public PoolThread(String name, PoolGovernor governor, LongFunction<PoolReading> readings) {
    this.governor = governor;
    this.readings = readings;
    this.thread = new Thread(this, name);
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** Ends the thread and waits for it, so that no two threads use one governor. */
  public void stop() {
    stopping = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void run() {
    governor.begin();
    long nextSample = System.nanoTime();
    long nextStep = nextSample;
    while (!stopping) {
      long now = System.nanoTime();
      if (now - nextSample < 0) {
        LockSupport.parkNanos(this, nextSample - now);
        continue;
      }
      boolean isDue = now - nextStep >= 0;
      tick(now, isDue);
      nextSample = Math.max(nextSample + SAMPLE_NANOS, now);
      nextStep = isDue ? nextStep(nextStep, now) : nextStep;
    }
  }

  /**
   * Returns when the next step is due: an interval after the last due time, but no less than half
   * an interval from now. Otherwise the events of a moment would count as much as those of a
   * second.
   */
  static long nextStep(long dueNanos, long nowNanos) {
    long soonest = nowNanos - INTERVAL_NANOS / 2;
    return (dueNanos - soonest < 0 ? soonest : dueNanos) + INTERVAL_NANOS;
  }

  private void tick(long nowNanos, boolean isDue) {
    try {
      governor.sample();
      if (isDue) {
        governor.step(readings.apply(nowNanos));
        failing = false;
      }
    } catch (RuntimeException | Error e) {
      // An Error too: without this thread its last sizes, and the capacity published for them,
      // would stay.
      if (!failing) {
        LOG.log(System.Logger.Level.ERROR, "The pools keep their sizes: an interval failed", e);
      }
      failing = true;
      governor.begin();
    }
  }
}
