package io.headwaiter.load.results;

/**
 * Sessions of the measurement window: arrivals by the instant they arrived, ends by the instant
 * they ended.
 *
 * @param offered sessions that arrived by schedule (closed population: that began)
 * @param cameBack new sessions of customers that came back after a failure; not in {@code offered}
 * @param notStarted arrivals dropped because the generator's bound on sessions was reached
 * @param started {@code offered + cameBack - notStarted}
 * @param completed all requests were answered with 2xx, 3xx or 409 within patience; 409 is a shop's
 *     "Sorry", for example for a sold item
 * @param refused the first connection was closed, reset or alerted before its handshake was
 *     finished, and the customer left
 * @param timedOutBeforeEntry patience ended before the first handshake was finished
 * @param broken admitted, then failed
 * @param unfinished still under way when the window ended, neither good nor bad
 */
public record SessionCounts(
    long offered,
    long cameBack,
    long notStarted,
    long started,
    long completed,
    long refused,
    long timedOutBeforeEntry,
    long broken,
    long unfinished) {}
