package io.headwaiter.sim.law;

import io.headwaiter.core.admission.TokenBucket;

/**
 * A token bucket at the hello, as a proxy's {@code maxsslrate}: admits a rate of connections that
 * do not belong to a visit under way, whatever they cost.
 */
public final class StaticRate implements Law {
  /** The name of this law. */
  public static final String NAME = "static-rate";

  private static final double BURST_SECONDS = 0.1;

  private final TokenBucket bucket;

  /**
   * Creates a full bucket of a tenth of a second.
   *
   * @param perSecond new connections a second, above 0
   */
  public StaticRate(double perSecond) {
    int burst = (int) Math.max(1, perSecond * BURST_SECONDS);
    this.bucket = new TokenBucket(Math.min(TokenBucket.BURST_MAX, burst), perSecond);
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
