package io.headwaiter.core.pool;

import io.headwaiter.core.pool.plan.ProfilingPlan;
import io.headwaiter.core.pool.plan.ProfilingSettings;
import io.headwaiter.core.pool.plan.ProfilingState;
import io.headwaiter.core.pool.plan.ProfilingStep;
import io.headwaiter.core.pool.profile.Moments;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.pool.profile.TypeProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * Profiles a {@link SaturatedSystem} as a load generator would: with the random errors of a number
 * of requests, and with a lower rate if less is offered. A session is one request, of a type that
 * always takes a connection or of one that never does.
 */
public final class ProfilingRig {
  private static final double LOAD_MAX = 1e4;
  // A step of the rising load has a twentieth of a run's requests.
  private static final double GLANCE = 20;

  // Many tests use the same system, and to solve it takes most of their time.
  private static final Map<SaturatedSystem, Map<PoolSizes, SaturatedSystem.Truth>> KNOWN =
      new ConcurrentHashMap<>();

  static final String READS = "reads";
  static final String PLAIN = "plain";

  private final SaturatedSystem system;
  private final double requests;
  private final RandomGenerator dice;
  private final List<Double> floods = new ArrayList<>();
  private final List<Double> overloads = new ArrayList<>();

  /**
   * A rig.
   *
   * @param requests number in a run
   */
  public ProfilingRig(SaturatedSystem system, double requests, RandomGenerator dice) {
    this.system = system;
    this.requests = requests;
    this.dice = dice;
  }

  /** Returns the mix: one request a session. */
  public RequestMix mix() {
    return new RequestMix(
        Map.of(READS, system.connectionPart(), PLAIN, 1 - system.connectionPart()));
  }

  public double rate(int m, int n) {
    return truth(m, n).requestsPerSecond();
  }

  private SaturatedSystem.Truth truth(int m, int n) {
    return KNOWN
        .computeIfAbsent(system, s -> new ConcurrentHashMap<>())
        .computeIfAbsent(new PoolSizes(m, n), s -> system.solve(m, n));
  }

  public ProfilePoint profile(PoolSizes sizes, double offered) {
    int m = sizes.threads();
    int n = sizes.connections();
    SaturatedSystem.Truth truth = truth(m, n);
    double f = system.connectionPart();
    double carried = Math.min(offered, truth.requestsPerSecond() * noise(1));
    Moments without = moments(requests * f, truth.withoutNanos());
    Moments with = moments(requests * f, truth.withNanos());
    Moments plain = moments(requests * (1 - f), truth.withoutNanos());
    return new ProfilePoint(
        m,
        n,
        List.of(new TypeProfile(READS, without, with), new TypeProfile(PLAIN, plain, Moments.NONE)),
        offered,
        carried,
        requests,
        carried < offered ? m : Math.min(m, 0.9 * m * offered / truth.requestsPerSecond()));
  }

  /** Exponential times; their correlation doubles the variance of the mean. */
  private Moments moments(double count, double mean) {
    return new Moments(count / 2, mean * noise(Math.sqrt(2 * requests / count)), mean * mean);
  }

  private double noise(double factor) {
    return Math.max(0.5, 1 + dice.nextGaussian() * factor / Math.sqrt(requests));
  }

  /** Makes a run of the plan: the load rises until the server is full. */
  private ProfilePoint run(ProfilingStep step, double overload) {
    ProfilingLoad load = new ProfilingLoad(step.sessionsPerSecond(), overload, LOAD_MAX);
    ProfilingRig glance = new ProfilingRig(system, requests / GLANCE, dice);
    double capacity = rate(step.sizes().threads(), step.sizes().connections());
    while (!load.isSettled() && !load.isHopeless()) {
      floods.add(load.sessionsPerSecond() / capacity);
      ProfilePoint seen = glance.profile(step.sizes(), load.sessionsPerSecond());
      load.add(seen.completedSessionsPerSecond(), seen.threadsBusy() / seen.threads());
    }
    ProfilePoint run = profile(step.sizes(), load.sessionsPerSecond());
    overloads.add(load.sessionsPerSecond() / capacity);
    return run;
  }

  /** Offered load over capacity in each step of the rising load. */
  public List<Double> floods() {
    return floods;
  }

  /** Offered load over capacity in each run. */
  public List<Double> overloads() {
    return overloads;
  }

  /** Makes all runs of a plan. */
  public ProfilingState planned(ProfilingSettings settings) {
    ProfilingState state = ProfilingState.start(settings, mix());
    ProfilingStep step = ProfilingPlan.next(state);
    while (step.kind() == ProfilingStep.Kind.PROFILE) {
      state = state.with(run(step, settings.overload()));
      step = ProfilingPlan.next(state);
    }
    return state;
  }
}
