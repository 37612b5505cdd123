package io.headwaiter.core.pool;

import java.util.random.RandomGenerator;

/** A {@link SaturatedSystem} that runs under a {@link PoolController}, interval by interval. */
final class LiveServer {
  private static final long INTERVAL_NANOS = 1_000_000_000L;
  private static final double MIX_REQUESTS = 5000;

  private final double requests;
  private final double load;
  private final RandomGenerator dice;
  private ProfilingRig rig;
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
    this.requests = requests;
    this.load = load;
    this.dice = dice;
    this.sizes = sizes;
    become(system);
  }

  /** From now on it is another one. */
  void become(SaturatedSystem system) {
    rig = new ProfilingRig(system, requests, dice);
  }

  PoolObservation observe() {
    nowNanos += INTERVAL_NANOS;
    double offered = load * rate(sizes);
    return new PoolObservation(nowNanos, rig.mix(), MIX_REQUESTS, rig.profile(sizes, offered));
  }

  /** One interval; sizes are set at once. */
  PoolDecision run(PoolController controller) {
    PoolDecision decision = controller.update(observe());
    if (!decision.sizes().equals(sizes)) {
      changes++;
      sizes = decision.sizes();
    }
    return decision;
  }

  /** So many intervals. */
  void run(PoolController controller, int intervals) {
    for (int i = 0; i < intervals; i++) {
      run(controller);
    }
  }

  double rate(PoolSizes of) {
    return rig.rate(of.threads(), of.connections());
  }

  /** What the best sizes carry. */
  double best(int threadsMin, int threadsMax) {
    double best = 0;
    for (int m = threadsMin; m <= threadsMax; m++) {
      for (int n = 1; n <= m; n++) {
        best = Math.max(best, rig.rate(m, n));
      }
    }
    return best;
  }

  PoolSizes sizes() {
    return sizes;
  }

  int changes() {
    return changes;
  }
}
