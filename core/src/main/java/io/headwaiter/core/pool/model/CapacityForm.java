package io.headwaiter.core.pool.model;

import io.headwaiter.core.pool.profile.PoolDemand;

/** The formula that gives the sustainable rate from the times. */
public enum CapacityForm {
  /**
   * min(lambda_DB, lambda_THR), as published in 2010. Assumes that threads and connections are
   * never idle at the same time.
   */
  PUBLISHED_MIN,
  /**
   * Includes the probability that threads and connections are idle, see {@link
   * io.headwaiter.core.pool.queueing.FiniteSource}.
   */
  FINITE_SOURCE,
  /**
   * The finite-source form times a correction: the completed rate of the profiling runs over the
   * computed one, interpolated as the times are. It corrects for times that are not exponential and
   * for the cost of passing on a connection. It is 1 unless all points measured their rate.
   */
  CALIBRATED;

  double ratePerSecond(PoolDemand demand, int threads, int connections) {
    return this == PUBLISHED_MIN
        ? demand.publishedRatePerSecond(threads, connections)
        : demand.finiteSourceRatePerSecond(threads, connections);
  }
}
