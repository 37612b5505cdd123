package io.headwaiter.front.supply;

/**
 * The rate of a counter, smoothed with a first-order lag: {@code y := y + (x - y) (1 -
 * exp(-dt/tau))}, x being the rate of the interval dt. The first interval sets it. Not thread-safe.
 */
final class SmoothedRate {
  private final double tauNanos;
  private long last = FileText.NONE;
  private double rate = Double.NaN;
  private double latest = Double.NaN;

  SmoothedRate(double tauNanos) {
    this.tauNanos = tauNanos;
  }

  /**
   * Adds a reading of the counter. One that has gone back was started anew: the interval does not
   * count.
   *
   * @param count {@link FileText#NONE} if it cannot be read
   * @param elapsedNanos since the last call, above 0
   */
  void add(long count, double elapsedNanos) {
    long before = last;
    last = count;
    if (before < 0 || count < before) {
      return;
    }
    latest = (count - before) / elapsedNanos;
    double part = Double.isNaN(rate) ? 1 : -Math.expm1(-elapsedNanos / tauNanos);
    rate = part == 1 ? latest : rate + (latest - rate) * part;
  }

  /** Starts anew, for another counter. */
  void reset() {
    last = FileText.NONE;
    rate = Double.NaN;
    latest = Double.NaN;
  }

  /** Returns whether there is a rate. */
  boolean isKnown() {
    return !Double.isNaN(rate);
  }

  /** Returns the rate per nanosecond; NaN before there is one. */
  double rate() {
    return rate;
  }

  /** Returns the rate of the last interval that counted, not smoothed; NaN before there is one. */
  double latest() {
    return latest;
  }
}
