package io.headwaiter.core.capacity;

/**
 * A learned figure that rises at once, and falls only as work is done. A higher cost must count
 * now. A lower one may be the cheap beginning of more work, or a time without clients. Where the
 * figure varies, its price stays near the upper edge, and its mean follows the long-run value.
 *
 * <pre>
 *   f     = 1 - exp(-w / 0.1 s)
 *   mean := mean + (raw - mean) * f
 *   x    := raw                      if raw &gt; x
 *   x    := x + (raw - x) * f        else
 *   w  CPU time of the work done in the interval, divided by the number of processors
 * </pre>
 *
 * <p>Worked number: a cost that halves is taken for 0.57 of its value after 0.2 s at full load, and
 * is unchanged on an idle server. A cost that alternates between 0.9 and 1.1, with 0.02 s of work
 * each, has a mean of 1.0 and a price of 1.06 to 1.1.
 *
 * <p>Not thread-safe.
 */
final class PeakHold {
  private static final double TAU_NANOS = 0.1e9;

  private double value = 1;
  private double mean = 1;

  /**
   * Adds one interval.
   *
   * @param raw the measured figure
   * @param workNanos w, at least 0
   */
  void add(double raw, double workNanos) {
    double part = -Math.expm1(-workNanos / TAU_NANOS);
    mean += (raw - mean) * part;
    value = raw > value ? raw : value + (raw - value) * part;
  }

  /** Returns the mean, weighted by work. */
  double mean() {
    return mean;
  }

  /** Returns x, at least the last measured figure. */
  double value() {
    return value;
  }
}
