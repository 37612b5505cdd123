package io.headwaiter.tomcat;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;

/** Reads what the control loop needs from a running endpoint. */
final class TomcatProbe {
  private final HeadwaiterEndpoint endpoint;

  TomcatProbe(HeadwaiterEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  HeadwaiterEndpoint endpoint() {
    return endpoint;
  }

  /** Processors that this process may use, from its affinity and container limit. */
  double processors() {
    return Runtime.getRuntime().availableProcessors();
  }

  /** CPU time of the threads in front of the container: acceptor, door, verifier. */
  long frontCpuNanos() {
    long sum = ThreadCpu.nanosOf(endpoint.acceptorThreadId());
    for (long id : endpoint.door().threadIds()) {
      sum += ThreadCpu.nanosOf(id);
    }
    return sum;
  }

  /** How long the work at the head of the worker queue has waited; 0 if there is none. */
  long headDelayNanos(long nowNanos) {
    return head(endpoint.getExecutor()) instanceof QueuedWork work
        ? Math.max(0, nowNanos - work.queuedNanos())
        : 0;
  }

  private static Runnable head(Executor executor) {
    if (executor instanceof org.apache.tomcat.util.threads.ThreadPoolExecutor pool) {
      return pool.getQueue().peek();
    }
    return executor instanceof ThreadPoolExecutor pool ? pool.getQueue().peek() : null;
  }
}
