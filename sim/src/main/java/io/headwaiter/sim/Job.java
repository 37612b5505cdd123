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
  // Of the class behind the others.
  boolean behind;

  Job(Turn turn, Visit visit, int epoch, double cpuNanos, double databaseNanos) {
    this.turn = turn;
    this.visit = visit;
    this.ask = visit.ask;
    this.epoch = epoch;
    this.cpuNanos = cpuNanos;
    this.databaseNanos = databaseNanos;
    this.lastPart = databaseNanos == 0;
    this.partNanos = lastPart ? cpuNanos : cpuNanos / 2;
  }
}
