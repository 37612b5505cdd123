package io.headwaiter.core.capacity;

/**
 * What a bounded number of holders can do together: M threads (or connections), each of which works
 * on a processor for a while and then waits for something else, over and over. With few of them the
 * processors stand idle while all happen to wait; the plain minimum of both capacities does not see
 * that.
 *
 * <pre>
 *   X(M) = M / (R(M) + z)                        turns a second
 *   R(m) = c/A * (1 + Q(m-1)) + c * (A-1)/A      time at the processors, of m in the system
 *   Q(m) = X(m) * c/A * (1 + Q(m-1))             of them at or before a processor, Q(0) = 0
 *   c  processor time of a turn, z  time it waits otherwise, A  processors
 * </pre>
 *
 * <p>Mean value analysis (Reiser and Lavenberg 1980) of a closed network with one queueing station
 * and one delay; several processors by Seidmann's approximation: one that is A times as fast, and a
 * delay for the rest of the time.
 *
 * <p>Worked number: M = 2, A = 1, c = 1 s, z = 1 s: Q(1) = 1/2, R(2) = 1.5 s, X(2) = 0.8 turns a
 * second. The minimum of M/(c+z) and A/c is 1.
 */
final class FiniteSource {
  // From here on another holder makes no difference.
  private static final double SATURATED = 0.9999;

  private FiniteSource() {}

  /**
   * X(M), turns a nanosecond.
   *
   * @param holders M, at least 1
   * @param cpuNanos c, above 0
   * @param otherNanos z, at least 0
   * @param processors A, above 0
   */
  static double turnsPerNano(int holders, double cpuNanos, double otherNanos, double processors) {
    double shared = cpuNanos / Math.max(1, processors);
    double alone = cpuNanos - shared;
    if (processors < 1) {
      shared = cpuNanos / processors;
    }
    double queue = 0;
    double rate = 0;
    for (int m = 1; m <= holders; m++) {
      double atStation = shared * (1 + queue);
      rate = m / (atStation + alone + otherNanos);
      queue = rate * atStation;
      if (rate * shared > SATURATED) {
        return rate;
      }
    }
    return rate;
  }
}
