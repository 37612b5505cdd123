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
 * <p>The control loop asks in each interval, so the sum starts at the most likely k and goes both
 * ways until nothing is added any more: nine times the root of M each way at most (900 of ten
 * thousand), and never more than {@value #STATES_MAX}.
 *
 * <p>Worked number: M = 2, N = 1, S = Z = 1 s: pi = 1, 2, 2; X = 4/5 turns a second. The minimum of
 * M/(S+Z) and N/S is 1.
 */
public final class FiniteSource {
  /** Looked at to each side of the most likely; of billions of holders too, within 1e-4. */
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
    return new FiniteSource(holders, servedNanos / otherNanos, servers).meanBusy() / servedNanos;
  }

  /** The mean of min(k, N). */
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

  /** The k up to which pi grows, or nearly so. */
  private double likely() {
    double saturated = holders + 1 - servers / loadPerHolder;
    double free = (holders + 1) - (holders + 1) / (1 + loadPerHolder);
    return Math.max(0, Math.min(holders, Math.floor(saturated >= servers ? saturated : free)));
  }

  /** pi_k over pi_(k-1). */
  private double ratio(double k) {
    return (holders - k + 1) * loadPerHolder / Math.min(k, servers);
  }

  private void add(double k, double term) {
    sum += term;
    busy += term * Math.min(k, servers);
  }
}
