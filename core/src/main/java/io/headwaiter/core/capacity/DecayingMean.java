package io.headwaiter.core.capacity;

/**
 * A mean whose past fades with time: both the sum and the count decay exponentially, so an interval
 * with many events weighs more than one with few.
 *
 * <pre>
 *   sum   := sum   * exp(-dt/tau) + value
 *   count := count * exp(-dt/tau) + n
 *   mean   = (sum + prior * w) / (count + w)
 * </pre>
 *
 * <p>The prior has the weight of {@code w} events and does not decay; it answers before anything
 * was measured and is forgotten as events come in. Worked number: prior 5 ms with weight 2, then 8
 * events of 10 ms at once: (80 + 10) / 10 = 9 ms.
 *
 * <p>Not thread-safe.
 */
final class DecayingMean {
  private final double prior;
  private final double priorWeight;
  private double sum;
  private double count;

  DecayingMean(double prior, double priorWeight) {
    this.prior = prior;
    this.priorWeight = priorWeight;
  }

  /**
   * Lets {@code elapsedNanos} pass with time constant {@code tauNanos}, then adds {@code n} events.
   * A sum may be below 0: coarse clocks subtract in one interval what they added too much in
   * another.
   */
  void add(double elapsedNanos, double tauNanos, double valueSum, double n) {
    double keep = Math.exp(-elapsedNanos / tauNanos);
    sum = sum * keep + valueSum;
    count = count * keep + Math.max(0, n);
  }

  double mean() {
    double weight = count + priorWeight;
    return weight > 0 ? (sum + prior * priorWeight) / weight : prior;
  }
}
