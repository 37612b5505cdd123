package io.headwaiter.tomcat;

import io.headwaiter.front.request.RequestPermits;
import io.headwaiter.front.work.WorkQueue;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/** The worker queue of a running endpoint; on virtual threads, the queue for permits. */
final class TomcatWorkQueue implements WorkQueue {
  private static final Queue<Runnable> NOBODY_WAITS = new ArrayDeque<>(0);

  private final WorkerEndpoint endpoint;

  TomcatWorkQueue(WorkerEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  @Override
  public long headDelayNanos(long nowNanos) {
    RequestPermits permits = endpoint.permits();
    if (permits != null) {
      return permits.headDelayNanos(nowNanos);
    }
    Runnable head = queue().peek();
    // Released turns of visits over their accounts keep their place, mostly the first, and do not
    // count.
    boolean counts = !(head instanceof QueuedWork work && work.isUncounted(nowNanos));
    return counts ? delayNanos(head, nowNanos) : longestDelayNanos(nowNanos);
  }

  @Override
  public long longestDelayNanos(long nowNanos) {
    if (endpoint.permits() != null) {
      return headDelayNanos(nowNanos);
    }
    long longest = 0;
    for (Runnable waiting : queue()) {
      longest = Math.max(longest, delayNanos(waiting, nowNanos));
    }
    return longest;
  }

  private static long delayNanos(@Nullable Runnable waiting, long nowNanos) {
    return waiting instanceof QueuedWork work && !work.isUncounted(nowNanos)
        ? work.delayNanos(nowNanos)
        : 0;
  }

  @Override
  public boolean isExcessShort() {
    return endpoint.getExecutor() instanceof TurnExecutor turns && turns.isExcessShort();
  }

  @Override
  public int workers() {
    return endpoint.workers().capacity();
  }

  @Override
  public int waiting() {
    RequestPermits permits = endpoint.permits();
    if (permits != null) {
      return permits.waiting();
    }
    return endpoint.getExecutor() instanceof TurnExecutor turns
        ? turns.waitingTurns()
        : queue().size();
  }

  // Tomcat's pool does not extend the one in java.util.concurrent. Other kinds of executors show no
  // queue.
  private Queue<Runnable> queue() {
    Executor executor = endpoint.getExecutor();
    if (executor instanceof org.apache.tomcat.util.threads.ThreadPoolExecutor pool) {
      return pool.getQueue();
    }
    return executor instanceof ThreadPoolExecutor pool ? pool.getQueue() : NOBODY_WAITS;
  }
}
