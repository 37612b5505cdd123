package io.headwaiter.sim.law;

import io.headwaiter.core.admission.TokenBucket;

/**
 * A token bucket at the hello, as a proxy's {@code maxsslrate}: so many connections a second that
 * do not belong to a visit under way, whatever they cost.
 */
public final class StaticRate implements Law {
  /** Its name. */
  public static final String NAME = "static-rate";

  private static final double BURST_SECONDS = 0.1;

  private final TokenBucket bucket;

  /**
   * A full bucket of a tenth of a second.
   *
   * @param perSecond new connections a second, above 0
   */
  public StaticRate(double perSecond) {
    int burst = (int) Math.max(1, perSecond * BURST_SECONDS);
    this.bucket = new TokenBucket(Math.min(TokenBucket.BURST_MAX, burst), perSecond);
  }

  /**
   * Set as somebody does who has measured the capacity when the server began, with all visitors
   * new, and refusals free.
   */
  public static StaticRate measured(Setting setting) {
    double visit = setting.truth().visitNanos(Turn.Kind.FULL_HANDSHAKE, 0);
    return new StaticRate(setting.truth().processors(0) * 1e9 / visit);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Entrance connection(Hello hello, long nowNanos) {
    if (hello.standing() == Hello.Standing.CONTINUING) {
      return Entrance.ADMIT;
    }
    return bucket.tryTake(nowNanos) ? Entrance.ADMIT : Entrance.REFUSE;
  }
}
