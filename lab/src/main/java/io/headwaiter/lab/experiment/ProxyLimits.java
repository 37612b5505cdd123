package io.headwaiter.lab.experiment;

/**
 * What a proxy bounds; infinity where it bounds nothing of its own.
 *
 * @param handshakesPerSecond TLS handshakes begun per second, full and resumed ({@code maxsslrate})
 * @param shopConnections requests in the shop at a time ({@code maxconn} of the server)
 * @param backlog connections that wait to be accepted ({@code backlog})
 */
record ProxyLimits(double handshakesPerSecond, double shopConnections, double backlog) {
  /** The proxy as it comes. */
  static final ProxyLimits NONE =
      new ProxyLimits(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  /** A line of a configuration with a whole number in it; nothing where there is no bound. */
  static String line(String format, double value) {
    return Double.isInfinite(value) ? "" : format.formatted(Math.max(1, Math.round(value)));
  }
}
