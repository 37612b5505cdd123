package io.headwaiter.tomcat;

import io.headwaiter.front.TurnMeter;
import java.util.Comparator;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

/**
 * Worker threads that take the turn whose customer has waited longest, which is not the turn that
 * has waited longest: a new visit needs three turns until its first page, two for the handshake and
 * one for the request, and would wait at the end of the queue three times.
 *
 * <p>Thread-safe.
 */
final class TurnExecutor extends ThreadPoolExecutor {
  private static final System.Logger LOG = System.getLogger(TurnExecutor.class.getName());
  private static final int FIRST_CAPACITY = 256;

  private final AtomicInteger courtesies = new AtomicInteger();
  private final TurnMeter meter;

  private TurnExecutor(int threads, long idleMillis, TaskThreadFactory factory, TurnMeter meter) {
    super(
        threads,
        threads,
        Math.max(1, idleMillis),
        TimeUnit.MILLISECONDS,
        new PriorityBlockingQueue<>(
            FIRST_CAPACITY, Comparator.comparingLong(TurnExecutor::waitingSinceNanos)),
        factory);
    this.meter = meter;
    allowCoreThreadTimeOut(true);
  }

  /**
   * At most so many threads, each of which ends when it has been idle for so long.
   *
   * @param threads at least 1
   * @param idleMillis at least 1; less counts as 1
   * @param meter for work that does not measure itself
   */
  static TurnExecutor of(int threads, long idleMillis, TaskThreadFactory factory, TurnMeter meter) {
    return new TurnExecutor(threads, idleMillis, factory, meter);
  }

  @Override
  public void execute(Runnable work) {
    if (!isCourtesy(work)) {
      super.execute(OtherWork.unlessQueued(work, meter));
      return;
    }
    courtesies.incrementAndGet();
    try {
      super.execute(work);
    } catch (RuntimeException e) {
      courtesies.decrementAndGet();
      throw e;
    }
  }

  @Override
  protected void beforeExecute(Thread thread, Runnable work) {
    if (isCourtesy(work)) {
      courtesies.decrementAndGet();
    }
  }

  /**
   * Does on the calling thread what has waited for too long, see {@link QueuedWork#refuseIfLate}.
   *
   * @return how much that was
   */
  int refuseLate(long beforeNanos) {
    int refused = 0;
    // As the queue is now; whoever comes meanwhile is not late.
    for (Runnable work : getQueue()) {
      refused += ((QueuedWork) work).refuseIfLate(beforeNanos, this) ? 1 : 0;
    }
    return refused;
  }

  /** Takes work out of the queue; false if a worker was faster. */
  boolean takeOut(Runnable work) {
    boolean isOut = getQueue().remove(work);
    if (isOut) {
      if (isCourtesy(work)) {
        courtesies.decrementAndGet();
      }
      // Tomcat counts what was handed in and is not done.
      afterExecute(work, /* t= */ null);
    }
    return isOut;
  }

  /** Turns that wait for a thread, without those of customers who were refused. */
  int waitingTurns() {
    return Math.max(0, getQueue().size() - courtesies.get());
  }

  /** All threads are core threads, so that none is held back while work waits in the queue. */
  @Override
  public void setMaximumPoolSize(int threads) {
    super.setCorePoolSize(Math.min(threads, getMaximumPoolSize()));
    super.setMaximumPoolSize(threads);
    super.setCorePoolSize(threads);
  }

  /** Tomcat sets 0 for a moment to renew idle threads; any other number is the maximum here. */
  @Override
  public void setCorePoolSize(int threads) {
    super.setCorePoolSize(threads == 0 ? 0 : getMaximumPoolSize());
  }

  /**
   * Interrupts all work and waits for its end.
   *
   * @param longestMillis longest wait
   */
  void end(long longestMillis) {
    shutdownNow();
    try {
      if (!awaitTermination(Math.max(0, longestMillis), TimeUnit.MILLISECONDS)) {
        LOG.log(System.Logger.Level.WARNING, "Some requests did not end when they were told to.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isCourtesy(Runnable work) {
    return work instanceof QueuedWork queued && queued.isCourtesy();
  }

  private static long waitingSinceNanos(Runnable work) {
    return ((QueuedWork) work).waitingSinceNanos();
  }
}
