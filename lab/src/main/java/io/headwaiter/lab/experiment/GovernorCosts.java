package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;

import io.headwaiter.lab.load.LoadGenerator;
import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.results.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The costs that the server has learned after half a minute beside a profile made offline: the CPU
 * time of the whole process, without the compiler, over counts of what customers did, in calm runs
 * that mix handshakes and requests differently. Belongs to one thread.
 */
final class GovernorCosts implements ExperimentPart {
  static final String NAME = "costs";

  private static final double HALF = 0.5;

  /**
   * How it is measured.
   *
   * @param rounds of calm runs, one of each kind
   * @param window length of one
   * @param learning length of the usual load after which the server is asked
   * @param demo shop, customers and times of warming up
   */
  record Plan(int rounds, Duration window, Duration learning, DemoPlan demo) {}

  /** Calm runs: what they mix, and at what part of the rate that fits they stay calm. */
  enum Kind {
    /** Connections kept as long as the server keeps them. */
    KEPT(0.5, false, 1),
    /** A connection for each request, resumed but for the first. */
    RESUMED(0.35, true, 1),
    /** A connection and a full handshake for each request: a new visit each, to the server. */
    FULL(0.06, true, 0);

    private final double load;
    private final boolean newConnections;
    private final double resumeShare;

    Kind(double load, boolean newConnections, double resumeShare) {
      this.load = load;
      this.newConnections = newConnections;
      this.resumeShare = resumeShare;
    }
  }

  private final ExperimentSetting setting;
  private final Plan plan;
  private final ProgressLine progress;

  GovernorCosts(ExperimentSetting setting, Plan plan) {
    this.setting = setting;
    this.plan = plan;
    this.progress = setting.progress();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Duration longest() {
    DemoTiming timing = plan.demo().timing();
    int runs = Kind.values().length;
    return timing
        .longestWarmUp()
        .plus(Trials.ofProbe(timing).multipliedBy(2))
        .plus(plan.window().plus(timing.settle()).multipliedBy((long) runs * (plan.rounds() + 1)))
        .plus(plan.learning().plus(timing.settle()).multipliedBy(plan.rounds() + 1L));
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    try (ServerProcess server =
            setting.start(HEADWAITER, "costs-headwaiter", plan.demo(), "--tls", "jsse");
        LoadGenerator generator = new LoadGenerator(Trials.any(plan.demo()))) {
      Trials trials = new Trials(plan.demo(), generator::run, progress);
      Contender ours = Contender.of(HEADWAITER, setting.pinning(), server);
      double fits = trials.fits(ours, trials.warmUp(ours));
      double idleCores = idleCores(server);
      // The first round compiles what the kinds of runs need.
      kinds(generator::run, server, fits, idleCores, 0);
      List<List<CostProfile.Run>> runs = new ArrayList<>();
      for (int i = 1; i <= plan.rounds(); i++) {
        runs.add(kinds(generator::run, server, fits, idleCores, i));
      }
      // The habits of those customers are forgotten over the first of the usual loads.
      usual(generator::run, server, fits, idleCores, 0, List.of());
      List<CostFigures.Round> rounds = new ArrayList<>();
      for (int i = 1; i <= plan.rounds(); i++) {
        rounds.add(usual(generator::run, server, fits, idleCores, i, runs.get(i - 1)));
      }
      return CostFigures.outcome(rounds, idleCores, trials.notes());
    }
  }

  private double idleCores(ServerProcess server) throws IOException, InterruptedException {
    progress.step("costs of doing nothing");
    Contender ours = Contender.of(HEADWAITER, setting.pinning(), server);
    double before = 1000 * ours.cpuSeconds() - compilerMillis(server);
    Thread.sleep(plan.window().toMillis());
    double after = 1000 * ours.cpuSeconds() - compilerMillis(server);
    return Math.max(0, after - before) / plan.window().toMillis();
  }

  private List<CostProfile.Run> kinds(
      LoadDriver driver, ServerProcess server, double fits, double idleCores, int round)
      throws IOException, InterruptedException {
    Contender ours = Contender.of(HEADWAITER, setting.pinning(), server);
    List<CostProfile.Run> runs = new ArrayList<>();
    for (Kind kind : Contest.inTurn(List.of(Kind.values()), round)) {
      progress.step("costs, round " + round + ", " + kind);
      LoadOptions load =
          load(ours, kind.load * fits, plan.window(), round).toBuilder()
              .newConnectionPerRequest(kind.newConnections)
              .resumeShare(kind.resumeShare)
              .build();
      runs.add(one(driver, server, load, idleCores));
    }
    return runs;
  }

  private CostFigures.Round usual(
      LoadDriver driver,
      ServerProcess server,
      double fits,
      double idleCores,
      int round,
      List<CostProfile.Run> runs)
      throws IOException, InterruptedException {
    progress.step("costs, round " + round + ", what the server learns of a usual load");
    Contender ours = Contender.of(HEADWAITER, setting.pinning(), server);
    CostProfile.Run usual =
        one(driver, server, load(ours, HALF * fits, plan.learning(), 50 + round), idleCores);
    setting.keepHistory(
        server, "costs-" + round, plan.learning().plus(plan.demo().timing().settle()));
    return new CostFigures.Round(
        runs, usual, StatusReader.status(server.requireAdmin()).path("costMillis"));
  }

  /** From idle to idle, so that all that customers did is in it. */
  private CostProfile.Run one(
      LoadDriver driver, ServerProcess server, LoadOptions load, double idleCores)
      throws IOException, InterruptedException {
    Contender ours = Contender.of(HEADWAITER, setting.pinning(), server);
    double compiledBefore = compilerMillis(server);
    double before = ours.cpuSeconds();
    long start = System.nanoTime();
    LoadResult result = driver.run(load, progress::load);
    Idleness.await(ours::cpuSeconds, plan.demo().timing().settle());
    double millis = (System.nanoTime() - start) / 1e6;
    return new CostProfile.Run(
        result.handshakes().full(),
        result.handshakes().resumed(),
        result.replies().total(),
        1000 * (ours.cpuSeconds() - before)
            - (compilerMillis(server) - compiledBefore)
            - idleCores * millis);
  }

  private static double compilerMillis(ServerProcess server) throws IOException {
    return StatusReader.status(server.requireAdmin())
        .path("cpuMillis")
        .path("jit")
        .asDouble(Double.NaN);
  }

  private LoadOptions load(Contender ours, double rate, Duration length, int run) {
    return plan.demo()
        .load(
            ours.target(),
            rate,
            Duration.ZERO,
            length,
            plan.demo().customers().seed() + 10_300 + run);
  }
}
