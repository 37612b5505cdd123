package io.headwaiter.sim;

import io.headwaiter.sim.law.Law;

/**
 * Workers that share the processors, a queue in front of them, and the connections to the database
 * for which they wait while they hold their place. A job computes, holds a connection, computes.
 */
final class WorkerPool {
  /** Told of what becomes of jobs. */
  interface Listener {
    /** A worker begins a job that has waited so long. */
    void begun(long waitedNanos);

    /** The law did not want it begun. */
    void dropped(Job job);

    /** The database is at it until then; {@link #databaseDone} is to be called. */
    void inDatabase(Job job, long untilNanos);
  }

  private final int workers;
  private final int connections;
  private final Processors processors;
  private final Listener listener;
  private final JobQueue queue = new JobQueue();
  private final JobQueue databaseQueue = new JobQueue();
  private Law law;
  private boolean longestWaitingFirst;
  private int busyWorkers;
  private int busyConnections;
  private double laterNanos;
  private double workerNanos;
  private double connectionNanos;
  private long nowNanos;

  WorkerPool(Machine machine, double second, Listener listener) {
    this.workers = machine.workers();
    this.connections = machine.databaseConnections();
    this.processors = new Processors(machine.available(second));
    this.listener = listener;
  }

  void law(Law value) {
    law = value;
    longestWaitingFirst = value.longestWaitingFirst();
  }

  void advance(long now) {
    double elapsed = now - nowNanos;
    workerNanos += elapsed * busyWorkers;
    connectionNanos += elapsed * busyConnections;
    nowNanos = now;
    processors.advance(now);
  }

  void submit(Job job) {
    if (longestWaitingFirst) {
      queue.addByAsked(job);
    } else {
      queue.add(job);
    }
    dispatch();
  }

  private void dispatch() {
    while (busyWorkers < workers && queue.size() > 0) {
      Job job = law.newestFirst(nowNanos) ? queue.takeLast() : queue.takeFirst();
      long waited = nowNanos - job.turn.queuedNanos();
      if (!law.begin(job.turn, waited, nowNanos)) {
        listener.dropped(job);
        continue;
      }
      busyWorkers++;
      laterNanos += job.cpuNanos - job.partNanos;
      listener.begun(waited);
      processors.start(job);
    }
  }

  /** A part of a job is computed; answers the job if that was all, else null. */
  Job completePart() {
    Job job = processors.complete();
    if (job.lastPart) {
      busyWorkers--;
      dispatch();
      return job;
    }
    if (busyConnections < connections) {
      toDatabase(job);
    } else {
      databaseQueue.add(job);
    }
    return null;
  }

  private void toDatabase(Job job) {
    busyConnections++;
    listener.inDatabase(job, nowNanos + (long) job.databaseNanos);
  }

  /** The database has answered; the job goes on computing. */
  void databaseDone(Job job) {
    busyConnections--;
    if (databaseQueue.size() > 0) {
      toDatabase(databaseQueue.takeFirst());
    }
    job.lastPart = true;
    job.partNanos = job.cpuNanos - job.partNanos;
    laterNanos -= job.partNanos;
    processors.start(job);
  }

  /** Everything that waits or runs is gone; what is in the database comes back to nobody. */
  void clear() {
    queue.clear();
    databaseQueue.clear();
    processors.clear();
    busyWorkers = 0;
    busyConnections = 0;
    laterNanos = 0;
  }

  Processors processors() {
    return processors;
  }

  JobQueue queue() {
    return queue;
  }

  JobQueue databaseQueue() {
    return databaseQueue;
  }

  int workers() {
    return workers;
  }

  int connections() {
    return connections;
  }

  int busyWorkers() {
    return busyWorkers;
  }

  /** Time that workers were busy, summed over them. */
  double workerNanos() {
    return workerNanos;
  }

  /** Time that connections were in use, summed over them. */
  double connectionNanos() {
    return connectionNanos;
  }

  long headDelayNanos() {
    Job head = queue.first();
    return head == null ? 0 : nowNanos - head.turn.queuedNanos();
  }

  /** CPU that all who wait or are under way have still to spend. */
  double backlogNanos() {
    return queue.cpuNanos() + processors.toDoNanos() + laterNanos;
  }
}
