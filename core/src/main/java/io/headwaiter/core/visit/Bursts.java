package io.headwaiter.core.visit;

/**
 * Decides which visits ask on and on without pause, while other work wants the processors.
 *
 * <pre>
 *   a turn yields if 3 B &lt; its burst     it begins after those that came up to 250 ms later
 *   it is deferred if 6 B &lt; its burst      as if its visit were over its account
 *   B  CPU time that a burst usually takes, {@link BurstNorm}, at most 2 V; V while that is not
 *      known
 *   V  visit cost
 * </pre>
 *
 * <p>Nine of ten bursts of customers take less than B. A turn that yields begins as soon as a
 * worker is idle, so on a server that refuses visits, and has a short queue, it begins as early as
 * others. Where forty new visits ask without pause, their second pages let those of customers pass.
 *
 * <p>Thread-safe.
 */
public final class Bursts {
  private static final long YIELD_NANOS = 250_000_000L;
  private static final double YIELD_TIMES = 3;
  private static final double LONG_TIMES = 6;
  // Otherwise long bursts on an idle server could end the rule.
  private static final double USUAL_COSTS_MAX = 2;

  private final BurstNorm norm = new BurstNorm();
  private volatile boolean strict;
  private volatile double priceNanos = Double.POSITIVE_INFINITY;

  Bursts() {}

  /** Sets V. */
  void setPrice(double nanos) {
    priceNanos = nanos;
  }

  /** Sets whether other work wants the processors; if not, no turn yields or is deferred. */
  public void setStrict(boolean isStrict) {
    strict = isStrict;
  }

  /**
   * Notes that a turn with requests has ended.
   *
   * @param tookNanos how long ago it came, at least 0
   * @param cpuNanos its CPU time, at least 0
   */
  public void turnEnded(VisitAccount account, long tookNanos, long cpuNanos, long nowNanos) {
    long nanos = account.burst().turnEnded(tookNanos, cpuNanos, nowNanos);
    if (nanos > 0) {
      norm.observe(nanos);
    }
  }

  /** Returns how much later a turn of the visit is placed that comes now, in nanoseconds. */
  public long yieldNanos(VisitAccount account, long nowNanos) {
    boolean yields = strict && account.burst().nanosAt(nowNanos) > YIELD_TIMES * usualNanos();
    return yields ? YIELD_NANOS : 0;
  }

  /**
   * Returns whether a turn of the visit is deferred that came then.
   *
   * @param moreNanos what is still to be spent for the visit
   */
  boolean isLong(VisitAccount account, long moreNanos, long cameNanos) {
    if (!strict) {
      return false;
    }
    long nanos = account.burst().nanosAt(cameNanos) + moreNanos;
    boolean isLong = nanos > LONG_TIMES * usualNanos();
    // Deferred turns may never end their burst, so it counts now.
    if (isLong && account.burst().teaches()) {
      norm.observe(nanos);
    }
    return isLong;
  }

  private double usualNanos() {
    double known = norm.nanos();
    return known < Double.POSITIVE_INFINITY
        ? Math.min(known, USUAL_COSTS_MAX * priceNanos)
        : priceNanos;
  }
}
