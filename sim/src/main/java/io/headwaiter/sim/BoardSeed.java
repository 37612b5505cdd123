package io.headwaiter.sim;

/**
 * One run of a law in a scenario.
 *
 * @param seed of its customers
 * @param completedPerSecond visits completed
 * @param ofFluid the same as a part of {@link FluidBound}
 * @param ofOracle the same as a part of what the clairvoyant law completed; NaN without one
 * @param pageP99 99th percentile of the time of a page, seconds
 * @param promisesBroken visits let in that were refused, dropped or kept waiting too long
 */
public record BoardSeed(
    long seed,
    double completedPerSecond,
    double ofFluid,
    double ofOracle,
    double pageP99,
    long promisesBroken) {}
