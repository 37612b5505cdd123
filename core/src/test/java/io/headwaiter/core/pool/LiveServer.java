package io.headwaiter.core.pool;

import io.headwaiter.core.pool.control.PoolController;
import io.headwaiter.core.pool.control.PoolDecision;
import io.headwaiter.core.pool.control.PoolObservation;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.ProfilePoint;
import java.util.random.RandomGenerator;

/** A {@link SaturatedSystem} that runs under a {@link PoolController}, interval by interval. */
public final class LiveServer {
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
   * @param requests number in an interval; fewer have larger random errors
   * @param load offered load over the capacity with these sizes; stays when the sizes change
   */
  public LiveServer(
      SaturatedSystem system, double requests, double load, PoolSizes sizes, RandomGenerator dice) {
    this.requests = requests;
    this.dice = dice;
    this.sizes = sizes;
    become(system);
    offered = load * rate(sizes);
  }

  /** Sets the offered load, as a factor of the capacity with the present sizes. */
  public void offer(double load) {
    offered = load * rate(sizes);
  }

  /**
   * Adds swings of the whole rate, such as those from garbage collectors and checkpoints, to the
   * random errors of requests.
   *
   * @param deviation of the logarithm
   * @param correlation of neighbouring intervals
   */
  public LiveServer swinging(double deviation, double correlation) {
    swingDeviation = deviation;
    swingCorrelation = correlation;
    return this;
  }

  /** Replaces the simulated system. */
  public void become(SaturatedSystem system) {
    rig = new ProfilingRig(system, requests, dice);
  }

  /** Lowers the rate at all sizes by a fraction, like another program on the machine. */
  public void slow(double part) {
    slowness = -Math.log(1 - part);
  }

  public PoolObservation observe() {
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

  /** Runs one interval; new sizes are set at once. */
  public PoolDecision run(PoolController controller) {
    PoolDecision decision = controller.update(observe());
    if (!decision.sizes().equals(sizes)) {
      changes++;
      sizes = decision.sizes();
    }
    return decision;
  }

  /** Runs a number of intervals. */
  public void run(PoolController controller, int intervals) {
    for (int i = 0; i < intervals; i++) {
      run(controller);
    }
  }

  public double rate(PoolSizes of) {
    return rig.rate(of.threads(), of.connections());
  }

  /** Returns the rate of the best sizes: first every third size each way, then all around. */
  public double best(int threadsMin, int threadsMax) {
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

  public PoolSizes sizes() {
    return sizes;
  }

  public int changes() {
    return changes;
  }
}
