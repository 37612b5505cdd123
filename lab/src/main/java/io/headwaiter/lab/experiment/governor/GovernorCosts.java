package io.headwaiter.lab.experiment.governor;

import static io.headwaiter.lab.model.ServerSpec.HEADWAITER;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.bench.LoadDriver;
import io.headwaiter.lab.bench.TrialPlan;
import io.headwaiter.lab.bench.TrialTiming;
import io.headwaiter.lab.bench.Trials;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import io.headwaiter.lab.outcome.ExperimentPart;
import io.headwaiter.lab.outcome.ProgressLine;
import io.headwaiter.lab.server.Contender;
import io.headwaiter.lab.server.Idleness;
import io.headwaiter.lab.server.ServerProcess;
import io.headwaiter.lab.server.ShopControl;
import io.headwaiter.lab.server.StatusReader;
import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.results.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The costs that the server has learned after half a minute beside a profile made offline: the CPU
 * time of the whole process, without the compiler, over counts of what customers did, in calm runs
 * that mix handshakes and requests differently, with a light page, a usual one and one between.
 * Belongs to one thread.
 */
public final class GovernorCosts implements ExperimentPart {
  public static final String NAME = "costs";

  private static final double HALF = 0.5;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int SEED = 10_300;
  private static final int USUAL_SEED = 50;

  /**
   * How it is measured.
   *
   * @param pagesKib additional work of the pages, the usual one first
   * @param rounds of calm runs, one of each kind with each page
   * @param window length of one
   * @param learning length of the usual load after which the server is asked
   * @param demo shop, customers and times of warming up
   */
  public record Plan(
      List<Integer> pagesKib, int rounds, Duration window, Duration learning, TrialPlan demo) {
    /** Copies the list. */
    public Plan {
      pagesKib = List.copyOf(pagesKib);
    }
  }

  /** Calm runs: what they mix, and at what part of the rate that fits they stay calm. */
  public enum Kind {
    /** Connections kept as long as the server keeps them. */
    KEPT(0.5, 1, false, 1),
    /** A connection for each request, resumed but for the first. */
    RESUMED(0.35, 1, true, 1),
    /** A connection and a full handshake for each request: a new visit each, to the server. */
    FULL(0.06, 3, true, 0);

    private final double load;
    private final int windows;
    private final boolean newConnections;
    private final double resumeShare;

    Kind(double load, int windows, boolean newConnections, double resumeShare) {
      this.load = load;
      this.windows = windows;
      this.newConnections = newConnections;
      this.resumeShare = resumeShare;
    }
  }

  private final ExperimentSetting setting;
  private final Plan plan;
  private final ProgressLine progress;

  public GovernorCosts(ExperimentSetting setting, Plan plan) {
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
    TrialTiming timing = plan.demo().timing();
    Duration kinds = plan.window(); // one in which nobody comes
    for (Kind kind : Kind.values()) {
      Duration run = plan.window().multipliedBy(kind.windows).plus(timing.settle());
      kinds = kinds.plus(run.multipliedBy(plan.pagesKib().size()));
    }
    Duration usual = plan.learning().plus(timing.settle()).multipliedBy(plan.pagesKib().size());
    return timing
        .longestWarmUp()
        .plus(Trials.ofProbe(timing).multipliedBy(2))
        .plus(kinds.plus(usual).multipliedBy(plan.rounds() + 1L));
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(ShopControl.arguments());
    arguments.addAll(List.of("--tls", "jsse"));
    try (ServerProcess server =
            setting.start(
                HEADWAITER, "costs-headwaiter", plan.demo(), arguments.toArray(String[]::new));
        LoadGenerator generator = new LoadGenerator(Trials.any(plan.demo()))) {
      Trials trials = new Trials(plan.demo(), generator::run, progress);
      Contender ours = Contender.of(HEADWAITER, setting.pinning(), server);
      return new Session(generator::run, server, ours)
          .outcome(trials.fits(ours, trials.warmUp(ours)), trials.notes());
    }
  }

  /** A warm server and its load. */
  private final class Session {
    private final LoadDriver driver;
    private final ServerProcess server;
    private final Contender ours;
    // Visits per second that one processor can carry, by page.
    private final double[] fits = new double[plan.pagesKib().size()];

    Session(LoadDriver driver, ServerProcess server, Contender ours) {
      this.driver = driver;
      this.server = server;
      this.ours = ours;
    }

    ExperimentOutcome outcome(double usualFits, List<String> notes)
        throws IOException, InterruptedException {
      Arrays.fill(fits, usualFits);
      learnFits();
      kinds(0); // compiles what they need
      // The habits of those customers are forgotten.
      usual(0, 0);
      List<List<CostProfile.Run>> runs = new ArrayList<>();
      for (int round = 1; round <= plan.rounds(); round++) {
        runs.add(kinds(round));
      }
      List<CostFigures.Round> rounds = new ArrayList<>();
      for (int round = 1; round <= plan.rounds(); round++) {
        List<CostFigures.Usual> usual = new ArrayList<>();
        for (int page = 0; page < fits.length; page++) {
          usual.add(usual(page, round));
        }
        rounds.add(new CostFigures.Round(runs.get(round - 1), usual));
      }
      return CostFigures.outcome(plan.pagesKib(), rounds, notes);
    }

    /** Visits are alike but for the pages' work. */
    private void learnFits() throws IOException, InterruptedException {
      double usualMillis = 0;
      for (int page = 0; page < fits.length; page++) {
        turnTo(page);
        progress.step("costs, what a visit takes, " + words(page));
        CostProfile.Run run = loaded(page, load(HALF * fits[0], plan.window(), page));
        double visitMillis = run.cpuMillis() / run.fullHandshakes();
        usualMillis = page == 0 ? visitMillis : usualMillis;
        fits[page] = fits[0] * usualMillis / visitMillis;
      }
    }

    private List<CostProfile.Run> kinds(int round) throws IOException, InterruptedException {
      List<CostProfile.Run> runs = new ArrayList<>();
      progress.step("costs, round " + round + ", nobody comes");
      runs.add(idle());
      for (int page = 0; page < fits.length; page++) {
        turnTo(page);
        for (Kind kind : Experiment.inTurn(List.of(Kind.values()), round)) {
          progress.step("costs, round " + round + ", " + words(page) + ", " + kind);
          LoadOptions load =
              load(kind.load * fits[page], plan.window().multipliedBy(kind.windows), round)
                  .toBuilder()
                  .newConnectionPerRequest(kind.newConnections)
                  .resumeShare(kind.resumeShare)
                  .build();
          runs.add(loaded(page, load));
        }
      }
      return runs;
    }

    private CostFigures.Usual usual(int page, int round) throws IOException, InterruptedException {
      turnTo(page);
      progress.step(
          "costs, round "
              + round
              + ", "
              + words(page)
              + ", what the server learns of a usual load");
      CostProfile.Run run =
          loaded(page, load(HALF * fits[page], plan.learning(), USUAL_SEED + round));
      JsonNode learned = StatusReader.status(server.requireAdmin()).path("costMillis");
      setting.keepHistory(
          server,
          "costs-" + round + "-" + plan.pagesKib().get(page),
          plan.learning().plus(plan.demo().timing().settle()));
      return new CostFigures.Usual(run, learned);
    }

    private void turnTo(int page) throws IOException {
      ShopControl.of(server).set(ShopControl.PAGE_WORK_KIB, plan.pagesKib().get(page));
    }

    private String words(int page) {
      return "pages of " + plan.pagesKib().get(page) + " KiB";
    }

    /** From idle to idle, so that all that customers did is in it. */
    private CostProfile.Run loaded(int page, LoadOptions load)
        throws IOException, InterruptedException {
      double before = cpuMillis();
      long start = System.nanoTime();
      LoadResult result = driver.run(load, progress::load);
      Idleness.await(ours::cpuSeconds, plan.demo().timing().settle());
      return new CostProfile.Run(
          page,
          result.handshakes().full(),
          result.handshakes().resumed(),
          result.replies().total(),
          (System.nanoTime() - start) / NANOS_PER_MILLI,
          cpuMillis() - before);
    }

    private CostProfile.Run idle() throws IOException, InterruptedException {
      double before = cpuMillis();
      long start = System.nanoTime();
      Thread.sleep(plan.window().toMillis());
      return CostProfile.Run.idle(
          (System.nanoTime() - start) / NANOS_PER_MILLI, cpuMillis() - before);
    }

    /** Of the process so far, without the compiler. */
    private double cpuMillis() throws IOException {
      JsonNode cpu = StatusReader.status(server.requireAdmin()).path("cpuMillis");
      return 1000 * ours.cpuSeconds() - cpu.path("jit").asDouble(Double.NaN);
    }

    private LoadOptions load(double rate, Duration length, int run) {
      return plan.demo()
          .load(
              server.target(),
              rate,
              Duration.ZERO,
              length,
              plan.demo().customers().seed() + SEED + run);
    }
  }
}
