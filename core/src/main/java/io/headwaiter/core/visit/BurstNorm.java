package io.headwaiter.core.visit;

/**
 * The CPU time that visits usually use in one burst: a page with all its parts, until the customer
 * reads it. {@link Bursts} says which bursts count.
 *
 * <pre>
 *   x   = ln of the CPU time of a burst
 *   b  += 2 g * (0.9 - [x &lt;= b])      0.9 quantile
 *   g   = max(0.01, 1 / c)            c bursts so far; the first one sets b
 *   B   = exp(b)                      after 50 bursts
 * </pre>
 *
 * <p>Worked number: pages of 7 ms, and twice as many pictures of 0.5 ms, each asked for after a
 * pause: B is about 7 ms. When all pages become three times as dear, it follows within some 80 of
 * them. Twenty longer bursts raise it by less than a half.
 *
 * <p>Thread-safe; reading takes no lock.
 */
final class BurstNorm {
  static final int BURSTS_MIN = 50;

  private static final double UPPER_PART = 0.9;
  private static final double STEP_MIN = 0.01;

  private double upper;
  private long bursts;
  private volatile double nanos = Double.POSITIVE_INFINITY;

  /**
   * Adds a burst.
   *
   * @param burstNanos its CPU time, at least 0
   */
  synchronized void observe(long burstNanos) {
    double x = Math.log(Math.max(1, burstNanos));
    double step = 2 * Math.max(STEP_MIN, 1.0 / ++bursts);
    upper = bursts == 1 ? x : upper + step * (x > upper ? UPPER_PART : UPPER_PART - 1);
    nanos = bursts < BURSTS_MIN ? Double.POSITIVE_INFINITY : Math.exp(upper);
  }

  /** Returns B in nanoseconds; infinity while too little is known. */
  double nanos() {
    return nanos;
  }
}
