package io.headwaiter.sim;

/**
 * The results of the visits of one kind in the judged part of a run.
 *
 * @param arrived customers that came for the first time
 * @param completed visits completed
 * @param broken admitted visits that broke off
 * @param pageSecondsP99 99th percentile of the time of a page
 */
public record KindScore(long arrived, long completed, long broken, double pageSecondsP99) {}
