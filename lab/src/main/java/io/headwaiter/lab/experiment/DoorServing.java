package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;

import io.headwaiter.lab.load.HelloClaim;
import io.headwaiter.lab.load.LoadGenerator;
import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.load.ReplayOptions;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.workload.EndReading;
import io.headwaiter.lab.workload.Mix;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a full server still does for those it let in while it refuses 4,000 others a second.
 *
 * <p>The same customers with and without refusals: a closed population comes in while nobody else
 * does, and its visits last longer than the window, so nobody has to come in later. Admission is by
 * the formula, whose few new visits a second let the population in within seconds. What the attack
 * gets of them later it holds on to in silence: dropped, they would be given back, and the attack
 * would be let in again and again instead of being refused. Belongs to one thread.
 */
final class DoorServing implements ExperimentPart {
  static final String NAME = "under-refusals";

  private static final Attack REFUSALS = Attack.claiming(ServingFigures.REFUSALS, HelloClaim.NONE);
  private static final int HELD_MAX = 2000;
  private static final int CONCURRENCY = 256;

  // CT_N of the formula: 20 new visits a second, in intervals of a second
  private static final String[] ADMISSION = {
    "--admission", "formula",
    "--formula-new-millis", "50",
    "--formula-resumed-millis", "0",
    "--formula-interval-millis", "1000",
    "--tls", "boringssl"
  };

  /**
   * How it is measured.
   *
   * @param rounds pairs of runs, with and without refusals
   * @param entry time in which the population comes in
   * @param attackLead time of refusals before the window
   * @param window length of each window
   * @param clients size of the population
   * @param hellosPerSecond what is to be refused, and what is let in beside it
   * @param demo shop and times of warming up
   */
  record Plan(
      int rounds,
      Duration entry,
      Duration attackLead,
      Duration window,
      int clients,
      double hellosPerSecond,
      DemoPlan demo) {

    /** The same for both runs of a pair. */
    long seed(int round) {
      return demo.customers().seed() + 8000 + round;
    }

    /** Visits that hardly ever end, and think little: the server is always full. */
    LoadOptions load(URI target, int round) {
      return LoadOptions.builder(target)
          .seed(seed(round))
          .closedPopulation(clients)
          .mix(Mix.BROWSING)
          .endReading(EndReading.FITTED)
          .meanRequests(1_000_000)
          .users(demo.customers().users())
          .items(demo.customers().items())
          .thinkMean(Duration.ofMillis(35))
          .patience(Duration.ofSeconds(10))
          .retryDelay(Duration.ofMillis(50))
          .warmup(entry.plus(attackLead))
          .duration(window)
          .sourceAddresses(SourceAddresses.count())
          .build();
    }

    /** The same without waiting for all to come in. */
    LoadOptions warmUp(URI target, int window) {
      return load(target, -1 - window).toBuilder()
          .warmup(Duration.ZERO)
          .duration(demo.timing().warmUpWindow())
          .build();
    }

    /** From the end of the entry to the end of the window. */
    ReplayOptions hellos(URI target, int round) {
      return ReplayOptions.to(target)
          .concurrency(CONCURRENCY)
          .ratePerSecond(hellosPerSecond)
          .duration(attackLead.plus(window))
          .sourceAddresses(SourceAddresses.countForFlood())
          .heldMax(HELD_MAX)
          .seed(seed(round))
          .build();
    }
  }

  private final ExperimentSetting setting;
  private final Plan plan;
  private final ProgressLine progress;
  private final List<String> notes = new ArrayList<>();

  DoorServing(ExperimentSetting setting, Plan plan) {
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
    Duration run =
        plan.entry()
            .plus(plan.attackLead())
            .plus(plan.window())
            .plus(plan.demo().timing().settle());
    return plan.demo().timing().longestWarmUp().plus(run.multipliedBy(2L * plan.rounds()));
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    try (ServerProcess server =
            setting.start(HEADWAITER, "serving-headwaiter", plan.demo(), ADMISSION);
        LoadGenerator generator =
            new LoadGenerator(plan.load(URI.create("https://127.0.0.1:1"), 0))) {
      warmUp(server, generator::run);
      UnderAttack window = new UnderAttack(server, generator::run, progress, notes);
      List<ServingFigures.Pair> pairs = new ArrayList<>();
      for (int round = 0; round < plan.rounds(); round++) {
        pairs.add(pair(server, window, round));
      }
      ServingFigures figures = new ServingFigures(pairs);
      notes.addAll(figures.notes());
      return new ExperimentOutcome(figures.table(), figures.checks(), notes, figures.raw());
    }
  }

  private void warmUp(ServerProcess server, LoadDriver driver)
      throws IOException, InterruptedException {
    DemoTiming timing = plan.demo().timing();
    new PeakWarmUp(driver, progress, notes)
        .run(
            Contender.of(HEADWAITER, setting.pinning(), server),
            window -> plan.warmUp(server.target(), window),
            timing.compileWindows(),
            timing.maxWarmUpWindows(),
            timing.settle());
  }

  /** AB BA AB BA, so that a drift cancels. */
  private ServingFigures.Pair pair(ServerProcess server, UnderAttack window, int round)
      throws IOException, InterruptedException {
    LyingRun calm = null;
    LyingRun refusing = null;
    for (Attack attack : Experiment.inTurn(List.of(Attack.CALM, REFUSALS), round)) {
      progress.step("round " + (round + 1) + " of " + plan.rounds() + ", " + attack.name());
      LyingRun run =
          window.run(
              attack, plan.load(server.target(), round), plan.hellos(server.target(), round));
      if (attack.calm()) {
        calm = run;
      } else {
        refusing = run;
      }
      Idleness.await(server, plan.demo().timing().settle());
    }
    return new ServingFigures.Pair(calm, refusing);
  }
}
