package io.headwaiter.sim.law;

import io.headwaiter.core.capacity.VisitWork;

/** Work for visits under way by their age, as the server's meters count it. */
final class WorkBins {
  private long[] turns = new long[VisitWork.BINS];
  private long[] cpuNanos = new long[VisitWork.BINS];

  /**
   * Adds a turn that is done.
   *
   * @param first whether it is the first of its visit
   */
  void add(long ageNanos, boolean first, long nanos) {
    int bin = first ? VisitWork.FIRST_TURN_BIN : VisitWork.binOf(ageNanos);
    if (bin >= 0) {
      turns[bin]++;
      cpuNanos[bin] += nanos;
    }
  }

  /** Returns the work added since the last call. */
  VisitWork take() {
    VisitWork work = new VisitWork(turns, cpuNanos);
    turns = new long[VisitWork.BINS];
    cpuNanos = new long[VisitWork.BINS];
    return work;
  }
}
