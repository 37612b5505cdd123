package io.headwaiter.core.pool;

/**
 * What a bounded number of holders can do together: M threads, each of which is on its own for a
 * while and then wants one of N things (database connections, processors), over and over. With few
 * holders the things stand idle while all happen to be elsewhere; the plain minimum of both
 * capacities does not see that.
 *
 * <pre>
 *   pi_0 = 1;  pi_k = pi_(k-1) * ((M - k + 1) / Z) / (min(k, N) / S),   k = 1..M
 *   X    = sum_k pi_k * min(k, N) / S  /  sum_k pi_k                    turns a second
 *   S  time a turn takes with one of the N,  Z  time it takes without
 * </pre>
 *
 * <p>The machine repairman, M/M/N//M (Kleinrock, Queueing Systems 1, 1975, 3.8). N may be a
 * fraction: one and a half processors shared by k turns do min(k, 1.5) / S.
 *
 * <p>Worked number: M = 2, N = 1, S = Z = 1 s: pi = 1, 2, 2; X = 4/5 turns a second. The minimum of
 * M/(S+Z) and N/S is 1.
 */
public final class FiniteSource {
  // Only ratios of the pi count; without a rescaling thousands of holders would overflow.
  private static final double RESCALE_ABOVE = 1e200;

  private FiniteSource() {}

  /**
   * X, turns a nanosecond.
   *
   * @param holders M, at least 1
   * @param servedNanos S, above 0
   * @param otherNanos Z, at least 0
   * @param servers N, above 0, may be a fraction
   */
  public static double turnsPerNano(
      int holders, double servedNanos, double otherNanos, double servers) {
    if (otherNanos <= 0) {
      return Math.min(holders, servers) / servedNanos;
    }
    double term = 1;
    double sum = 1;
    double busy = 0;
    for (int k = 1; k <= holders; k++) {
      double served = Math.min(k, servers);
      term *= (holders - k + 1) * servedNanos / (otherNanos * served);
      sum += term;
      busy += term * served;
      if (sum > RESCALE_ABOVE) {
        term /= RESCALE_ABOVE;
        sum /= RESCALE_ABOVE;
        busy /= RESCALE_ABOVE;
      }
    }
    return busy / sum / servedNanos;
  }
}
