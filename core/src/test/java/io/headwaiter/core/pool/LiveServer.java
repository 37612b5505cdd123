package io.headwaiter.core.pool;

import java.util.random.RandomGenerator;

/** A {@link SaturatedSystem} that runs under a {@link PoolController}, interval by interval. */
final class LiveServer {
  private static final long INTERVAL_NANOS = 1_000_000_000L;
  private static final double MIX_REQUESTS = 5000;
  private static final int COARSE = 3;

  private final double requests;
  private final RandomGenerator dice;
  private ProfilingRig rig;
  private double offered;
  private double swing;
  private double slowness;
  private double swingDeviation;
  private double swingCorrelation;
  private long nowNanos;
  private PoolSizes sizes;
  private int changes;

  /**
   * A server.
   *
   * @param requests of an interval, which bring chance with them
   * @param load offered over what it carries with these sizes; it stays when they change
   */
  LiveServer(
      SaturatedSystem system, double requests, double load, PoolSizes sizes, RandomGenerator dice) {
    this.requests = requests;
    this.dice = dice;
    this.sizes = sizes;
    become(system);
    offered = load * rate(sizes);
  }

  /** From now on so much is offered over what it carries with the present sizes. */
  void offer(double load) {
    offered = load * rate(sizes);
  }

  /**
   * Beside the chance of each request, what all carry swings: collectors, neighbours, checkpoints.
   *
   * @param deviation of the logarithm
   * @param correlation of neighbouring intervals
   */
  LiveServer swinging(double deviation, double correlation) {
    swingDeviation = deviation;
    swingCorrelation = correlation;
    return this;
  }

  /** From now on it is another one. */
  void become(SaturatedSystem system) {
    rig = new ProfilingRig(system, requests, dice);
  }

  /** From now on it carries a part less, whatever its sizes: somebody else is on the machine. */
  void slow(double part) {
    slowness = -Math.log(1 - part);
  }

  PoolObservation observe() {
    nowNanos += INTERVAL_NANOS;
    double fresh = Math.sqrt(1 - swingCorrelation * swingCorrelation) * swingDeviation;
    swing = swingCorrelation * swing + fresh * dice.nextGaussian();
    double speed = Math.exp(swing - slowness);
    ProfilePoint seen = rig.profile(sizes, offered / speed);
    return new PoolObservation(nowNanos, rig.mix(), MIX_REQUESTS, faster(seen, speed));
  }

  private static ProfilePoint faster(ProfilePoint p, double factor) {
    return new ProfilePoint(
        p.threads(),
        p.connections(),
        p.types(),
        p.offeredSessionsPerSecond() * factor,
        p.completedSessionsPerSecond() * factor,
        p.completedRequests(),
        p.threadsBusy());
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

  /** What the best sizes carry: of every third pair the best, then of all around it. */
  double best(int threadsMin, int threadsMax) {
    PoolSizes hill = best(threadsMin, threadsMax, 1, threadsMax, COARSE);
    int m = hill.threads();
    int n = hill.connections();
    return rate(
        best(
            Math.max(threadsMin, m - COARSE),
            Math.min(threadsMax, m + COARSE),
            Math.max(1, n - COARSE),
            n + COARSE,
            1));
  }

  private PoolSizes best(int mMin, int mMax, int nMin, int nMax, int step) {
    PoolSizes best = new PoolSizes(mMin, nMin);
    for (int m = mMin; m <= mMax; m += step) {
      for (int n = nMin; n <= Math.min(m, nMax); n += step) {
        PoolSizes sizes = new PoolSizes(m, n);
        best = rate(sizes) > rate(best) ? sizes : best;
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
