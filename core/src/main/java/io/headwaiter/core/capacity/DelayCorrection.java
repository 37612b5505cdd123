package io.headwaiter.core.capacity;

/**
 * A factor on the work that may wait: below 1 while work waits too long for a worker, whatever the
 * reason.
 *
 * <pre>
 *   open = clamp( 1 - (d - target) / (span * target), 0, 1 )
 *   d  worker queueing delay, smoothed over about 0.2 s
 * </pre>
 *
 * <p>Worked number: target 50 ms, span 0.5: up to 50 ms open = 1, at 62.5 ms 0.5, from 75 ms on 0.
 *
 * <p>Not thread-safe.
 */
final class DelayCorrection {
  private static final double SMOOTHING_NANOS = 0.2e9;
  private static final double SPAN = 0.5;

  private final double targetNanos;
  private double delayNanos;

  /**
   * Creates a correction without delay.
   *
   * @param targetNanos delay up to which nothing is reduced, above 0
   */
  DelayCorrection(long targetNanos) {
    this.targetNanos = targetNanos;
  }

  /** Adds one interval. */
  void add(MeterSnapshot s) {
    double seen = Math.max(s.queue().delayNanosMean(), s.queue().delayNanosHead());
    delayNanos += (seen - delayNanos) * -Math.expm1(-s.elapsedNanos() / SMOOTHING_NANOS);
  }

  /** Returns the factor on the work that may wait: from 0 to 1. */
  double open() {
    return Math.max(0, Math.min(1, 1 - (delayNanos - targetNanos) / (SPAN * targetNanos)));
  }

  /** Returns d. */
  double delayNanos() {
    return delayNanos;
  }
}
