package io.headwaiter.sim;

/** Jobs in the order of arrival, taken from either end. */
final class JobQueue {
  private Job[] ring = new Job[256];
  private int head;
  private int size;
  private double cpuNanos;
  private int uncounted;

  int size() {
    return size;
  }

  /** Returns the number of jobs that count as waiting. */
  int counted() {
    return size - uncounted;
  }

  /** Returns the first job; null if there is none. */
  Job first() {
    return size == 0 ? null : ring[head];
  }

  /** Returns the job at this distance from the first. */
  Job get(int index) {
    return ring[(head + index) & (ring.length - 1)];
  }

  void add(Job job) {
    if (size == ring.length) {
      Job[] larger = new Job[2 * size];
      for (int i = 0; i < size; i++) {
        larger[i] = get(i);
      }
      ring = larger;
      head = 0;
    }
    ring[(head + size++) & (ring.length - 1)] = job;
    cpuNanos += job.cpuNanos;
    uncounted += job.isUncounted() ? 1 : 0;
  }

  /**
   * Inserts a job before all with a later place; the queue must be in that order. Takes time in
   * proportion to these jobs, which are few while a law keeps the queue short.
   */
  void addByPlace(Job job) {
    add(job);
    int mask = ring.length - 1;
    int hole = size - 1;
    while (hole > 0 && get(hole - 1).placeNanos > job.placeNanos) {
      ring[(head + hole) & mask] = get(hole - 1);
      hole--;
    }
    ring[(head + hole) & mask] = job;
  }

  Job takeFirst() {
    Job job = ring[head];
    ring[head] = null;
    head = (head + 1) & (ring.length - 1);
    return taken(job);
  }

  Job takeLast() {
    int at = (head + size - 1) & (ring.length - 1);
    Job job = ring[at];
    ring[at] = null;
    return taken(job);
  }

  private Job taken(Job job) {
    size--;
    uncounted -= job.isUncounted() ? 1 : 0;
    cpuNanos = size == 0 ? 0 : cpuNanos - job.cpuNanos;
    return job;
  }

  void clear() {
    while (size > 0) {
      takeLast();
    }
    head = 0;
  }

  /** Returns the CPU that all of them need. */
  double cpuNanos() {
    return cpuNanos;
  }
}
