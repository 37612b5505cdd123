package io.headwaiter.lab.model;

import java.time.Duration;

/**
 * How long the steps of a cell take.
 *
 * @param lead load before each window
 * @param window what is measured
 * @param settle longest wait afterwards, until the server is idle
 * @param warmUpWindow length of one window of warming up
 * @param compileWindows windows of warming up in which a server may use all processors
 * @param warmUpMax most windows after these; fewer if the cost of a reply is steady sooner
 */
public record Timing(
    Duration lead,
    Duration window,
    Duration settle,
    Duration warmUpWindow,
    int compileWindows,
    int warmUpMax) {

  /** Returns the longest time of one cell. */
  public Duration cell() {
    return lead.plus(window).plus(settle);
  }

  /** Returns the longest time of warming up one server. */
  public Duration warmUp() {
    return warmUpWindow.multipliedBy((long) compileWindows + warmUpMax);
  }
}
