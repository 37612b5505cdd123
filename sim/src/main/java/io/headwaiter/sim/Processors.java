package io.headwaiter.sim;

import java.util.Arrays;

/**
 * Processors shared equally by the workers that compute, each of which can use at most one. The
 * front's thread (accepting, refusing) goes before them and uses at most one.
 *
 * <p>Time of service is virtual: all who run attain the same, so the one that began with the least
 * to do ends first, and a change of rate touches one number.
 *
 * <pre>
 *   rate of each of n who run    min(1, (A - f) / n)     f = min(1, A) while the front has work, else 0
 * </pre>
 */
final class Processors {
  private Job[] heap = new Job[64];
  private int size;
  private double available;
  private double attained;
  private double finishSum;
  private double frontBacklogNanos;
  private double cpuNanos;
  private double frontCpuNanos;
  private long lastNanos;

  Processors(double available) {
    this.available = available;
  }

  /** Lets time pass. */
  void advance(long nowNanos) {
    double elapsed = nowNanos - lastNanos;
    lastNanos = nowNanos;
    if (frontBacklogNanos > 0) {
      double frontRate = Math.min(1, available);
      double busy = Math.min(elapsed, frontBacklogNanos / frontRate);
      double front = Math.min(frontBacklogNanos, busy * frontRate);
      frontBacklogNanos -= front;
      cpuNanos += front;
      frontCpuNanos += front;
      run(busy, available - frontRate);
      elapsed -= busy;
    }
    run(elapsed, available);
  }

  private void run(double elapsed, double processors) {
    if (size > 0) {
      double each = elapsed * Math.min(1, processors / size);
      attained += each;
      cpuNanos += each * size;
    }
  }

  /** Processors that front and workers share from now on. */
  void available(double processors) {
    available = processors;
  }

  double available() {
    return available;
  }

  void front(double nanos) {
    frontBacklogNanos += nanos;
  }

  /** When the next one ends if nothing else happens; the maximum if nobody runs. */
  long nextCompletionNanos() {
    if (size == 0) {
      return Long.MAX_VALUE;
    }
    double toDo = Math.max(0, heap[0].finishAt - attained);
    double wait = 0;
    if (frontBacklogNanos > 0) {
      double frontRate = Math.min(1, available);
      double busy = frontBacklogNanos / frontRate;
      double rate = Math.min(1, (available - frontRate) / size);
      if (rate * busy >= toDo) {
        return lastNanos + (long) Math.ceil(toDo / rate);
      }
      wait = busy;
      toDo -= rate * busy;
    }
    return lastNanos + (long) Math.ceil(wait + toDo / Math.min(1, available / size));
  }

  /** Begins the next part of a job. */
  void start(Job job) {
    if (size == 0) {
      attained = 0;
      finishSum = 0;
    }
    job.finishAt = attained + job.partNanos;
    finishSum += job.finishAt;
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    int hole = size++;
    while (hole > 0 && heap[(hole - 1) / 2].finishAt > job.finishAt) {
      heap[hole] = heap[(hole - 1) / 2];
      hole = (hole - 1) / 2;
    }
    heap[hole] = job;
  }

  /** Takes out the one whose part is done. */
  Job complete() {
    Job done = heap[0];
    finishSum -= done.finishAt;
    Job last = heap[--size];
    heap[size] = null;
    if (size > 0) {
      int hole = 0;
      for (int child = 1; child < size; child = 2 * hole + 1) {
        child += child + 1 < size && heap[child + 1].finishAt < heap[child].finishAt ? 1 : 0;
        if (heap[child].finishAt >= last.finishAt) {
          break;
        }
        heap[hole] = heap[child];
        hole = child;
      }
      heap[hole] = last;
    }
    return done;
  }

  /** Everything stops; what was spent stays spent. */
  void clear() {
    Arrays.fill(heap, 0, size, null);
    size = 0;
    finishSum = 0;
    frontBacklogNanos = 0;
  }

  int running() {
    return size;
  }

  Job running(int index) {
    return heap[index];
  }

  /** What those who run have still to compute in their present part. */
  double toDoNanos() {
    return Math.max(0, finishSum - size * attained);
  }

  /** CPU spent so far, the front's among it. */
  double cpuNanos() {
    return cpuNanos;
  }

  double frontCpuNanos() {
    return frontCpuNanos;
  }
}
