package io.headwaiter.sim;

import io.headwaiter.sim.law.Law;
import io.headwaiter.sim.law.WorkClass;
import java.util.List;

/**
 * Workers that share the processors, a queue in front of them, and the connections to the database
 * for which they wait while they hold their place. A job computes, holds a connection, computes.
 *
 * <p>The queue has two classes. A job of the class behind begins when no other waits and fewer
 * compute than there are processors, or when its class has not had its share s of the CPU:
 *
 * <pre>
 *   credit := min(1 s * s A, credit + dt s A)      while one of it waits; 0 when none does
 *   begins if credit &gt; 0, and its CPU is taken from the credit
 * </pre>
 *
 * <p>Worked number: s = 0.02, A = 4 processors, jobs of 6 ms: the credit grows by 80 ms a second,
 * so 13.3 of them begin in each second in which the others leave nothing.
 */
final class WorkerPool {
  /** Told of what becomes of jobs. */
  interface Listener {
    /** A worker begins a job that has waited so long. */
    void begun(Job job, long waitedNanos);

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
  private final JobQueue behind = new JobQueue();
  private final JobQueue databaseQueue = new JobQueue();
  private Law law;
  private boolean longestWaitingFirst;
  private int busyWorkers;
  private int busyConnections;
  private double behindCreditNanos;
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
    earnCredit(elapsed);
    nowNanos = now;
    processors.advance(now);
  }

  private void earnCredit(double elapsed) {
    if (behind.size() == 0) {
      behindCreditNanos = 0;
      return;
    }
    double perNano = law.behindShare() * processors.available();
    double most = perNano * World.NANOS;
    behindCreditNanos = Math.min(most, behindCreditNanos + elapsed * perNano);
  }

  void submit(Job job) {
    job.behind = law.classOf(job.turn) == WorkClass.BEHIND;
    if (job.behind) {
      behind.add(job);
    } else if (longestWaitingFirst) {
      queue.addByAsked(job);
    } else {
      queue.add(job);
    }
    dispatch();
  }

  private void dispatch() {
    while (busyWorkers < workers) {
      Job job = next();
      if (job == null) {
        return;
      }
      long waited = nowNanos - job.turn.queuedNanos();
      if (!law.begin(job.turn, waited, nowNanos)) {
        listener.dropped(job);
        continue;
      }
      behindCreditNanos -= job.behind && !cpuIsLeft() ? job.cpuNanos : 0;
      busyWorkers++;
      laterNanos += job.cpuNanos - job.partNanos;
      listener.begun(job, waited);
      processors.start(job);
    }
  }

  /** The job that begins next; null if none may. */
  private Job next() {
    if (behind.size() > 0 && (behindCreditNanos > 0 || cpuIsLeft())) {
      return behind.takeFirst();
    }
    if (queue.size() == 0) {
      return null;
    }
    return law.newestFirst(nowNanos) ? queue.takeLast() : queue.takeFirst();
  }

  /** Whether no job of the first class waits and a processor has nothing to do. */
  private boolean cpuIsLeft() {
    return queue.size() == 0 && processors.running() < Math.max(1, processors.available());
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
    dispatch();
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
    behind.clear();
    behindCreditNanos = 0;
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

  /** All in which jobs wait. */
  List<JobQueue> queues() {
    return List.of(queue, behind, databaseQueue);
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
    return queue.cpuNanos() + behind.cpuNanos() + processors.toDoNanos() + laterNanos;
  }
}
