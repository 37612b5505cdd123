package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;

import io.headwaiter.lab.load.HelloClaim;
import io.headwaiter.lab.load.LoadGenerator;
import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.load.ReplayOptions;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Numbers;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Honest new visits from a hundred networks, and an attack from four others, in a server whose new
 * visits wait. Belongs to one thread.
 */
final class DoorFairness implements ExperimentPart, UnderAttack.Sides {
  static final String NAME = "fairness";

  private static final int HONEST_NETWORKS = 100;
  private static final int CONCURRENCY = 1024;
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final double AT_LEAST = 0.8;
  private static final Attack FOUR_NETWORKS =
      Attack.claiming("attack from four networks", HelloClaim.NONE);
  private static final List<Attack> ATTACKS = List.of(Attack.CALM, FOUR_NETWORKS);

  private final ExperimentSetting setting;
  private final LyingPlan plan;
  private final List<String> notes = new ArrayList<>();

  DoorFairness(ExperimentSetting setting, LyingPlan plan) {
    this.setting = setting;
    this.plan = plan;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Duration longest() {
    return plan.longest(ATTACKS.size());
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    ProgressLine progress = setting.progress();
    LoadOptions any =
        plan.demo().load(URI.create("https://127.0.0.1:1"), 1, Duration.ZERO, plan.window(), 1);
    try (ServerProcess server =
            setting.start(
                HEADWAITER,
                "fairness-headwaiter",
                plan.demo(),
                "--tls",
                plan.engine(),
                "--waiting-room-max",
                "1000");
        LoadGenerator generator = new LoadGenerator(any)) {
      double fits =
          new Fitting(server, plan.demo(), setting.pinning(), progress, notes)
              .find(generator::run, plan.leadIn().plus(plan.window()), plan.seed(-1));
      UnderAttack window = new UnderAttack(server, generator::run, progress, notes);
      List<List<LyingRun>> rounds = window.rounds(plan, ATTACKS, fits, this);
      return outcome(fits, rounds);
    }
  }

  @Override
  public LoadOptions honest(URI target, double fits, int round) {
    return plan
        .demo()
        .load(target, fits * plan.honestLoad(), plan.leadIn(), plan.window(), plan.seed(round))
        .toBuilder()
        .sourceNetworks(honestNetworks())
        .build();
  }

  @Override
  public ReplayOptions hellos(URI target, Attack attack, double fits, int round) {
    return ReplayOptions.to(target)
        .concurrency(CONCURRENCY)
        .ratePerSecond(fits * plan.attackFactor())
        .duration(plan.leadIn().plus(plan.window()))
        .patience(PATIENCE)
        .sourceNetworks(LyingPlan.CROWD)
        .seed(plan.seed(round))
        .build();
  }

  static String honestNetworks() {
    return IntStream.range(0, HONEST_NETWORKS)
        .mapToObj(i -> "127.2." + i + ".0/24")
        .collect(Collectors.joining(","));
  }

  private ExperimentOutcome outcome(double fits, List<List<LyingRun>> rounds) {
    LyingFigures figures = new LyingFigures(ATTACKS.stream().map(Attack::name).toList(), rounds);
    notes.add(
        Numbers.plain(fits)
            + " sessions per second fit; honest customers offer "
            + Numbers.percent(plan.honestLoad())
            + " of that from "
            + HONEST_NETWORKS
            + " networks, the attack "
            + Numbers.plain(plan.attackFactor())
            + " times as much from four.");
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("fitsPerSecond", fits);
    raw.put("runs", figures.raw());
    return new ExperimentOutcome(figures.table(), List.of(check(figures)), notes, raw);
  }

  static Check check(LyingFigures figures) {
    Estimate share = figures.ratio(1, 0, LyingRun::completedPerSecond);
    return Check.atLeast(
        "completed-under-attack-of-four-networks",
        "With turns between networks, under an attack of 20 times the capacity from four networks,"
            + " honest new visits from a hundred others complete at least 80 % of what they complete"
            + " without it",
        share,
        "of that",
        AT_LEAST);
  }
}
