package io.headwaiter.core.capacity;

/**
 * A mean that is steady while nothing changes and quick after a change. It remembers a few seconds,
 * until the events of the last fraction of a second can no longer be chance; then it forgets all
 * earlier ones.
 *
 * <pre>
 *   slow mean    ms = sum / weight, decayed over 2.5 s in which something came
 *   fast mean    mf = sum / weight, decayed over 0.4 s, of nf events
 *   variance     v  = mean of n * (m_i / ms - 1)^2 over intervals i of n events and mean m_i
 *   it changed   if |mf / ms - 1| > max(0.1, 3.5 * sqrt(v / nf)), and nf is at least 5: both begin
 *                anew with this interval
 * </pre>
 *
 * <p>Worked number: costs with a standard deviation as large as their mean, 500 a second: nf = 200,
 * 3.5 * sqrt(1 / 200) = 0.25. When they double, the fast mean passes 1.25 after 0.12 s. A second
 * after the step the mean is that of the 430 costs since then, off by 5 %; as long as nothing
 * changes it is that of 1,250, off by 3 %.
 *
 * <p>Not thread-safe.
 */
final class ChangingMean {
  private static final double FAST_NANOS = 0.4e9;
  private static final double SLOW_NANOS = 2.5e9;
  // Long, so that a change is detected before it has become variance.
  private static final double VARIANCE_NANOS = 30e9;
  private static final double DEVIATIONS = 3.5;
  private static final double CHANGE_MIN = 0.1;
  private static final double FAST_EVENTS_MIN = 5;
  // Number of intervals with an assumed variance of 1 at the start.
  private static final double VARIANCE_PRIOR_INTERVALS = 4;
  // Limits the effect of one interval, because a change is not variance.
  private static final double VARIANCE_SAMPLE_MAX = 25;

  private final double prior;
  private double priorWeight;
  private double slowSum;
  private double slowWeight;
  private double fastSum;
  private double fastWeight;
  private double fastEvents;
  private double varianceSum = VARIANCE_PRIOR_INTERVALS;
  private double varianceCount = VARIANCE_PRIOR_INTERVALS;

  /**
   * Creates a mean without measurements.
   *
   * @param prior its value until the first measurement
   * @param priorWeight weight of the prior, above 0; it does not fade, but is dropped at a change
   */
  ChangingMean(double prior, double priorWeight) {
    this.prior = prior;
    this.priorWeight = priorWeight;
  }

  /** Lets time pass, then adds {@code events} values with a sum; each weighs 1. */
  void add(double elapsedNanos, double valueSum, double events) {
    add(elapsedNanos, valueSum, events, events);
  }

  /** Lets time pass, then adds {@code events} values with a sum and a sum of weights. */
  void add(double elapsedNanos, double valueSum, double weightSum, double events) {
    double fast = Math.exp(-elapsedNanos / FAST_NANOS);
    fastSum *= fast;
    fastWeight *= fast;
    fastEvents *= fast;
    if (!(weightSum > 0) || !(events > 0)) {
      return; // no events: the mean stays as it is
    }
    fadeSlow(elapsedNanos);
    learnVariance(valueSum / weightSum, events);
    slowSum += valueSum;
    slowWeight += weightSum;
    fastSum += valueSum;
    fastWeight += weightSum;
    fastEvents += events;
    if (hasChanged()) {
      startAnew(valueSum, weightSum, events);
    }
  }

  /** Forgets everything before this interval. */
  private void startAnew(double valueSum, double weightSum, double events) {
    slowSum = valueSum;
    slowWeight = weightSum;
    fastSum = valueSum;
    fastWeight = weightSum;
    fastEvents = events;
    priorWeight = 0;
  }

  private void fadeSlow(double elapsedNanos) {
    double slow = Math.exp(-elapsedNanos / SLOW_NANOS);
    slowSum *= slow;
    slowWeight *= slow;
    double variance = Math.exp(-elapsedNanos / VARIANCE_NANOS);
    varianceSum *= variance;
    varianceCount *= variance;
  }

  private void learnVariance(double mean, double events) {
    double now = mean();
    if (now > 0) {
      double deviation = mean / now - 1;
      varianceSum += Math.min(VARIANCE_SAMPLE_MAX, events * deviation * deviation);
      varianceCount++;
    }
  }

  private boolean hasChanged() {
    double slow = mean();
    if (fastEvents < FAST_EVENTS_MIN) {
      return false;
    }
    if (!(slow > 0)) {
      return fastSum > 0;
    }
    double variance = varianceCount > 0 ? varianceSum / varianceCount : 1;
    double bound = Math.max(CHANGE_MIN, DEVIATIONS * Math.sqrt(variance / fastEvents));
    return Math.abs(fastSum / fastWeight / slow - 1) > bound;
  }

  /** Returns the mean; the prior before anything was measured. */
  double mean() {
    double weight = slowWeight + priorWeight;
    return weight > 0 ? (slowSum + prior * priorWeight) / weight : prior;
  }
}
