package io.headwaiter.baseline;

/**
 * How long a worker of a multithreaded server waits for the next request of its connection: shorter
 * and shorter as the workers run out, so that more clients can share them.
 *
 * <p>Source: Beltran et al. 2005, who say that the server shortens its timeout as the load grows,
 * and give no figures. The steps here are chosen:
 *
 * <pre>
 *   busy workers of all    up to 1/3   up to 2/3   up to 9/10   more
 *   part of the timeout       1          1/2          1/3       1/20
 * </pre>
 *
 * <p>Worked: with a timeout of 10 s and 70 of 100 workers busy it is 3.3 s, with 95 busy 0.5 s.
 */
public final class PersistenceTimeout {
  private static final int[] PERCENT = {33, 66, 90};
  private static final int[] PARTS = {1, 2, 3};
  private static final int LEAST_PART = 20;
  private static final int HUNDRED = 100;

  private PersistenceTimeout() {}

  /**
   * Returns the timeout in milliseconds, at least 1.
   *
   * @param fullMillis the timeout of a server without load; 0 or less for none, which is returned
   *     unchanged
   * @param busy workers that have a connection, from 0
   * @param workers all workers, at least 1
   */
  public static long millis(long fullMillis, long busy, int workers) {
    if (fullMillis <= 0) {
      return fullMillis;
    }
    return Math.max(1, fullMillis / part(HUNDRED * busy / workers));
  }

  private static int part(long busyPercent) {
    for (int i = 0; i < PERCENT.length; i++) {
      if (busyPercent <= PERCENT[i]) {
        return PARTS[i];
      }
    }
    return LEAST_PART;
  }
}
