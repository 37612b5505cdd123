package io.headwaiter.core.capacity.simulation;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * Processors shared equally by the workers that have work; a first-come queue in front of the
 * workers. The front (accepting, refusing) goes before all workers.
 */
final class WorkerPool {
  private final int workersMax;
  private final Queue<Work> waiting = new ArrayDeque<>();
  private final PriorityQueue<Work> running =
      new PriorityQueue<>(Comparator.comparingDouble((Work w) -> w.finishAt));
  private double available;
  private double attained;
  private double frontBacklogNanos;
  private double cpuNanos;
  private long lastNanos;
  long queueDelays;
  double queueDelayNanos;

  WorkerPool(double processors) {
    this.workersMax = (int) Math.ceil(processors * Shop.WORKERS_PER_PROCESSOR);
    this.available = processors;
  }

  void advance(long nowNanos) {
    double elapsed = nowNanos - lastNanos;
    lastNanos = nowNanos;
    double front = Math.min(frontBacklogNanos, elapsed * available);
    frontBacklogNanos -= front;
    cpuNanos += front;
    if (!running.isEmpty()) {
      double left = elapsed - front / available;
      attained += left * perWorker();
      cpuNanos += left * perWorker() * running.size();
    }
  }

  /** Processors that the front and the workers share from now on. */
  void available(double processors) {
    available = Math.max(1e-3, processors);
  }

  void front(double nanos) {
    frontBacklogNanos += nanos;
  }

  void submit(Work work) {
    if (running.size() < workersMax) {
      start(work);
    } else {
      waiting.add(work);
    }
  }

  /** Time of the next completion if nothing else happens; the maximum if nothing runs. */
  double nextCompletionNanos() {
    if (running.isEmpty()) {
      return Double.MAX_VALUE;
    }
    double toDo = Math.max(0, running.peek().finishAt - attained);
    return lastNanos + frontBacklogNanos / available + toDo / perWorker();
  }

  Work complete() {
    Work done = running.remove();
    Work next = waiting.poll();
    if (next != null) {
      start(next);
    }
    return done;
  }

  int waiting() {
    return waiting.size();
  }

  double cpuNanos() {
    return cpuNanos;
  }

  long headDelayNanos(long nowNanos) {
    Work head = waiting.peek();
    return head == null ? 0 : nowNanos - head.queuedNanos;
  }

  private void start(Work work) {
    queueDelays++;
    queueDelayNanos += lastNanos - work.queuedNanos;
    work.finishAt = attained + work.cpuNanos;
    running.add(work);
  }

  private double perWorker() {
    return Math.min(1, available / running.size());
  }
}
