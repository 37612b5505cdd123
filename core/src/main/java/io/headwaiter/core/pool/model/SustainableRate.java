package io.headwaiter.core.pool.model;

import io.headwaiter.core.pool.Checks;
import io.headwaiter.core.pool.profile.PoolSizes;

/**
 * The predicted rate of a server with these sizes, and its uncertainty.
 *
 * @param sizes of the pools
 * @param sessionsPerSecond lambda, above 0
 * @param lowSessionsPerSecond lower end of the 95 % band, above 0
 * @param highSessionsPerSecond upper end of it
 * @param bottleneck the pool that is used up first
 */
public record SustainableRate(
    PoolSizes sizes,
    double sessionsPerSecond,
    double lowSessionsPerSecond,
    double highSessionsPerSecond,
    PoolBottleneck bottleneck) {
  /** Checks the order. */
  public SustainableRate {
    Checks.above0("lowSessionsPerSecond", lowSessionsPerSecond);
    Checks.within(
        "sessionsPerSecond", sessionsPerSecond, lowSessionsPerSecond, highSessionsPerSecond);
  }
}
