package io.headwaiter.lab.experiment.caching;

/**
 * Time that requests of one type spent in each phase, summed up. With one connection at a time the
 * phases are all of a request's time in the server.
 *
 * @param requests how many
 * @param connectionRequests how often the application asked for a connection, kept or not
 * @param workerWaitSeconds waiting for a worker thread
 * @param restSeconds on a worker, without a connection and without waiting for one
 * @param connectionWaitSeconds waiting for a connection
 * @param holdSeconds having a connection, in use or idle
 * @param idleSeconds the part of that in which it was kept, closed by the application
 */
public record PhaseTotals(
    double requests,
    double connectionRequests,
    double workerWaitSeconds,
    double restSeconds,
    double connectionWaitSeconds,
    double holdSeconds,
    double idleSeconds) {
  /** Nothing yet. */
  public static final PhaseTotals NONE = new PhaseTotals(0, 0, 0, 0, 0, 0, 0);

  private static final double MILLIS = 1000;

  /** What came since an earlier reading of the same counters. */
  PhaseTotals since(PhaseTotals earlier) {
    return new PhaseTotals(
        requests - earlier.requests,
        connectionRequests - earlier.connectionRequests,
        workerWaitSeconds - earlier.workerWaitSeconds,
        restSeconds - earlier.restSeconds,
        connectionWaitSeconds - earlier.connectionWaitSeconds,
        holdSeconds - earlier.holdSeconds,
        idleSeconds - earlier.idleSeconds);
  }

  /** These and others. */
  PhaseTotals plus(PhaseTotals more) {
    return new PhaseTotals(
        requests + more.requests,
        connectionRequests + more.connectionRequests,
        workerWaitSeconds + more.workerWaitSeconds,
        restSeconds + more.restSeconds,
        connectionWaitSeconds + more.connectionWaitSeconds,
        holdSeconds + more.holdSeconds,
        idleSeconds + more.idleSeconds);
  }

  /** Mean milliseconds; NaN without requests. */
  public double workerWaitMillis() {
    return mean(workerWaitSeconds) * MILLIS;
  }

  /** Mean milliseconds; NaN without requests. */
  public double restMillis() {
    return mean(restSeconds) * MILLIS;
  }

  /** Mean milliseconds; NaN without requests. */
  public double connectionWaitMillis() {
    return mean(connectionWaitSeconds) * MILLIS;
  }

  /** Mean milliseconds; NaN without requests. */
  public double holdMillis() {
    return mean(holdSeconds) * MILLIS;
  }

  /** The idle part of {@link #holdMillis}, mean milliseconds; NaN without requests. */
  public double idleMillis() {
    return mean(idleSeconds) * MILLIS;
  }

  /** All phases but the wait for a worker, mean milliseconds; NaN without requests. */
  public double withThreadMillis() {
    return restMillis() + connectionWaitMillis() + holdMillis();
  }

  /** All phases together, mean milliseconds; NaN without requests. */
  public double totalMillis() {
    return workerWaitMillis() + withThreadMillis();
  }

  /** How often a request asked for a connection, in the mean; NaN without requests. */
  public double connectionRequestsMean() {
    return mean(connectionRequests);
  }

  private double mean(double sum) {
    return requests > 0 ? sum / requests : Double.NaN;
  }
}
