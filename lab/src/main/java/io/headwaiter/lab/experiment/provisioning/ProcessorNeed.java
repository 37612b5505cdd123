package io.headwaiter.lab.experiment.provisioning;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a server publishes of its need for processors; NaN where it does not.
 *
 * @param needed processors that would carry all that is offered
 * @param spare processors that could be given back
 */
record ProcessorNeed(double needed, double spare) {
  /** Reads {@code /status}; the figures are found wherever they stand in it. */
  static ProcessorNeed of(JsonNode status) {
    return new ProcessorNeed(
        number(status.findPath("neededProcessors")), number(status.findPath("spareProcessors")));
  }

  private static double number(JsonNode node) {
    return node.isNumber() ? node.asDouble() : Double.NaN;
  }
}
