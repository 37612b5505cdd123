package io.headwaiter.core.capacity;

/**
 * What a server would carry if it had other processors, by what {@link CapacityModel} knows at one
 * instant. Costs, work beside visits, threads and connections stay as they are.
 *
 * <pre>
 *   lambda(A) = min(max(0, A'(A) - b), V R) / V
 *   A   processors                    A'  those that threads and connections can keep busy
 *   V   CPU time of a new visit       b   processors busy beside visits
 *   R   visits a second that the pools carry; infinite without a profile of them
 * </pre>
 *
 * <p>Worked number: V = 17 ms, b = 0.03, nothing held: one processor carries 0.97 / 0.017 = 57
 * visits a second, two carry 116.
 *
 * <p>Immutable.
 */
public final class CapacityForecast {
  private static final double NANOS_PER_SECOND = 1e9;

  private final double visitNanos;
  private final double besideVisits;
  private final HeldBounds held;
  private final PoolCapacity pools;

  /**
   * @param visitNanos V, above 0
   * @param besideVisits b, at least 0
   */
  CapacityForecast(double visitNanos, double besideVisits, HeldBounds held, PoolCapacity pools) {
    this.visitNanos = visitNanos;
    this.besideVisits = besideVisits;
    this.held = held;
    this.pools = pools;
  }

  /** Returns the processors for visits under way and new visits, at least 0. */
  double processorsForVisits(double processors) {
    double measured = measured(processors);
    return pools.isKnown() ? Math.min(measured, byPools()) : measured;
  }

  private double measured(double processors) {
    return Math.max(0, held.processors(processors) - besideVisits);
  }

  private double byPools() {
    return pools.visitsPerSecond() * visitNanos / NANOS_PER_SECOND;
  }

  /**
   * Returns lambda, the new visits a second in the long run.
   *
   * @param processors A, above 0
   */
  public double newVisitsPerSecondMax(double processors) {
    return processorsForVisits(processors) * NANOS_PER_SECOND / visitNanos;
  }

  /**
   * Returns the resource that would be the scarcest.
   *
   * @param processors A, above 0
   */
  public Resource bottleneck(double processors) {
    if (pools.isKnown() && byPools() < measured(processors)) {
      return pools.bottleneck();
    }
    return held.bottleneck(processors);
  }
}
