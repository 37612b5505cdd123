package io.headwaiter.sim;

/**
 * The results of the customers of one kind, over all seeds.
 *
 * @param kind pages of a visit, mean CPU of a page, and how they are distributed
 * @param completedOfArrived visits completed over customers that came; both in the judged part
 * @param completedOfBegun visits completed over those that ended after admission
 * @param pageP99 99th percentile of the time of a page, mean over seeds, seconds
 */
public record KindRow(
    String kind, double completedOfArrived, double completedOfBegun, double pageP99) {}
