package io.headwaiter.sim;

import io.headwaiter.sim.law.Turn;

/** A turn with the facts that only the simulator knows. */
final class Job {
  final Turn turn;
  final Visit visit;
  final int ask;
  // Epoch of the server that accepted it.
  final int epoch;
  final double cpuNanos;
  final double databaseNanos;
  // CPU of the part that runs now, or comes next.
  double partNanos;
  boolean lastPart;
  double finishAt;
  // Its place among those that wait.
  long placeNanos;
  // It waits, or has waited, as excess work.
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
   * Returns whether it does not count as waiting, because it first waits for its own visit or was
   * deferred.
   */
  boolean isUncounted() {
    return deferred || placeNanos > turn.queuedNanos();
  }

  /**
   * Returns how long it has waited for a worker, without the wait for turns of its own visit; 0 for
   * a deferred one.
   */
  long waitedNanos(long now) {
    return deferred ? 0 : Math.max(0, now - Math.max(placeNanos, turn.queuedNanos()));
  }
}
