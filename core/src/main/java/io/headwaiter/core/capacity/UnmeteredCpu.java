package io.headwaiter.core.capacity;

/**
 * CPU time that no thread accounts for (poller, collector), as a factor on what threads account
 * for: one factor for the work of visits, another for all other work, such as refusals, handshakes
 * that are not finished, and excess.
 *
 * <pre>
 *   a = mean of (T - b Q) / W   weighed by W w          w = (W / (W + Q))^2
 *   b = mean of (T - a W) / Q   weighed by Q (1 - w)
 *   T  CPU time of the process that is to be divided
 *   W  what threads account for as work of visits; Q what they account for beside that
 * </pre>
 *
 * <p>Means fade with a time constant of 2.5 s, by their weights: an interval of little weight fades
 * them little. One factor for both would raise the visit cost in a flood of connections that come
 * to nothing, because those cause more unaccounted time; two unknown factors cannot be told from
 * one sum. The weights say what a sum tells: a where most of the work is for visits, b where most
 * is beside them. They are those of the last 0.3 s: work is entered when it is done, and the time
 * of the process while it is spent. In single intervals w would follow that difference, and a would
 * include time of Q.
 *
 * <p>Worked number: W = 130 ms a second and T = 150, so a = 1.15. Then a flood adds Q = 300 ms, and
 * T = 580: w = 0.09, so b goes to 430 / 300 = 1.43, and a stays as it was. One factor for both
 * would be 1.35, and the visit cost a sixth higher.
 *
 * <p>Not thread-safe.
 */
final class UnmeteredCpu {
  private static final double TAU_NANOS = 2.5e9;
  private static final double PART_TAU_NANOS = 0.3e9;
  private static final double PRIOR = 1.1;
  private static final double PRIOR_NANOS = 20e6;

  private final DecayingMean visits = new DecayingMean(PRIOR, PRIOR_NANOS);
  private final DecayingMean visitPart = new DecayingMean(1, PRIOR_NANOS);
  private final DecayingMean beside = new DecayingMean(PRIOR, PRIOR_NANOS);

  /**
   * Adds one interval.
   *
   * @param elapsedNanos its length
   * @param totalNanos T
   * @param visitNanos W, at least 0
   * @param besideNanos Q, at least 0
   */
  void add(double elapsedNanos, double totalNanos, double visitNanos, double besideNanos) {
    double metered = visitNanos + besideNanos;
    visitPart.add(elapsedNanos, PART_TAU_NANOS, visitNanos, metered);
    double part = visitPart.mean();
    double weight = part * part;
    double ofVisits = totalNanos - besideFactor() * besideNanos;
    double ofOthers = totalNanos - visitFactor() * visitNanos;
    learn(visits, elapsedNanos, weight, ofVisits, visitNanos);
    learn(beside, elapsedNanos, 1 - weight, ofOthers, besideNanos);
  }

  /**
   * Lets less time pass for an interval of less weight, so that it also makes the mean forget less.
   */
  private static void learn(
      DecayingMean factor, double elapsedNanos, double weight, double of, double nanos) {
    factor.add(weight * elapsedNanos, TAU_NANOS, weight * of, weight * nanos);
  }

  /**
   * Returns a, at least 1; the process clock may be two ticks off in an interval, but not on
   * average.
   */
  double visitFactor() {
    return Math.max(1, visits.mean());
  }

  /** Returns b, at least 1. */
  double besideFactor() {
    return Math.max(1, beside.mean());
  }
}
