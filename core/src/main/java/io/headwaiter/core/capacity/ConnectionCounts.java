package io.headwaiter.core.capacity;

/**
 * The connections and visits of an interval.
 *
 * @param arrived connections that arrived at the door
 * @param newAdmitted visits admitted, whether they begin with a full handshake or a resumed one
 * @param resumedAdmitted claimed and verified resumptions that were admitted, O(k)
 * @param newRefused visits refused for good: by the budget, by waiting work, by a full waiting
 *     room, or after waiting there
 * @param newWaiting visits in the waiting room at the end of the interval
 * @param returningVisits visits that were proven to have begun with a resumed handshake, and have
 *     been charged
 * @param visitsBegun visits with their first request in the interval, whatever handshake they began
 *     with
 * @param falseResumptions connections admitted as resumed that needed a full handshake or did not
 *     finish theirs
 */
public record ConnectionCounts(
    long arrived,
    long newAdmitted,
    long resumedAdmitted,
    long newRefused,
    int newWaiting,
    long returningVisits,
    long visitsBegun,
    long falseResumptions) {}
