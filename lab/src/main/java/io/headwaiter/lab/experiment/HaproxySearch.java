package io.headwaiter.lab.experiment;

import io.headwaiter.lab.search.GridSearch;
import io.headwaiter.lab.search.Knob;
import java.util.List;
import java.util.Map;

/**
 * What there is to set in HAProxy against overload, and where a search for the best of it begins.
 * It begins with the two settings that make the difference in our trials, the rate of handshakes
 * and the backlog, and a bound of the requests in the shop; two values each, eight combinations.
 * The other three begin with no bound and are turned from the best of the eight on.
 *
 * <table>
 *   <caption>Knobs; f: sessions per second that fit</caption>
 *   <tr><td>maxsslrate</td><td>f/4 to 8 f by 19 %, or none</td><td>begins at 0.84 f and 1.7 f</td></tr>
 *   <tr><td>backlog</td><td>16 to 4096 by a factor of 2</td><td>64 and 256</td></tr>
 *   <tr><td>server maxconn</td><td>4 to 256 by a factor of 2, or none</td><td>16 and none</td></tr>
 *   <tr><td>rate-limit sessions</td><td>f/4 to 16 f by a factor of 1.4, or none</td><td>none</td></tr>
 *   <tr><td>frontend maxconn</td><td>16 to 8000 by a factor of 2, or none</td><td>none</td></tr>
 *   <tr><td>timeout queue</td><td>0.05 to 6.4 s by a factor of 2, or none</td><td>none</td></tr>
 * </table>
 */
final class HaproxySearch {
  static final String SSL_RATE = "maxsslrate";
  static final String BACKLOG = "backlog";
  static final String SHOP_CONNECTIONS = "server maxconn";
  static final String SESSION_RATE = "rate-limit sessions";
  static final String CUSTOMER_CONNECTIONS = "frontend maxconn";
  static final String QUEUE_SECONDS = "timeout queue s";

  private HaproxySearch() {}

  /**
   * A search that has tried nothing.
   *
   * @param fitsPerSecond sessions per second that fit, above 0
   * @param repeats how often the best is tried
   * @param trialsMax the most trials; below about 60 the search may end by this bound, and says so
   */
  static GridSearch begin(double fitsPerSecond, int repeats, int trialsMax) {
    return new GridSearch(knobs(fitsPerSecond), repeats, trialsMax);
  }

  static List<Knob> knobs(double fitsPerSecond) {
    double least = Math.max(1, fitsPerSecond / 4);
    return List.of(
        Knob.geometric(SSL_RATE, least, 32 * least, 2, 2)
            .whole()
            .orNone()
            .beginningAt(0.84 * fitsPerSecond, 1.7 * fitsPerSecond),
        Knob.geometric(BACKLOG, 16, 4096, 4, 1).whole().beginningAt(64, 256),
        Knob.geometric(SHOP_CONNECTIONS, 4, 256, 4, 1).whole().orNone().beginningAt(16, Knob.NONE),
        Knob.geometric(SESSION_RATE, least, 64 * least, 2, 1)
            .whole()
            .orNone()
            .beginningAt(Knob.NONE),
        Knob.geometric(CUSTOMER_CONNECTIONS, 16, 8000, 4, 1)
            .whole()
            .orNone()
            .beginningAt(Knob.NONE),
        Knob.geometric(QUEUE_SECONDS, 0.05, 6.4, 4, 1).orNone().beginningAt(Knob.NONE));
  }

  /** A setting of the search as a proxy takes it; what is not set has no bound. */
  static ProxyLimits limits(Map<String, Double> setting) {
    return new ProxyLimits(
        setting.getOrDefault(SSL_RATE, Knob.NONE),
        setting.getOrDefault(SHOP_CONNECTIONS, Knob.NONE),
        setting.getOrDefault(BACKLOG, Knob.NONE),
        setting.getOrDefault(SESSION_RATE, Knob.NONE),
        setting.getOrDefault(CUSTOMER_CONNECTIONS, Knob.NONE),
        setting.getOrDefault(QUEUE_SECONDS, Knob.NONE));
  }
}
