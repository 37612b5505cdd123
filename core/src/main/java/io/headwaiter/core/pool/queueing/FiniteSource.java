package io.headwaiter.core.pool.queueing;

/**
 * The throughput of M holders and N servers (machine repairman). Each of M threads is on its own
 * for some time and then needs one of N servers (database connections, processors), in cycles. With
 * few holders the servers are idle while all holders are on their own; the minimum of both
 * capacities does not include that.
 *
 * <pre>
 *   pi_0 = 1;  pi_k = pi_(k-1) * ((M - k + 1) / Z) / (min(k, N) / S),   k = 1..M
 *   X    = sum_k pi_k * min(k, N) / S  /  sum_k pi_k                    cycles a second
 *   S  time of a cycle with one of the N servers,  Z  time of a cycle without
 * </pre>
 *
 * <p>This is M/M/N//M (Kleinrock, Queueing Systems 1, 1975, 3.8). N may be a fraction: one and a
 * half processors shared by k holders do min(k, 1.5) / S.
 *
 * <p>The control loop computes X in each interval. So the sum starts at the most likely k and goes
 * both ways until terms are negligible: at most nine times the root of M each way (900 for ten
 * thousand), and never more than {@value #STATES_MAX}.
 *
 * <p>Worked number: M = 2, N = 1, S = Z = 1 s: pi = 1, 2, 2; X = 4/5 cycles a second. The minimum
 * of M/(S+Z) and N/S is 1.
 */
public final class FiniteSource {
  /** States to each side of the most likely one; exact within 1e-4 even for billions of holders. */
  private static final int STATES_MAX = 10_000;

  private static final double NEGLIGIBLE = 1e-18;

  private final double holders;
  private final double loadPerHolder;
  private final double servers;
  private double sum;
  private double busy;

  private FiniteSource(double holders, double loadPerHolder, double servers) {
    this.holders = holders;
    this.loadPerHolder = loadPerHolder;
    this.servers = servers;
  }

  /**
   * Returns X, in cycles ("turns") per nanosecond.
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
    return new FiniteSource(holders, servedNanos / otherNanos, servers).meanBusy() / servedNanos;
  }

  /** Returns the mean of min(k, N). */
  private double meanBusy() {
    double likely = likely();
    add(likely, 1);
    double term = 1;
    for (double k = likely + 1; counts(k - likely, term) && k <= holders; k++) {
      term *= ratio(k);
      add(k, term);
    }
    term = 1;
    for (double k = likely; counts(likely - k, term) && k >= 1; k--) {
      term /= ratio(k);
      add(k - 1, term);
    }
    return busy / sum;
  }

  private static boolean counts(double steps, double term) {
    return steps < STATES_MAX && term > NEGLIGIBLE;
  }

  /** Returns the k up to which pi grows, approximately. */
  private double likely() {
    double saturated = holders + 1 - servers / loadPerHolder;
    double free = (holders + 1) - (holders + 1) / (1 + loadPerHolder);
    return Math.max(0, Math.min(holders, Math.floor(saturated >= servers ? saturated : free)));
  }

  /** Returns pi_k over pi_(k-1). */
  private double ratio(double k) {
    return (holders - k + 1) * loadPerHolder / Math.min(k, servers);
  }

  private void add(double k, double term) {
    sum += term;
    busy += term * Math.min(k, servers);
  }
}
