package io.headwaiter.core.pool.profile;

import io.headwaiter.core.pool.Checks;

/**
 * Sizes of both pools.
 *
 * @param threads M, 1 to {@value ProfilePoint#THREADS_MAX}; with virtual threads, permits of the
 *     semaphore that replaces the pool
 * @param connections N, 1 to M
 */
public record PoolSizes(int threads, int connections) {
  /** Checks the ranges. */
  public PoolSizes {
    Checks.within("threads", threads, 1, ProfilePoint.THREADS_MAX);
    Checks.within("connections", connections, 1, threads);
  }

  @Override
  public String toString() {
    return threads + " threads, " + connections + " connections";
  }
}
