package io.headwaiter.sim;

import java.util.List;

/**
 * The results of a law in a scenario: means over its seeds, unless said otherwise. Times are
 * seconds. NaN stands for what was not measured. JSON has the strings "NaN" and "Infinity" for
 * these values.
 *
 * @param scenario name of the scenario
 * @param law name of the law
 * @param completedPerSecond visits completed
 * @param ofFluid the same as a part of {@link FluidModel}
 * @param ofOracle the same as a part of what the oracle completed with the same customers
 * @param kept the same as a part of what the law completes with the same customers without the
 *     attack; NaN without one
 * @param attackProcessors CPU of the attack's handshakes and pages since it began, in processors;
 *     NaN without one
 * @param pageP50 median time of a page
 * @param pageP99 99th percentile
 * @param waitP99 99th percentile of the wait before admission
 * @param queueDelayMean mean time that turns waited for a worker
 * @param queueDelayP99 99th percentile
 * @param overshoot part by which the delay of the worst whole second exceeded the target, once
 *     settled (five seconds after a step); 0 if it did not
 * @param settleSeconds after a step, until the CPU committed is within 5 % of its optimum and stays
 *     there, over all seeds together; infinity if it never does
 * @param longestShutSeconds longest time without an admission, the worst of all seeds
 * @param admitted visits admitted, all seeds
 * @param refused connections refused and turns rejected, all seeds
 * @param retried attempts after the first, all seeds
 * @param promisesBroken admitted visits that were refused later, dropped or kept waiting too long,
 *     all seeds
 * @param promisesKept part of the admitted visits that did not end like that
 * @param violations new visits admitted while more than 105 % of the server was promised, all seeds
 * @param kinds results for each kind of customer; empty if there is only one
 * @param seeds results for each seed
 */
public record BoardRow(
    String scenario,
    String law,
    double completedPerSecond,
    double ofFluid,
    double ofOracle,
    double kept,
    double attackProcessors,
    double pageP50,
    double pageP99,
    double waitP99,
    double queueDelayMean,
    double queueDelayP99,
    double overshoot,
    double settleSeconds,
    double longestShutSeconds,
    long admitted,
    long refused,
    long retried,
    long promisesBroken,
    double promisesKept,
    long violations,
    List<KindRow> kinds,
    List<BoardSeed> seeds) {
  /** Keeps copies of the lists. */
  public BoardRow {
    kinds = List.copyOf(kinds);
    seeds = List.copyOf(seeds);
  }
}
