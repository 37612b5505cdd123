package io.headwaiter.lab.report;

import java.util.Map;

/**
 * What one server did under one load.
 *
 * @param server the server's name, such as {@code stock} or {@code headwaiter}
 * @param factor offered load as a multiple of the calibrated 1x
 * @param offeredPerSecond sessions that wanted to begin, per second of the window
 * @param completedPerSecond sessions that came to their end, per second
 * @param repliesPerSecond pages answered, per second
 * @param responseMillisP50 median response time in ms from the instant the customer wanted the page
 * @param responseMillisP99 the same, 99th percentile
 * @param refused sessions turned away before they were let in
 * @param timeouts requests or handshakes whose customer ran out of patience
 * @param brokenAfterAdmission sessions that were let in and did not reach their end
 * @param extra further figures by name, in the order to show; units end the names
 */
public record RunFigures(
    String server,
    double factor,
    double offeredPerSecond,
    Estimate completedPerSecond,
    Estimate repliesPerSecond,
    Estimate responseMillisP50,
    Estimate responseMillisP99,
    long refused,
    long timeouts,
    long brokenAfterAdmission,
    Map<String, Object> extra) {}
