package io.headwaiter.sim;

import java.util.Map;

/**
 * One run of a law in a scenario.
 *
 * @param seed of its customers
 * @param completedPerSecond visits completed
 * @param ofFluid the same as a part of {@link FluidModel}
 * @param ofOracle the same as a part of what the oracle completed; NaN without one
 * @param kept the same as a part of what the law completes without the attack; NaN without one
 * @param pageP99 99th percentile of the time of a page, seconds
 * @param promisesBroken admitted visits that were refused later, dropped or kept waiting too long
 * @param numbers parameters chosen for the law in hindsight, by name; empty if none were
 */
public record BoardSeed(
    long seed,
    double completedPerSecond,
    double ofFluid,
    double ofOracle,
    double kept,
    double pageP99,
    long promisesBroken,
    Map<String, Double> numbers) {
  /** Keeps a copy of the numbers. */
  public BoardSeed {
    numbers = Map.copyOf(numbers);
  }
}
