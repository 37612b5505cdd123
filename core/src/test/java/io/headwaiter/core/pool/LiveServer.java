package io.headwaiter.core.pool;

import java.util.Map;
import java.util.random.RandomGenerator;

/** A {@link SaturatedSystem} that runs under a {@link PoolController}, interval by interval. */
final class LiveServer {
  private static final long INTERVAL_NANOS = 1_000_000_000L;

  private final ProfilingRig rig;
  private final double load;
  private long nowNanos;
  private PoolSizes sizes;
  private int changes;

  /**
   * A server.
   *
   * @param requests of an interval, which bring chance with them
   * @param load offered over what it carries
   */
  LiveServer(
      SaturatedSystem system, double requests, double load, PoolSizes sizes, RandomGenerator dice) {
    rig = new ProfilingRig(system, requests, dice);
    this.load = load;
    this.sizes = sizes;
  }

  PoolObservation observe(RequestMix mix, double mixRequests) {
    nowNanos += INTERVAL_NANOS;
    double offered = load * rig.rate(sizes.threads(), sizes.connections());
    return new PoolObservation(nowNanos, mix, mixRequests, rig.profile(sizes, offered));
  }

  /** One interval. */
  PoolDecision run(PoolController controller) {
    PoolDecision decision = controller.update(observe(rig.mix(), 5000));
    if (!decision.sizes().equals(sizes)) {
      changes++;
      sizes = decision.sizes();
    }
    return decision;
  }

  double rate(PoolSizes of) {
    return rig.rate(of.threads(), of.connections());
  }

  PoolSizes sizes() {
    return sizes;
  }

  int changes() {
    return changes;
  }

  static RequestMix mix(double reads) {
    return new RequestMix(Map.of(ProfilingRig.READS, reads, ProfilingRig.PLAIN, 1 - reads));
  }
}
