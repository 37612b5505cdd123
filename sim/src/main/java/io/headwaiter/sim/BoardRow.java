package io.headwaiter.sim;

import java.util.List;

/**
 * How a law did in a scenario: means over its seeds, but for what says otherwise. Times are
 * seconds; NaN where something was not measured. JSON has the strings "NaN" and "Infinity" for
 * these.
 *
 * @param scenario which
 * @param law which
 * @param completedPerSecond visits completed
 * @param ofFluid the same as a part of {@link FluidModel}
 * @param ofOracle the same as a part of what the clairvoyant law completed with the same customers
 * @param kept the same as a part of what the law completes with the same customers without the
 *     attack; NaN where there is none
 * @param attackProcessors CPU of the attack's handshakes and pages since it began, in processors;
 *     NaN where there is none
 * @param pageP50 median time of a page
 * @param pageP99 99th percentile
 * @param waitP99 99th percentile of the wait at the door of those let in
 * @param queueDelayMean mean time that turns waited for a worker
 * @param queueDelayP99 99th percentile
 * @param overshoot by what part the delay of the worst whole second exceeded the target, once
 *     settled (five seconds after a step); 0 if it did not
 * @param settleSeconds after a step, until the CPU committed is within 5 % of its optimum and
 *     stays, over all seeds together; infinity if it never does
 * @param longestShutSeconds longest time in which nobody was let in, the worst of all seeds
 * @param admitted visits let in, all seeds
 * @param refused connections refused, all seeds
 * @param retried attempts after the first, all seeds
 * @param promisesBroken visits let in that were refused, dropped or kept waiting too long, all
 *     seeds
 * @param promisesKept part of the visits let in that did not end so
 * @param violations new visits let in while more than 105 % of the server was promised, all seeds
 * @param kinds each kind of visitor by itself; empty if there is only one
 * @param seeds each seed by itself
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
