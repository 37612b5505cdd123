package io.headwaiter.core.visit;

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
