package io.headwaiter.core.visit;

/**
 * Decides which visits ask on and on without pause, while other work wants the processors.
 *
 * <pre>
 *   a turn yields if 1.5 B &lt; its burst     it begins after those that came up to 250 ms later
 *   it is deferred if 3 B &lt; its burst      as if its visit were over its account
 *   B  CPU time that a burst usually takes, {@link BurstNorm}; V while that is not known
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
  /** How much later a turn that yields is placed, in nanoseconds. */
  public static final long YIELD_NANOS = 250_000_000L;

  private static final double YIELD_TIMES = 1.5;
  private static final double LONG_TIMES = 3;

  private final BurstNorm norm = new BurstNorm();
  private volatile boolean strict;

  Bursts() {}

  /** Sets whether other work wants the processors; if not, no turn yields or is deferred. */
  public void setStrict(boolean isStrict) {
    strict = isStrict;
  }

  /** Notes, after its CPU time, that a turn has ended that came {@code tookNanos} ago. */
  public void turnEnded(VisitAccount account, long tookNanos, long nowNanos) {
    long nanos = account.burst().turnEnded(tookNanos, account.workNanos(), nowNanos);
    if (nanos > 0) {
      norm.observe(nanos);
    }
  }

  /** Returns whether a turn of the visit yields that comes now. */
  boolean yields(VisitAccount account, double priceNanos, long nowNanos) {
    return strict && nanos(account, nowNanos) > YIELD_TIMES * usualNanos(priceNanos);
  }

  /**
   * Returns whether a turn of the visit is deferred that comes now.
   *
   * @param moreNanos what is still to be spent for the visit
   */
  boolean isLong(VisitAccount account, long moreNanos, double priceNanos, long nowNanos) {
    if (!strict) {
      return false;
    }
    long nanos = nanos(account, nowNanos) + moreNanos;
    boolean isLong = nanos > LONG_TIMES * usualNanos(priceNanos);
    // Deferred turns may never end their burst, so it counts now.
    if (isLong && account.burst().isFirstCall()) {
      norm.observe(nanos);
    }
    return isLong;
  }

  private static long nanos(VisitAccount account, long nowNanos) {
    return account.burst().nanosAt(account.workNanos(), nowNanos);
  }

  private double usualNanos(double priceNanos) {
    double known = norm.nanos();
    return known < Double.POSITIVE_INFINITY ? known : priceNanos;
  }
}
