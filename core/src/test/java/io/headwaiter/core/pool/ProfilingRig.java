package io.headwaiter.core.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * Profiles a {@link SaturatedSystem} as a load generator would: with the chance that so many
 * requests bring with them, and with less than it carries if less is offered. A session is one
 * request, of a type that always takes a connection or of one that never does.
 */
final class ProfilingRig {
  private static final double LOAD_MAX = 1e4;
  // A step on the way up sees a twentieth of what a run sees.
  private static final double GLANCE = 20;

  // Many tests ask about the same system, and solving it is what takes their time.
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
   * @param requests of a run
   */
  ProfilingRig(SaturatedSystem system, double requests, RandomGenerator dice) {
    this.system = system;
    this.requests = requests;
    this.dice = dice;
  }

  /** One request in all. */
  RequestMix mix() {
    return new RequestMix(
        Map.of(READS, system.connectionPart(), PLAIN, 1 - system.connectionPart()));
  }

  double rate(int m, int n) {
    return truth(m, n).requestsPerSecond();
  }

  private SaturatedSystem.Truth truth(int m, int n) {
    return KNOWN
        .computeIfAbsent(system, s -> new ConcurrentHashMap<>())
        .computeIfAbsent(new PoolSizes(m, n), s -> system.solve(m, n));
  }

  ProfilePoint profile(PoolSizes sizes, double offered) {
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

  /** Exponential times, twice as variable in their mean for following each other. */
  private Moments moments(double count, double mean) {
    return new Moments(count / 2, mean * noise(Math.sqrt(2 * requests / count)), mean * mean);
  }

  private double noise(double factor) {
    return Math.max(0.5, 1 + dice.nextGaussian() * factor / Math.sqrt(requests));
  }

  /** A run as the plan wants it: the load goes up until the server is full. */
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

  /** Offered over what can be carried in each step on the way up. */
  List<Double> floods() {
    return floods;
  }

  /** Offered over what can be carried in each run. */
  List<Double> overloads() {
    return overloads;
  }

  /** All runs that a plan asks for. */
  ProfilingState planned(ProfilingSettings settings) {
    ProfilingState state = ProfilingState.start(settings, mix());
    ProfilingStep step = ProfilingPlan.next(state);
    while (step.kind() == ProfilingStep.Kind.PROFILE) {
      state = state.with(run(step, settings.overload()));
      step = ProfilingPlan.next(state);
    }
    return state;
  }
}
