package io.headwaiter.core.capacity;

/**
 * The weight that a server asks of its balancer: what the server carries, in percent of a reference
 * that all servers share.
 *
 * <pre>
 *   w = 100 s / r,   rounded and limited to 1..{@value #PERCENT_MAX}
 *   s  new visits a second that the server carries, a mean with a time constant of 20 s
 *   r  the reference, new visits a second
 * </pre>
 *
 * <p>It is what the server carries, not what is left of it: several balancers that see what is left
 * too late would send all clients to one server, then to the next. It is never 0, which a balancer
 * takes for "no new connections", also for those of visits under way. Each server refuses for
 * itself.
 *
 * <p>Worked number: r = 50, s = 87: 174 percent. A server that has learned nothing asks for 100.
 *
 * <p>Not thread-safe.
 */
public final class BalancerWeight {
  /** The largest weight, which is that of HAProxy. */
  public static final int PERCENT_MAX = 256;

  private static final double TAU_NANOS = 20e9;
  private static final int PERCENT_UNKNOWN = 100;

  private final double reference;
  private double smoothed = Double.NaN;
  private long lastNanos;

  /**
   * @param referencePerSecond r, above 0
   */
  public BalancerWeight(double referencePerSecond) {
    if (!(referencePerSecond > 0)) {
      throw new IllegalArgumentException(
          "The reference must be above 0 visits a second, got " + referencePerSecond);
    }
    this.reference = referencePerSecond;
  }

  /**
   * Adds what the server carries now.
   *
   * @param visitsPerSecond new visits a second; infinite while that is unknown, which is left out
   * @param nowNanos monotonic
   */
  public void add(double visitsPerSecond, long nowNanos) {
    if (!(visitsPerSecond < Double.POSITIVE_INFINITY)) {
      return;
    }
    double part =
        Double.isNaN(smoothed) ? 1 : -Math.expm1(-Math.max(0, nowNanos - lastNanos) / TAU_NANOS);
    smoothed = part == 1 ? visitsPerSecond : smoothed + part * (visitsPerSecond - smoothed);
    lastNanos = nowNanos;
  }

  /** Returns the weight in percent. */
  public int percent() {
    if (Double.isNaN(smoothed)) {
      return PERCENT_UNKNOWN;
    }
    return (int) Math.min(PERCENT_MAX, Math.max(1, Math.round(100 * smoothed / reference)));
  }
}
