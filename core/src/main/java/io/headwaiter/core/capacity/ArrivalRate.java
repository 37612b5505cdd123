package io.headwaiter.core.capacity;

/**
 * The rate of arrivals: the mean of a few seconds, until the rate has changed beyond chance; then
 * the mean of the time since the change. Page's cumulative sums (Biometrika 41, 1954) tell both
 * whether it has changed and when.
 *
 * <pre>
 *   e    = rate * dt                           expected in an interval, n have come
 *   up   = max(0, up   + n - e - e / 4)        arrivals beyond a rate that is a quarter higher
 *   down = max(0, down + e - n - e / 4)        arrivals lacking to one that is a quarter lower
 *   v    = mean of (n - n')^2 / (n + n')       n' came in the interval before; 1 for chance alone,
 *                                              more where they come in bursts; at least 1
 *   it changed if up or down exceeds 20 v; the rate is then that since this sum was 0
 * </pre>
 *
 * <p>Worked number: 100 a second become 12. Each second {@code down} grows by 100 - 12 - 25 = 63,
 * and passes 20 after 0.32 s. At a steady rate, a sum that has left 0 gets there by chance with a
 * probability of exp(-2 * 20 / 4), one in 20,000.
 *
 * <p>Not thread-safe.
 */
final class ArrivalRate {
  private static final double MEAN_NANOS = 2.5e9;
  private static final double CROWDING_NANOS = 30e9;
  private static final double SLACK = 0.25;
  private static final double ARRIVALS = 20;
  private static final double CROWDING_PRIOR = 4;

  private final Excess up = new Excess();
  private final Excess down = new Excess();
  private final DecayingMean crowding = new DecayingMean(1, CROWDING_PRIOR);
  private double arrivals;
  private double nanos;
  private double previousPerNano;

  /** The excess of arrivals, and the arrivals and the time since it was 0. */
  private static final class Excess {
    private double sum;
    private double arrivals;
    private double nanos;

    void add(double more, double elapsedNanos, double came) {
      sum = Math.max(0, sum + more);
      arrivals = sum > 0 ? arrivals + came : 0;
      nanos = sum > 0 ? nanos + elapsedNanos : 0;
    }

    void clear() {
      sum = 0;
      arrivals = 0;
      nanos = 0;
    }
  }

  /**
   * Adds one interval and its arrivals.
   *
   * @param elapsedNanos above 0
   * @param came at least 0
   */
  void add(double elapsedNanos, double came) {
    double expected = perNano() * elapsedNanos;
    double keep = Math.exp(-elapsedNanos / MEAN_NANOS);
    arrivals = arrivals * keep + came;
    nanos = nanos * keep + elapsedNanos;
    learnCrowding(elapsedNanos, came);
    up.add(came - expected * (1 + SLACK), elapsedNanos, came);
    down.add(expected * (1 - SLACK) - came, elapsedNanos, came);
    double bound = ARRIVALS * Math.max(1, crowding.mean());
    if (up.sum > bound) {
      startAnew(up);
    } else if (down.sum > bound) {
      startAnew(down);
    }
  }

  /** Compares each interval with the previous one, so that a change counts once. */
  private void learnCrowding(double elapsedNanos, double came) {
    double before = previousPerNano * elapsedNanos;
    previousPerNano = came / elapsedNanos;
    if (came + before > 0) {
      double more = came - before;
      crowding.add(elapsedNanos, CROWDING_NANOS, more * more / (came + before), 1);
    }
  }

  private void startAnew(Excess since) {
    arrivals = since.arrivals;
    nanos = since.nanos;
    up.clear();
    down.clear();
  }

  /** Returns the arrivals in a nanosecond; 0 before the first. */
  double perNano() {
    return nanos > 0 ? arrivals / nanos : 0;
  }
}
