package io.headwaiter.core.pool;

/** How the sustainable rate follows from the times. */
public enum CapacityForm {
  /** min(lambda_DB, lambda_THR), as published in 2010: nothing is ever idle at both ends. */
  PUBLISHED_MIN,
  /** Threads and connections stand idle by chance now and then, see {@link FiniteSource}. */
  FINITE_SOURCE,
  /**
   * The finite-source form times what the profiling runs completed over what it had computed for
   * them, interpolated as the times are: what is not exponential in this application, and what a
   * change of hands costs. Where nothing was measured it is the finite-source form.
   */
  CALIBRATED;

  double ratePerSecond(PoolDemand demand, int threads, int connections) {
    return this == PUBLISHED_MIN
        ? demand.publishedRatePerSecond(threads, connections)
        : demand.finiteSourceRatePerSecond(threads, connections);
  }
}
