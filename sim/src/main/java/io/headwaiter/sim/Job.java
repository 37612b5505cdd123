package io.headwaiter.sim;

import io.headwaiter.sim.law.Turn;

/** A turn of work with what nobody but the simulator knows of it. */
final class Job {
  final Turn turn;
  final Visit visit;
  final int ask;
  // Of the server that took it on.
  final int epoch;
  final double cpuNanos;
  final double databaseNanos;
  // CPU of the part that is on the processors now, or comes next.
  double partNanos;
  boolean lastPart;
  double finishAt;
  // Where it stands among those that wait.
  long placeNanos;
  // It has waited, or waits, for what others leave over.
  boolean deferred;

  Job(Turn turn, Visit visit, int epoch, double cpuNanos, double databaseNanos) {
    this.turn = turn;
    this.visit = visit;
    this.ask = visit.ask;
    this.epoch = epoch;
    this.cpuNanos = cpuNanos;
    this.databaseNanos = databaseNanos;
    this.placeNanos = turn.queuedNanos();
    this.lastPart = databaseNanos == 0;
    this.partNanos = lastPart ? cpuNanos : cpuNanos / 2;
  }

  /**
   * Whether it waits for its own visit at first, so that nobody counts as waiting because of it.
   */
  boolean isBehindItsOwn() {
    return placeNanos > turn.queuedNanos();
  }

  /** How long it has waited for a worker: not for what its own visit had asked for before. */
  long waitedNanos(long now) {
    return Math.max(0, now - Math.max(placeNanos, turn.queuedNanos()));
  }
}
