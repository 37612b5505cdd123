package io.headwaiter.sim;

/**
 * What came of the visits of one kind in the judged part of a run.
 *
 * @param arrived visitors who came for the first time
 * @param completed visits that came to their end
 * @param broken visits that were let in and broke off
 * @param pageSecondsP99 99th percentile of the time of a page
 */
public record KindScore(long arrived, long completed, long broken, double pageSecondsP99) {}
