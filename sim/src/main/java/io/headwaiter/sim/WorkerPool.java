package io.headwaiter.sim;

import io.headwaiter.sim.law.Law;
import io.headwaiter.sim.law.Turn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Workers that share the processors, the queue in front of them, and the database connections. A
 * job that needs the database computes, holds a connection, and computes. It keeps its worker while
 * it waits for the connection.
 *
 * <p>Deferred turns wait apart until the law releases them to the workers. Then they enter the
 * queue at the place of their arrival.
 *
 * <p>Workers that {@linkplain Machine#keepsConnections keep their connections} are busy from the
 * first turn of a connection until it is closed. Its later turns do not queue.
 */
final class WorkerPool {
  /** Receives the events of jobs. */
  interface Listener {
    /** A worker begins a job that has waited this long. */
    void begun(Job job, long waitedNanos);

    /** The law rejects a job that would begin. */
    void dropped(Job job);

    /** The database works on a job until then; {@link #databaseDone} must be called. */
    void inDatabase(Job job, long untilNanos);
  }

  private final int workers;
  private final int connections;
  private final boolean keeping;
  private final double persistence;
  private final Processors processors;
  private final Listener listener;
  private final JobQueue queue = new JobQueue();
  // By turn number.
  private final Map<Long, Job> deferred = new LinkedHashMap<>();
  private final JobQueue databaseQueue = new JobQueue();
  private final KeptConnections kept = new KeptConnections();
  private Law law;
  private boolean longestWaitingFirst;
  private int busyWorkers;
  private int busyConnections;
  private double deferredNanos;
  private double laterNanos;
  private double workerNanos;
  private double connectionNanos;
  private long nowNanos;

  WorkerPool(Machine machine, double second, Listener listener) {
    this.workers = machine.workers();
    this.connections = machine.databaseConnections();
    this.keeping = machine.keepsConnections();
    this.persistence = machine.persistence();
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
    if (kept.contains(job.turn.connection())) {
      begin(job);
      return;
    }
    if (!isDeferred(job)) {
      job.placeNanos = law.placeNanos(job.turn);
      queue(job);
    }
    dispatch();
  }

  private void queue(Job job) {
    if (longestWaitingFirst) {
      queue.addByPlace(job);
    } else {
      queue.add(job);
    }
  }

  private boolean isDeferred(Job job) {
    if (keeping || job.deferred || !law.defers(job.turn, nowNanos)) {
      return false;
    }
    job.deferred = true;
    deferred.put(job.turn.number(), job);
    deferredNanos += job.cpuNanos;
    queueDeferred();
    return true;
  }

  private void queueDeferred() {
    for (Turn turn = law.nextDeferred(nowNanos); turn != null; turn = law.nextDeferred(nowNanos)) {
      Job job = deferred.remove(turn.number());
      deferredNanos -= job.cpuNanos;
      queue(job);
    }
  }

  /** Asks the law again which deferred turns it releases. */
  void releaseDeferred() {
    if (!deferred.isEmpty()) {
      queueDeferred();
      dispatch();
    }
  }

  private void dispatch() {
    while (busyWorkers < workers) {
      Job job = next();
      if (job == null) {
        return;
      }
      if (!isDeferred(job)) {
        begin(job);
      }
    }
  }

  private void begin(Job job) {
    long waited = job.waitedNanos(nowNanos);
    if (!law.begin(job.turn, waited, nowNanos)) {
      listener.dropped(job);
      return;
    }
    if (!keeping || kept.begin(job.turn.connection())) {
      busyWorkers++;
    }
    laterNanos += job.cpuNanos - job.partNanos;
    listener.begun(job, waited);
    processors.start(job);
  }

  /** Frees the worker of a closed connection, unless it runs a turn of it. */
  void closed(long connection) {
    if (kept.leave(connection)) {
      busyWorkers--;
      dispatch();
    }
  }

  /** Returns the job that begins next; null if none waits. */
  private Job next() {
    if (queue.size() == 0) {
      return null;
    }
    return law.newestFirst(nowNanos) ? queue.takeLast() : queue.takeFirst();
  }

  /** Ends a computed part of a job; returns the job if that was its last part, else null. */
  Job completePart() {
    Job job = processors.complete();
    if (job.lastPart) {
      if (keeping) {
        kept.end(job.turn.connection());
      } else {
        busyWorkers--;
      }
      dispatch();
      return job;
    }
    if (busyConnections < connections) {
      toDatabase(job);
    } else {
      databaseQueue.add(job);
    }
    dispatch();
    return null;
  }

  private void toDatabase(Job job) {
    busyConnections++;
    listener.inDatabase(job, nowNanos + (long) job.databaseNanos);
  }

  /** Continues the computation of a job that the database has answered. */
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

  /** Drops all waiting and running jobs; results of the database are ignored. */
  void clear() {
    queue.clear();
    deferred.clear();
    deferredNanos = 0;
    databaseQueue.clear();
    processors.clear();
    kept.clear();
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

  /** Returns the jobs that wait for a worker or for the database. */
  List<Job> waitingJobs() {
    List<Job> jobs = new ArrayList<>();
    for (JobQueue one : List.of(queue, databaseQueue)) {
      for (int i = 0; i < one.size(); i++) {
        jobs.add(one.get(i));
      }
    }
    jobs.addAll(deferred.values());
    return jobs;
  }

  JobQueue databaseQueue() {
    return databaseQueue;
  }

  KeptConnections kept() {
    return kept;
  }

  /** Returns how long a worker waits from now for the next request of its connection, seconds. */
  double persistence() {
    return KeptConnections.timeout(persistence, busyWorkers, workers);
  }

  int workers() {
    return workers;
  }

  int connections() {
    return connections;
  }

  /** Returns the workers that run a turn, or keep a connection. */
  int busyWorkers() {
    return busyWorkers;
  }

  /** Returns the time that workers were busy, summed over them. */
  double workerNanos() {
    return workerNanos;
  }

  /** Returns the time that connections were in use, summed over them. */
  double connectionNanos() {
    return connectionNanos;
  }

  long headDelayNanos() {
    Job head = queue.first();
    return head == null ? 0 : head.waitedNanos(nowNanos);
  }

  /** Returns the CPU that all waiting and running jobs still need. */
  double backlogNanos() {
    return queue.cpuNanos() + deferredNanos + processors.toDoNanos() + laterNanos;
  }
}
