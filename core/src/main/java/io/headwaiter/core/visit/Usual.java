package io.headwaiter.core.visit;

import io.headwaiter.core.capacity.VisitWork;

/**
 * The usual amounts of visits.
 *
 * @param cpuNanos CPU time by age
 * @param turns requests and handshakes by age
 * @param bursts CPU time between two pauses
 */
record Usual(AgeNorm cpuNanos, AgeNorm turns, BurstNorm bursts) {
  // Up to twice the usual CPU time and turns may be a rising mean, and count for the visit cost.
  // More than that says nothing about a mean.
  private static final double PRICED_NORMS_MAX = 2;
  // The same while the usual amounts are not known, in visit costs.
  private static final double UNSURE_PRICED_MAX = 3;
  private static final double BURSTS_MAX = 3;

  /** Adds samples of a visit if it does something in an age bin for the first time. */
  void observe(VisitAccount account, long nowNanos) {
    int bin = VisitWork.binOf(nowNanos - account.beganNanos());
    // CPU time that a foreign visit used elsewhere is not known. A connection that never asks for
    // anything says nothing about those that do.
    if (bin >= 0 && account.turns() > 0 && !account.isForeign() && account.reaches(bin)) {
      cpuNanos.observe(bin, account.workNanos());
      turns.observe(bin, account.turns());
    }
  }

  /** Returns the CPU time of a visit of this age that counts for the visit cost at most. */
  double pricedNanosMax(double priceNanos, long ageNanos) {
    return cpuNanos.isKnown()
        ? PRICED_NORMS_MAX * cpuNanos.commonAt(ageNanos)
        : UNSURE_PRICED_MAX * priceNanos;
  }

  /**
   * Adds a burst that has ended.
   *
   * @param nanos its CPU time; 0 if none has ended
   */
  void observeBurst(long nanos) {
    if (nanos > 0) {
      bursts.observe(nanos);
    }
  }

  /**
   * Returns whether the burst of a visit is longer than usual, if a turn comes now.
   *
   * @param moreNanos what is still to be spent for it
   */
  boolean isLongBurst(VisitAccount account, long moreNanos, double priceNanos, long nowNanos) {
    long nanos = account.burst().nanosAt(account.workNanos(), nowNanos) + moreNanos;
    double known = bursts.nanos();
    double most =
        known < Double.POSITIVE_INFINITY ? BURSTS_MAX * known : UNSURE_PRICED_MAX * priceNanos;
    // Deferred turns may never end their burst, so it counts now.
    if (nanos > most && account.burst().isFirstCall()) {
      bursts.observe(nanos);
    }
    return nanos > most;
  }

  /** Returns the turns of a visit of this age that count for the visit cost at most. */
  double pricedTurnsMax(long ageNanos) {
    return PRICED_NORMS_MAX * turns.commonAt(ageNanos);
  }
}
