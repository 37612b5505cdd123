package io.headwaiter.core.profile;

/**
 * The summed times of requests. A request takes
 *
 * <pre>
 *   t = w_thr + p + w_db + q
 * </pre>
 *
 * <p>It waits w_thr for a worker, is processed for p without a connection, waits w_db for a
 * connection, and is processed for q while it holds one (Totok and Karamcheti 2010). With two
 * requests of p = 4 and 6 ms, the second of which asked three times for a connection, waited 2 ms
 * and held it for 8 ms: {@link #processingNanosMean} is 5 ms, {@link #holdNanosMean} 4 ms, {@link
 * #connectionPart} 0.5, {@link #connectionRequestsMean} 1.5.
 *
 * @param count requests
 * @param failed those of them that the server answered with an error of its own (5xx), or not at
 *     all; the sums include their times; null, as in older files, is 0
 * @param cpuNanos thread CPU time
 * @param workerWaitNanos w_thr
 * @param processingNanos p
 * @param processingSquares p^2, in square nanoseconds
 * @param withConnection requests that had a connection
 * @param connectionRequests how often they asked for one
 * @param connectionWaitNanos w_db
 * @param holdNanos q
 * @param holdSquares q^2, in square nanoseconds
 * @param idleNanos the part of q in which the application had closed its connection and the request
 *     kept it
 */
public record RequestTotals(
    long count,
    Long failed,
    long cpuNanos,
    long workerWaitNanos,
    long processingNanos,
    double processingSquares,
    long withConnection,
    long connectionRequests,
    long connectionWaitNanos,
    long holdNanos,
    double holdSquares,
    long idleNanos) {
  /** No requests. */
  public static final RequestTotals NONE = new RequestTotals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** Creates totals with a known number of failed requests. */
  public RequestTotals(
      long count,
      long failed,
      long cpuNanos,
      long workerWaitNanos,
      long processingNanos,
      double processingSquares,
      long withConnection,
      long connectionRequests,
      long connectionWaitNanos,
      long holdNanos,
      double holdSquares,
      long idleNanos) {
    this(
        count,
        (Long) failed,
        cpuNanos,
        workerWaitNanos,
        processingNanos,
        processingSquares,
        withConnection,
        connectionRequests,
        connectionWaitNanos,
        holdNanos,
        holdSquares,
        idleNanos);
  }

  /** Checks that nothing is negative. */
  public RequestTotals {
    failed = failed == null ? 0L : failed;
    if (count < 0
        || failed < 0
        || cpuNanos < 0
        || workerWaitNanos < 0
        || processingNanos < 0
        || withConnection < 0
        || connectionRequests < 0
        || connectionWaitNanos < 0
        || holdNanos < 0
        || idleNanos < 0) {
      throw new IllegalArgumentException("totals must not be negative, got a count of " + count);
    }
    if (!(processingSquares >= 0 && holdSquares >= 0)) {
      throw new IllegalArgumentException("squares must be at least 0");
    }
  }

  /** Returns the sum of these totals and others. */
  public RequestTotals plus(RequestTotals more) {
    return new RequestTotals(
        count + more.count,
        failed + more.failed,
        cpuNanos + more.cpuNanos,
        workerWaitNanos + more.workerWaitNanos,
        processingNanos + more.processingNanos,
        processingSquares + more.processingSquares,
        withConnection + more.withConnection,
        connectionRequests + more.connectionRequests,
        connectionWaitNanos + more.connectionWaitNanos,
        holdNanos + more.holdNanos,
        holdSquares + more.holdSquares,
        idleNanos + more.idleNanos);
  }

  /** Returns the totals since an earlier reading. */
  public RequestTotals since(RequestTotals earlier) {
    return new RequestTotals(
        count - earlier.count,
        failed - earlier.failed,
        cpuNanos - earlier.cpuNanos,
        workerWaitNanos - earlier.workerWaitNanos,
        processingNanos - earlier.processingNanos,
        // The sums of doubles depend on the order of addition.
        Math.max(0, processingSquares - earlier.processingSquares),
        withConnection - earlier.withConnection,
        connectionRequests - earlier.connectionRequests,
        connectionWaitNanos - earlier.connectionWaitNanos,
        holdNanos - earlier.holdNanos,
        Math.max(0, holdSquares - earlier.holdSquares),
        idleNanos - earlier.idleNanos);
  }

  /** Requests that did not fail: the server's throughput. */
  public long served() {
    // The two counters are read one after the other while requests continue.
    return Math.max(0, count - failed);
  }

  /** Time from beginning to end, without the wait for a worker: p + w_db + q. */
  public long wallNanos() {
    return processingNanos + connectionWaitNanos + holdNanos;
  }

  /** CPU time of a request; 0 if there are none, as with all means. */
  public double cpuNanosMean() {
    return mean(cpuNanos, count);
  }

  /** w_thr of a request. */
  public double workerWaitNanosMean() {
    return mean(workerWaitNanos, count);
  }

  /** p of a request. */
  public double processingNanosMean() {
    return mean(processingNanos, count);
  }

  /** Variance of p, in square nanoseconds; 0 if there are fewer than two. */
  public double processingVariance() {
    return variance(processingNanos, processingSquares, count);
  }

  /** w_db of a request, those without a connection counted as 0. */
  public double connectionWaitNanosMean() {
    return mean(connectionWaitNanos, count);
  }

  /** q of a request, those without a connection counted as 0. */
  public double holdNanosMean() {
    return mean(holdNanos, count);
  }

  /** The idle part of q of a request, those without a connection counted as 0. */
  public double idleNanosMean() {
    return mean(idleNanos, count);
  }

  /** q of a request that had a connection. */
  public double holdNanosMeanWithConnection() {
    return mean(holdNanos, withConnection);
  }

  /** Variance of q among those that had one, in square nanoseconds. */
  public double holdVarianceWithConnection() {
    return variance(holdNanos, holdSquares, withConnection);
  }

  /** How often a request asks for a connection. */
  public double connectionRequestsMean() {
    return mean(connectionRequests, count);
  }

  /** f: the fraction of the requests that have a connection, 0 to 1. */
  public double connectionPart() {
    return Math.min(1, mean(withConnection, count));
  }

  private static double mean(double sum, long count) {
    return count == 0 ? 0 : sum / count;
  }

  private static double variance(double sum, double squares, long count) {
    return count < 2 ? 0 : Math.max(0, (squares - sum * sum / count) / (count - 1));
  }
}
