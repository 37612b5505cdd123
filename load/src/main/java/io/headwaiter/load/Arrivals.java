package io.headwaiter.load;

import io.headwaiter.load.workload.ArrivalSequence;

/**
 * Starts the visits of one event loop: every n-th arrival of the common schedule, or its share of
 * the closed population, where n counts the loops of all parts of the load. A late loop starts a
 * visit late and does not drop it; the visit keeps its planned instant. Belongs to one event loop.
 */
final class Arrivals {
  /** The most arrivals started before the loop serves its sockets again. */
  private static final int BATCH = 64;

  /** Offset of the numbers of visits that come back, apart from those of the schedule. */
  private static final long CAME_BACK = 1L << 40;

  private final LoopRun run;
  private final RunPlan plan;
  private final int index;
  private final int loops;
  private final boolean closed;
  private final ArrivalSequence sequence;
  private final long endNumber;
  private long nextNumber;
  private long nextDueNanos;
  private long cameBack;
  private int stride;
  private int toCome;

  Arrivals(LoopRun run, RunPlan plan, int index) {
    this.run = run;
    this.plan = plan;
    this.index = plan.placeAmongAll(index);
    this.loops = plan.loopsOfAllParts();
    this.closed = plan.options().arrivals().kind() == ArrivalKind.CLOSED;
    this.sequence = closed ? null : plan.arrivals();
    this.nextNumber = -1;
    long bound = plan.options().run().maxSessions();
    this.endNumber = bound == 0 ? Long.MAX_VALUE : bound;
  }

  void start() {
    if (closed) {
      startPopulation();
    } else {
      advance();
      scheduleNext();
    }
  }

  /** Moves to this loop's next arrival. */
  private void advance() {
    do {
      nextNumber++;
      nextDueNanos = plan.startNanos() + sequence.nextNanos();
    } while (nextNumber % loops != index);
  }

  private void scheduleNext() {
    run.later(this::arrive, nextDueNanos - System.nanoTime());
  }

  private void arrive() {
    long now = System.nanoTime();
    for (int i = 0; i < BATCH && nextNumber < endNumber && nextDueNanos - now <= 0; i++) {
      long due = nextDueNanos;
      long number = nextNumber;
      advance();
      run.begin(due, number, /* timesCameBack= */ 0);
    }
    if (nextNumber < endNumber) {
      scheduleNext();
    }
  }

  /** Starts the clients of a closed population, evenly spread over one mean think time. */
  private void startPopulation() {
    int clients = (int) Math.min(endNumber, plan.options().arrivals().clients());
    for (int client = index; client < clients; client += loops) {
      long due = plan.startNanos() + Math.round(run.thinkTime().meanNanos() * client / clients);
      later(due, client, 0);
    }
    // Further visits are dealt among the loops that have clients.
    stride = Math.min(loops, clients);
    nextNumber = index < stride ? (long) clients + index : endNumber;
  }

  /** Handles the end of a visit: its customer may return, or the closed population continues. */
  void ended(Visit visit, Visit.Fate fate) {
    boolean failed = fate != Visit.Fate.COMPLETED;
    VisitOptions habits = plan.options().visit();
    if (failed
        && habits.onFailure() == OnFailure.COME_BACK_AS_NEW
        && visit.timesCameBack() < habits.maxRetries()) {
      long number = CAME_BACK + cameBack++ * loops + index;
      later(
          System.nanoTime() + run.retryDelayNanos(visit.random()),
          number,
          visit.timesCameBack() + 1);
    } else if (closed && nextNumber < endNumber) {
      later(System.nanoTime() + (failed ? run.retryDelayNanos(visit.random()) : 0), nextNumber, 0);
      nextNumber += stride;
    }
  }

  /** Counts arrivals due before the end of the window that a late loop never started. */
  void countMissed() {
    while (!closed && nextNumber < endNumber && nextDueNanos - plan.windowEndNanos() < 0) {
      run.recorder().count(Count.OFFERED, nextDueNanos);
      run.recorder().count(Count.NOT_STARTED, nextDueNanos);
      advance();
    }
  }

  private void later(long dueNanos, long number, int timesCameBack) {
    toCome++;
    run.later(
        () -> {
          toCome--;
          run.begin(dueNanos, number, timesCameBack);
        },
        dueNanos - System.nanoTime());
  }

  /** Returns whether no more visits will start. */
  boolean exhausted() {
    return toCome == 0 && nextNumber >= endNumber;
  }
}
