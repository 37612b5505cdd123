package io.headwaiter.sim;

import java.util.Arrays;

/**
 * Processors that the computing workers share equally; each worker uses at most one. The front's
 * thread (accepting, refusing) has priority over them and uses at most one.
 *
 * <p>Service time is virtual: all running jobs attain the same, so the job with the least virtual
 * end (attained at its start, plus its part) ends first, and a change of rate touches one number.
 *
 * <pre>
 *   rate of each of n jobs    min(1, (A - f) / n)    f = min(1, A) while the front has work, else 0
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

  /** Advances time. */
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

  /** Sets the processors that front and workers share from now on. */
  void available(double processors) {
    available = processors;
  }

  double available() {
    return available;
  }

  void front(double nanos) {
    frontBacklogNanos += nanos;
  }

  /** Returns when the next job ends if nothing else happens; the maximum if none runs. */
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

  /** Removes and returns the job that completed its part. */
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

  /** Stops everything; CPU already spent stays counted. */
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

  /** Returns the CPU that the running jobs still need for their present part. */
  double toDoNanos() {
    return Math.max(0, finishSum - size * attained);
  }

  /** Returns the CPU spent so far, including the front's. */
  double cpuNanos() {
    return cpuNanos;
  }

  double frontCpuNanos() {
    return frontCpuNanos;
  }
}
