package io.headwaiter.core.visit;

/**
 * Decides which visits ask on and on without pause, while other work wants the processors.
 *
 * <pre>
 *   a turn is deferred if 1.5 B &lt; its burst   as if its visit were over its account
 *   B  CPU time that a burst usually takes, {@link BurstNorm}, at most 2 V; V while that is not
 *      known
 *   V  visit cost
 * </pre>
 *
 * <p>Nine of ten bursts of customers take less than B.
 *
 * <p>Thread-safe.
 */
public final class Bursts {
  private static final double LONG_TIMES = 1.5;
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

  /** Sets whether other work wants the processors; if not, no turn is deferred. */
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
