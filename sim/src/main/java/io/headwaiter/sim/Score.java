package io.headwaiter.sim;

import java.util.List;
import java.util.Locale;

/**
 * The results of the judged part of a run.
 *
 * @param completedPerSecond visits completed
 * @param worstTenSecondsPerSecond the same in the worst ten whole seconds
 * @param pagesPerSecond pages served to customers that still waited
 * @param pageSecondsMean mean time of a page, first ones with their handshake
 * @param pageSecondsP50 median
 * @param pageSecondsP99 99th percentile
 * @param queueDelaySecondsMean mean time that turns waited for a worker
 * @param queueDelaySecondsP99 99th percentile
 * @param queueDelaySecondsWorst the largest mean over a whole second
 * @param longestShutSeconds longest time without an admission
 * @param waitSecondsP99 99th percentile of the time that admitted connections waited at the door
 * @param kinds results of each kind of customer, in the order of {@link Crowd}
 * @param counts events in the judged part
 * @param totals events since the start
 */
public record Score(
    double completedPerSecond,
    double worstTenSecondsPerSecond,
    double pagesPerSecond,
    double pageSecondsMean,
    double pageSecondsP50,
    double pageSecondsP99,
    double queueDelaySecondsMean,
    double queueDelaySecondsP99,
    double queueDelaySecondsWorst,
    double longestShutSeconds,
    double waitSecondsP99,
    List<KindScore> kinds,
    Counts counts,
    Counts totals) {
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%6.1f/s (worst 10 s %6.1f)  p50 %5.0f ms  p99 %6.0f ms  delay %5.1f ms (p99 %.1f, worst %.1f)"
            + "  broken %d  shut %.0f ms  refused %d  wait p99 %.0f ms",
        completedPerSecond,
        worstTenSecondsPerSecond,
        pageSecondsP50 * 1e3,
        pageSecondsP99 * 1e3,
        queueDelaySecondsMean * 1e3,
        queueDelaySecondsP99 * 1e3,
        queueDelaySecondsWorst * 1e3,
        counts.broken(),
        longestShutSeconds * 1e3,
        counts.refused(),
        waitSecondsP99 * 1e3);
  }
}
