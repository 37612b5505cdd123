package io.headwaiter.core.capacity;

/**
 * A figure that is believed at once when it rises, and only as work is done when it falls. What is
 * dearer than thought must be heeded now; what seems cheaper may be the cheap beginning of what
 * comes, or nobody's being there. Where the figure wavers its price is near the upper edge; its
 * mean is what it is in the long run.
 *
 * <pre>
 *   f     = 1 - exp(-w / 0.1 s)
 *   mean := mean + (raw - mean) * f
 *   x    := raw                      if raw &gt; x
 *   x    := x + (raw - x) * f        else
 *   w  seconds of work done in the interval, of all processors together
 * </pre>
 *
 * <p>Worked number: what costs half from now on is believed to cost 0.57 after 0.2 s at full load,
 * and on an idle server to cost what it did. What costs 0.9 and 1.1 by turns, 0.02 s of work each,
 * has a mean of 1.0 and a price of 1.06 to 1.1.
 *
 * <p>Not thread-safe.
 */
final class Price {
  private static final double TAU_NANOS = 0.1e9;

  private double value;
  private double mean;

  Price(double first) {
    value = first;
    mean = first;
  }

  /**
   * Takes in one interval.
   *
   * @param raw what is measured
   * @param workNanos w, at least 0
   */
  void add(double raw, double workNanos) {
    double part = -Math.expm1(-workNanos / TAU_NANOS);
    mean += (raw - mean) * part;
    value = raw > value ? raw : value + (raw - value) * part;
  }

  /** The mean, by work. */
  double mean() {
    return mean;
  }

  /** x, at least what was just measured. */
  double value() {
    return value;
  }
}
