package io.headwaiter.lab.server;

import io.headwaiter.lab.study.HaproxyKnobs;
import io.headwaiter.load.search.Knob;
import java.util.Locale;
import java.util.Map;

/**
 * What a proxy bounds; infinity where it bounds nothing of its own.
 *
 * @param handshakesPerSecond TLS handshakes begun per second, full and resumed ({@code maxsslrate})
 * @param shopConnections requests in the shop at a time; the others wait in the proxy ({@code
 *     maxconn} of the server)
 * @param backlog connections that wait to be accepted ({@code backlog})
 * @param sessionsPerSecond connections accepted per second ({@code rate-limit sessions})
 * @param customerConnections connections of customers at a time ({@code maxconn} of the frontend)
 * @param queueSeconds how long a request may wait for the shop before it is answered with 503
 *     ({@code timeout queue}); as long as a connection to the shop may take where there is no bound
 */
public record ProxyLimits(
    double handshakesPerSecond,
    double shopConnections,
    double backlog,
    double sessionsPerSecond,
    double customerConnections,
    double queueSeconds) {
  /** The proxy as it comes. */
  public static final ProxyLimits NONE =
      new ProxyLimits(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  /** Those that matter most, and no others. */
  public ProxyLimits(double handshakesPerSecond, double shopConnections, double backlog) {
    this(
        handshakesPerSecond,
        shopConnections,
        backlog,
        Double.POSITIVE_INFINITY,
        Double.POSITIVE_INFINITY,
        Double.POSITIVE_INFINITY);
  }

  /** Returns the limits of a search; what is not set has no bound. */
  public static ProxyLimits of(Map<String, Double> setting) {
    return new ProxyLimits(
        setting.getOrDefault(HaproxyKnobs.SSL_RATE, Knob.NONE),
        setting.getOrDefault(HaproxyKnobs.SHOP_CONNECTIONS, Knob.NONE),
        setting.getOrDefault(HaproxyKnobs.BACKLOG, Knob.NONE),
        setting.getOrDefault(HaproxyKnobs.SESSION_RATE, Knob.NONE),
        setting.getOrDefault(HaproxyKnobs.CUSTOMER_CONNECTIONS, Knob.NONE),
        setting.getOrDefault(HaproxyKnobs.QUEUE_SECONDS, Knob.NONE));
  }

  /** A line of a configuration with a whole number in it; nothing where there is no bound. */
  public static String line(String format, double value) {
    return Double.isInfinite(value)
        ? ""
        : String.format(Locale.ROOT, format, Math.max(1, Math.round(value)));
  }
}
