package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;

import io.headwaiter.lab.load.HelloClaim;
import io.headwaiter.lab.load.LoadGenerator;
import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.load.RawHelloReplayer;
import io.headwaiter.lab.load.ReplayOptions;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.results.LoadResult;
import io.headwaiter.lab.results.ReplayResult;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Whether a hello that lies gains anything: honest customers at part of the capacity, beside them
 * many times the capacity in hellos that nobody stands behind. In one attack they claim nothing, in
 * the others each claims to resume a session that does not exist. Belongs to one thread.
 */
final class LyingExperiment {
  private static final int CONCURRENCY = 256;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final double LIGHT_RATE = 20;

  /** An attack; the calm has no claim at all. */
  private record Attack(String name, HelloClaim claim) {}

  private static final List<Attack> ATTACKS =
      List.of(
          new Attack("calm", null),
          new Attack("no claim", HelloClaim.NONE),
          new Attack("random session id", HelloClaim.SESSION_ID),
          new Attack("forged ticket", HelloClaim.TICKET),
          new Attack("forged pre-shared key", HelloClaim.PSK));

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
    try (ServerProcess server = setting.start(HEADWAITER, HEADWAITER, plan.demo());
        LoadGenerator generator = new LoadGenerator(any)) {
      double fits = warmUp(server, generator::run);
      List<List<LyingRun>> rounds = new ArrayList<>();
      for (int round = 0; round < plan.rounds(); round++) {
        List<LyingRun> runs = new ArrayList<>();
        for (Attack attack : ATTACKS) {
          progress.step("round " + (round + 1) + " of " + plan.rounds() + ", " + attack.name());
          runs.add(run(server, generator::run, attack, fits, round));
          Idleness.await(server, plan.demo().timing().settle());
        }
        rounds.add(runs);
      }
      return outcome(fits, new LyingFigures(ATTACKS.stream().map(Attack::name).toList(), rounds));
    }
  }

  /** Returns the sessions per second that fill the core, as far as warming up tells. */
  private double warmUp(ServerProcess server, LoadDriver driver) throws InterruptedException {
    WarmUp warmUp = new WarmUp(HEADWAITER, server, plan.demo(), driver, progress);
    warmUp.untilDone();
    warmUp.report(notes);
    Idleness.await(server, plan.demo().timing().settle());
    return fits(server, driver);
  }

  /** From the CPU time of a reply under a light load, in which nobody is refused. */
  private double fits(ServerProcess server, LoadDriver driver) throws InterruptedException {
    progress.step("looking for what fits");
    Duration whole = plan.leadIn().plus(plan.window());
    double before = server.cpuSeconds();
    LoadResult result =
        driver.run(
            plan.demo().load(server.target(), LIGHT_RATE, Duration.ZERO, whole, plan.seed(-1)),
            progress::load);
    Idleness.await(server, plan.demo().timing().settle());
    double cpu = server.cpuSeconds() - before;
    return WarmUp.fitsPerSecond(cpu / result.replies().total());
  }

  private LyingRun run(
      ServerProcess server, LoadDriver driver, Attack attack, double fits, int round)
      throws IOException, InterruptedException {
    LoadOptions honest =
        plan.demo()
            .load(
                server.target(),
                fits * plan.honestLoad(),
                plan.leadIn(),
                plan.window(),
                plan.seed(round));
    FutureTask<ReplayResult> hellos = new FutureTask<>(() -> replay(server, attack, fits, round));
    Thread replayer = new Thread(hellos, "attack");
    TaskClock clock = TaskClock.of(server.pid());
    double before = clock.seconds();
    if (attack.claim() != null) {
      replayer.start();
    }
    LoadResult result = driver.run(honest, progress::load);
    double cores = (clock.seconds() - before) / seconds(plan.leadIn().plus(plan.window()));
    if (result.generator().generatorSaturated()) {
      notes.add("The load generator was short of CPU in a window of: " + attack.name() + ".");
    }
    return new LyingRun(
        attack.name(), result, attack.claim() == null ? null : ended(hellos), cores);
  }

  private static ReplayResult ended(FutureTask<ReplayResult> hellos)
      throws IOException, InterruptedException {
    try {
      return hellos.get();
    } catch (ExecutionException e) {
      throw new IOException("the attack ended early: " + e.getCause().getMessage(), e);
    }
  }

  private ReplayResult replay(ServerProcess server, Attack attack, double fits, int round)
      throws IOException {
    URI target = server.target();
    ReplayOptions options =
        new ReplayOptions(
            new InetSocketAddress(target.getHost(), target.getPort()),
            "localhost",
            attack.claim(),
            CONCURRENCY,
            fits * plan.attackFactor(),
            0,
            plan.leadIn().plus(plan.window()),
            PATIENCE,
            SourceAddresses.count(),
            plan.seed(round));
    return new RawHelloReplayer(options).run();
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
