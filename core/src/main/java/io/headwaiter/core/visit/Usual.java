package io.headwaiter.core.visit;

import io.headwaiter.core.capacity.VisitWork;

/**
 * The usual amounts of visits.
 *
 * @param cpuNanos CPU time by age
 * @param turns requests and handshakes by age
 */
record Usual(AgeNorm cpuNanos, AgeNorm turns) {
  // Up to twice the usual CPU time and turns may be a rising mean, and count for the visit cost.
  // More than that says nothing about a mean.
  private static final double PRICED_NORMS_MAX = 2;
  // The same while the usual amounts are not known, in visit costs.
  private static final double UNSURE_PRICED_MAX = 3;

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

  /** Returns the turns of a visit of this age that count for the visit cost at most. */
  double pricedTurnsMax(long ageNanos) {
    return PRICED_NORMS_MAX * turns.commonAt(ageNanos);
  }
}
