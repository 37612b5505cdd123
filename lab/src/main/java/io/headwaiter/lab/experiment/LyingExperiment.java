package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;

import io.headwaiter.lab.load.HelloClaim;
import io.headwaiter.lab.load.LoadGenerator;
import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.load.ReplayOptions;
import io.headwaiter.lab.report.Numbers;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether a hello that lies gains anything: honest customers at part of the capacity, beside them
 * many times the capacity in hellos that nobody stands behind. In one attack they claim nothing, in
 * the others each claims to resume a session that does not exist. Belongs to one thread.
 */
final class LyingExperiment implements UnderAttack.Sides {
  private static final int CONCURRENCY = 256;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  static final List<Attack> ATTACKS =
      List.of(
          Attack.CALM,
          Attack.claiming("no claim", HelloClaim.NONE),
          Attack.claiming("random session id", HelloClaim.SESSION_ID),
          Attack.claiming("forged ticket", HelloClaim.TICKET),
          Attack.claiming("forged pre-shared key", HelloClaim.PSK),
          Attack.replaying("replayed valid ticket"));

  private final ExperimentSetting setting;
  private final LyingPlan plan;
  private final ProgressLine progress;
  private final List<String> notes = new ArrayList<>();

  LyingExperiment(ExperimentSetting setting, LyingPlan plan) {
    this.setting = setting;
    this.plan = plan;
    this.progress = setting.progress();
  }

  ExperimentOutcome run() throws IOException, InterruptedException {
    LoadOptions any =
        plan.demo().load(URI.create("https://127.0.0.1:1"), 1, Duration.ZERO, plan.window(), 1);
    try (ServerProcess server =
            setting.start(HEADWAITER, plan.label(), plan.demo(), plan.serverArguments());
        LoadGenerator generator = new LoadGenerator(any)) {
      double fits =
          new Fitting(server, plan.demo(), setting.pinning(), progress, notes)
              .find(generator::run, plan.leadIn().plus(plan.window()), plan.seed(-1));
      UnderAttack window = new UnderAttack(server, generator::run, progress, notes);
      List<List<LyingRun>> rounds = window.rounds(plan, ATTACKS, fits, this);
      return outcome(fits, new LyingFigures(ATTACKS.stream().map(Attack::name).toList(), rounds));
    }
  }

  @Override
  public LoadOptions honest(URI target, double fits, int round) {
    return plan.demo()
        .load(target, fits * plan.honestLoad(), plan.leadIn(), plan.window(), plan.seed(round));
  }

  @Override
  public ReplayOptions hellos(URI target, Attack attack, double fits, int round) {
    return ReplayOptions.to(target)
        .claim(attack.calm() ? HelloClaim.NONE : attack.claim())
        .concurrency(CONCURRENCY)
        .ratePerSecond(fits * plan.attackFactor())
        .duration(plan.leadIn().plus(plan.window()))
        .patience(PATIENCE)
        .sourceNetworks(LyingPlan.CROWD)
        .seed(plan.seed(round))
        .build();
  }

  private ExperimentOutcome outcome(double fits, LyingFigures figures) {
    notes.add(
        "What fits, "
            + Numbers.plain(fits)
            + " sessions per second, is computed from the CPU time of a reply at light load; honest customers offer "
            + Numbers.percent(plan.honestLoad())
            + " of that, an attack "
            + Numbers.plain(plan.attackFactor())
            + " times as much.");
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("fitsPerSecond", fits);
    raw.put("leadInSeconds", seconds(plan.leadIn()));
    raw.put("windowSeconds", seconds(plan.window()));
    raw.put("pageWorkKib", plan.demo().customers().pageWorkKib());
    raw.put("runs", figures.raw());
    return new ExperimentOutcome(figures.table(), figures.checks(), notes, raw);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}
