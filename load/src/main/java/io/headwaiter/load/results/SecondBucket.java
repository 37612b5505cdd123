package io.headwaiter.load.results;

/**
 * One second of the measurement window.
 *
 * @param second whole seconds since the window began
 * @param offered sessions that arrived
 * @param completed sessions completed
 * @param refused sessions refused
 * @param broken sessions broken, or timed out before their first handshake was finished
 * @param replies replies read
 */
public record SecondBucket(
    int second, long offered, long completed, long refused, long broken, long replies) {}
