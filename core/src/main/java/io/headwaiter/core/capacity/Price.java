package io.headwaiter.core.capacity;

/**
 * A figure that is believed at once when it rises, and only as work is done when it falls. What is
 * dearer than thought must be heeded now; what seems cheaper may be the cheap beginning of what
 * comes, or nobody's being there.
 *
 * <pre>
 *   x := raw                                        if raw &gt; x
 *   x := x - (x - raw) * (1 - exp(-w / 0.1 s))      else
 *   w  seconds of work done in the interval, of all processors together
 * </pre>
 *
 * <p>Worked number: what costs half from now on is believed to cost 0.57 after 0.2 s at full load,
 * and on an idle server to cost what it did.
 *
 * <p>Not thread-safe.
 */
final class Price {
  private static final double TAU_NANOS = 0.1e9;

  private double value;

  Price(double first) {
    value = first;
  }

  /**
   * Takes in one interval.
   *
   * @param raw what is measured
   * @param workNanos w, at least 0
   */
  void add(double raw, double workNanos) {
    value = raw > value ? raw : value - (value - raw) * -Math.expm1(-workNanos / TAU_NANOS);
  }

  double value() {
    return value;
  }
}
