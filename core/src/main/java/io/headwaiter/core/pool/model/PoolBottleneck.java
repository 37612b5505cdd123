package io.headwaiter.core.pool.model;

import io.headwaiter.core.pool.profile.PoolDemand;

/** The pool that is used up first. */
public enum PoolBottleneck {
  /** More threads would raise the rate. */
  THREADS,
  /** More connections would raise the rate. */
  CONNECTIONS,
  /** Both limits are within 5 %: the ridge. */
  BALANCED;

  private static final double BALANCED_WITHIN = 0.05;

  public static PoolBottleneck of(PoolDemand demand, int threads, int connections) {
    double ratio =
        demand.threadRatePerSecond(threads) / demand.connectionRatePerSecond(connections);
    if (Math.abs(ratio - 1) <= BALANCED_WITHIN) {
      return BALANCED;
    }
    return ratio < 1 ? THREADS : CONNECTIONS;
  }
}
