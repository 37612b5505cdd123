package io.headwaiter.lab.study;

import io.headwaiter.lab.model.KnobSpec;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.load.search.Knob;

/**
 * What there is to set in HAProxy against overload, and where a search for the best of it begins.
 * It begins with the two settings that make the difference in our trials, the rate of handshakes
 * and the backlog, and a bound of the requests in the shop; two values each, eight combinations.
 * The other three begin with no bound and are turned from the best of the eight on. A ladder at
 * whose end the best value is gets longer.
 *
 * <table>
 *   <caption>Knobs; x: visits per second of 1x</caption>
 *   <tr><td>maxsslrate</td><td>x/4 to 8 x by 19 %, or none</td><td>begins at 0.84 x and 1.7 x</td></tr>
 *   <tr><td>backlog</td><td>16 to 4096 by a factor of 2</td><td>64 and 256</td></tr>
 *   <tr><td>server maxconn</td><td>4 to 256 by a factor of 2, or none</td><td>16 and none</td></tr>
 *   <tr><td>rate-limit sessions</td><td>x/4 to 16 x by a factor of 1.4, or none</td><td>none</td></tr>
 *   <tr><td>frontend maxconn</td><td>16 to 8000 by a factor of 2, or none</td><td>none</td></tr>
 *   <tr><td>timeout queue</td><td>0.05 to 6.4 s by a factor of 2, or none</td><td>none</td></tr>
 * </table>
 */
public final class HaproxyKnobs {
  public static final String SSL_RATE = "maxsslrate";
  public static final String BACKLOG = "backlog";
  public static final String SHOP_CONNECTIONS = "server maxconn";
  public static final String SESSION_RATE = "rate-limit sessions";
  public static final String CUSTOMER_CONNECTIONS = "frontend maxconn";
  public static final String QUEUE_SECONDS = "timeout queue s";

  private static final KnobSpec[] ALL = {
    KnobSpec.of(SSL_RATE, 0.25, 8, 2, 2).timesOneX().wholeNumbers().orNoLimit().from(0.84, 1.7),
    KnobSpec.of(BACKLOG, 16, 4096, 4, 1).wholeNumbers().from(64.0, 256.0),
    KnobSpec.of(SHOP_CONNECTIONS, 4, 256, 4, 1).wholeNumbers().orNoLimit().from(16.0, Knob.NONE),
    KnobSpec.of(SESSION_RATE, 0.25, 16, 2, 1)
        .timesOneX()
        .wholeNumbers()
        .orNoLimit()
        .from(Knob.NONE),
    KnobSpec.of(CUSTOMER_CONNECTIONS, 16, 8000, 4, 1).wholeNumbers().orNoLimit().from(Knob.NONE),
    KnobSpec.of(QUEUE_SECONDS, 0.05, 6.4, 4, 1).orNoLimit().from(Knob.NONE)
  };

  private HaproxyKnobs() {}

  /**
   * Returns a server behind a HAProxy with the best settings.
   *
   * @param repeats how often the best is tried
   * @param trialsMax the most trials; below about 60 the search may end by this bound, and says so
   */
  public static ServerSpec behindBest(ServerSpec server, int repeats, int trialsMax) {
    return server.behind("haproxy").named("HAProxy").tuned(repeats, trialsMax, ALL);
  }
}
