package io.headwaiter.core.capacity;

/**
 * Corrects by the worker queueing delay: a fast factor that closes the door while work waits too
 * long, whatever the reason, and a slow one that takes out what the cost estimate gets wrong.
 *
 * <pre>
 *   fast = clamp( 1 - (d - target) / (span * target), 0, 1 )
 *   slow := clamp( slow + dt/T * clamp( (s - d) / s, -1, 1 ), 0.5, 2 )   only while it can matter
 *   s  delay to settle at: the target or less
 *   d  worker queueing delay, smoothed over about 0.2 s
 *   T  integral time: eight mean ages of a visit, at least 16 s, well above the time after which a
 *      change of admission shows in the work; with less the two chase each other
 * </pre>
 *
 * <p>The slow factor rises only while visits are being refused or wait and processors are idle
 * (else there is nothing to gain), not above 1 before the cost of a visit is known (else a cold
 * server takes promises for idleness), and falls only while the delay is above that and the
 * promises fit: after a loss of capacity a queue is no sign of a wrong estimate.
 *
 * <p>Worked number: target 50 ms, span 0.5: up to 50 ms nothing is taken away, at 62.5 ms half,
 * from 75 ms on all.
 *
 * <p>Not thread-safe.
 */
final class DelayCorrection {
  private static final double SMOOTHING_NANOS = 0.2e9;
  private static final double SPAN = 0.5;
  private static final double SLOW_MIN = 0.5;
  private static final double SLOW_MAX = 2;
  private static final double INTEGRAL_NANOS_MIN = 16e9;
  private static final double INTEGRAL_IN_AGES = 8;

  private final double targetNanos;
  private double delayNanos;
  private double slow = 1;

  DelayCorrection(long targetNanos) {
    this.targetNanos = targetNanos;
  }

  /**
   * Takes in one interval.
   *
   * @param ageNanos mean age of a visit at its requests; the integral time is eight times that
   * @param costKnown false while visits have not been watched for long enough
   * @param delayWantedNanos the delay to settle at, if that is below the target
   * @param idle whether processors have nothing to do at times
   * @param overPromised whether more is promised than there is, so that the delay says nothing
   *     about the estimate
   */
  void add(
      MeterSnapshot s,
      double ageNanos,
      boolean costKnown,
      double delayWantedNanos,
      boolean idle,
      boolean overPromised) {
    double dt = s.elapsedNanos();
    double seen = Math.max(s.queueDelayNanosMean(), s.queueDelayNanosHead());
    delayNanos += (seen - delayNanos) * (1 - Math.exp(-dt / SMOOTHING_NANOS));
    double wanted = Math.max(1, Math.min(targetNanos, delayWantedNanos));
    double error = clamp((wanted - delayNanos) / wanted, -1, 1);
    boolean gains = idle && (s.newRefused() > 0 || s.newWaiting() > 0);
    boolean matters = (error < 0 && !overPromised) || gains;
    if (matters) {
      double integralNanos = Math.max(INTEGRAL_NANOS_MIN, INTEGRAL_IN_AGES * ageNanos);
      slow = clamp(slow + dt / integralNanos * error, SLOW_MIN, costKnown ? SLOW_MAX : 1);
    }
  }

  /** The slow factor, for the budget: from 0.5 to 2. */
  double slow() {
    return slow;
  }

  /** The fast factor, for the queue: from 0 to 1. */
  double fast() {
    return clamp(1 - (delayNanos - targetNanos) / (SPAN * targetNanos), 0, 1);
  }

  double delayNanos() {
    return delayNanos;
  }

  private static double clamp(double value, double min, double max) {
    return Math.max(min, Math.min(max, value));
  }
}
