package io.headwaiter.lab.experiment;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a server told of its control loop at one instant; NaN where it did not say.
 *
 * @param millis since the start of the run
 * @param admitted new visits let in so far, with full and with resumed handshakes
 * @param processors that there are
 * @param promised processors that the visits under way need
 * @param needed processors that would carry all that is offered
 * @param spare processors that could be given back
 * @param queueDelayMillis wait for a worker
 */
record ControlSample(
    long millis,
    double admitted,
    double processors,
    double promised,
    double needed,
    double spare,
    double queueDelayMillis) {

  /** Reads {@code /status}; the figures are found wherever they stand in it. */
  static ControlSample of(long millis, JsonNode status) {
    return new ControlSample(
        millis,
        status.path("new").path("admitted").asDouble(Double.NaN)
            + status.path("returning").path("admitted").asDouble(0),
        number(status.path("interval").path("A")),
        number(status.findPath("promisedProcessors")),
        number(status.findPath("neededProcessors")),
        number(status.findPath("spareProcessors")),
        number(status.path("queueDelayMillis")));
  }

  private static double number(JsonNode node) {
    return node.isNumber() ? node.asDouble() : Double.NaN;
  }
}
