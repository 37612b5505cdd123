package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;

import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.report.RunFigures;
import io.headwaiter.lab.results.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stock and Headwaiter under 1, 5 and 20 times the load that fits: one process per server through
 * all its runs, warmed until flat, one server after the other on the same processor, the same
 * customers by the same seeds. 1x is found on the first server. Figures are reported as they are.
 * Belongs to one thread.
 */
public final class DemoExperiment {
  private static final double FIRST_RATE = 30;
  private static final double MAX_RATE = 5000;
  private static final double WARM_UP_LOAD = 0.9;
  private static final double MODERATE_LOAD = 0.6;
  private static final double FLAT = 0.05;
  // Mean length of a visit of the browsing mix in the literal reading, computed from the table.
  private static final double REQUESTS_PER_VISIT = 8.5;
  private static final double IDLE_CORES = 0.08;
  private static final long IDLE_STEP_MILLIS = 250;

  private final DemoPlan plan;
  private final ServerStarter starter;
  private final LoadDriver driver;
  private final ProgressLine progress;
  private final List<RunFigures> runs = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Map<String, String> facts = new LinkedHashMap<>();
  private Map<String, String> learned = Map.of();
  private RunFigures reference;
  private double oneX;

  /** Prepares; nothing is started yet. */
  public DemoExperiment(
      DemoPlan plan, ServerStarter starter, LoadDriver driver, ProgressLine progress) {
    this.plan = plan;
    this.starter = starter;
    this.driver = driver;
    this.progress = progress;
  }

  /**
   * Runs everything. Takes minutes; every server is gone afterwards, also after an exception.
   *
   * @throws IOException when a server does not come up
   */
  public DemoOutcome run() throws IOException, InterruptedException {
    for (String name : plan.servers()) {
      progress.step("starting " + name);
      try (ServerUnderTest server = starter.start(name)) {
        runServer(name, server);
      }
    }
    return new DemoOutcome(
        runs, reference, oneX, DemoChecks.of(runs, reference), facts, learned, notes);
  }

  private void runServer(String name, ServerUnderTest server) throws InterruptedException {
    double moderate = warmUp(name, server);
    if (oneX == 0) {
      oneX = calibrate(name, server, moderate);
      facts.put("1x", Numbers.plain(oneX) + " sessions per second, found on " + name);
    }
    RunFigures last = null;
    for (double factor : plan.factors()) {
      last = measure(name, server, factor, oneX * factor);
      runs.add(last);
      settle(server);
    }
    if (name.equals(HEADWAITER) && last != null) {
      runReference(server, last);
      learned = server.admin().map(StatusReader::costs).orElse(Map.of());
    }
  }

  /**
   * Load in short windows, at a rate that keeps the server busy, until its CPU per reply is flat.
   */
  private double warmUp(String name, ServerUnderTest server) throws InterruptedException {
    Flatness flatness = new Flatness(FLAT);
    double rate = FIRST_RATE;
    double windowSeconds = plan.timing().warmUpWindow().toMillis() / 1000.0;
    int windows = 0;
    while (windows < plan.timing().maxWarmUpWindows() && !flatness.flat()) {
      progress.step("warming up " + name + ", " + Numbers.plain(rate) + "/s");
      windows++;
      double before = server.cpuSeconds();
      LoadOptions load =
          plan.load(
              server.target(),
              rate,
              Duration.ZERO,
              plan.timing().warmUpWindow(),
              plan.customers().seed() + windows);
      LoadResult result = driver.run(load, progress::load);
      double cpu = server.cpuSeconds() - before;
      flatness.add(cpu / result.replies().total());
      rate = nextRate(rate, cpu / windowSeconds);
    }
    progress.done("warmed up " + name + " in " + windows + " windows");
    if (!flatness.flat()) {
      notes.add(name + " was not flat after " + windows + " windows of warming up.");
    }
    settle(server);
    return rate * MODERATE_LOAD / WARM_UP_LOAD;
  }

  /**
   * Towards a busy core, which compiles its hot code soonest, by at most a factor of three at once.
   */
  private static double nextRate(double rate, double busyCores) {
    double wanted =
        Double.isFinite(busyCores) && busyCores > 0 ? rate * WARM_UP_LOAD / busyCores : 2 * rate;
    return Math.min(MAX_RATE, Math.min(3 * rate, Math.max(rate / 3, wanted)));
  }

  private double calibrate(String name, ServerUnderTest server, double moderate)
      throws InterruptedException {
    progress.step("calibrating on " + name);
    CpuWindow cpu = new CpuWindow();
    LoadResult quiet =
        drive(
            server,
            moderate,
            plan.timing().probeLeadIn(),
            plan.timing().probeWindow(),
            plan.customers().seed(),
            cpu);
    double cores = cores(cpu, plan.timing().probeLeadIn(), plan.timing().probeWindow());
    boolean known = cores > 0 && quiet.repliesPerSecond() > 0;
    double first =
        known ? quiet.repliesPerSecond() / cores / REQUESTS_PER_VISIT : moderate / MODERATE_LOAD;
    return Calibration.search(
        Math.min(MAX_RATE, first), plan.timing().maxProbes(), rate -> probe(name, server, rate));
  }

  private double probe(String name, ServerUnderTest server, double rate)
      throws InterruptedException {
    settle(server);
    progress.step("calibrating on " + name + ", " + Numbers.plain(rate) + "/s");
    LoadResult result =
        drive(
            server,
            rate,
            plan.timing().probeLeadIn(),
            plan.timing().probeWindow(),
            plan.customers().seed(),
            new CpuWindow());
    progress.done(
        "calibrating: %s offered, %s completed per second"
            .formatted(Numbers.plain(rate), Numbers.plain(result.completedPerSecond())));
    return goodPerSecond(result);
  }

  /**
   * Visits' worth of replies per second, less the visits that broke. Replies, because there are
   * eight times as many as completed visits, so a short window is enough; less the broken ones,
   * because a server may go on replying to customers whom it then loses.
   */
  private static double goodPerSecond(LoadResult result) {
    long lost = result.sessions().broken() + result.sessions().timedOutBeforeEntry();
    return result.repliesPerSecond() / REQUESTS_PER_VISIT - lost / result.windowSeconds();
  }

  private void runReference(ServerUnderTest server, RunFigures overloaded)
      throws InterruptedException {
    double rate = overloaded.completedPerSecond().value();
    if (!(rate >= 0.01)) {
      notes.add("No reference run: Headwaiter completed nothing at the highest load.");
      return;
    }
    progress.done("reference: what headwaiter completed at the highest load, and no more");
    reference = measure(HEADWAITER, server, rate / oneX, rate);
  }

  private RunFigures measure(String name, ServerUnderTest server, double factor, double rate)
      throws InterruptedException {
    progress.step("measuring " + name + " at " + Numbers.factor(factor));
    CpuWindow cpu = new CpuWindow();
    long seed = plan.customers().seed() + 1000 + Math.round(factor);
    LoadResult result =
        drive(server, rate, plan.timing().leadIn(), plan.timing().window(), seed, cpu);
    RunFigures figures =
        RunFiguresMaker.of(
            name, factor, result, cores(cpu, plan.timing().leadIn(), plan.timing().window()));
    progress.done(
        "%s at %s: %s offered, %s completed per second"
            .formatted(
                name,
                Numbers.factor(factor),
                Numbers.plain(rate),
                Numbers.withInterval(figures.completedPerSecond())));
    distrust(figures);
    return figures;
  }

  private void distrust(RunFigures figures) {
    String run = figures.server() + " at " + Numbers.factor(figures.factor());
    if (Boolean.TRUE.equals(figures.extra().get(RunFiguresMaker.GENERATOR_SATURATED))) {
      notes.add(
          "The load generator itself was short of CPU in the run of "
              + run
              + "; its response times say little.");
    }
    if (!Long.valueOf(0).equals(figures.extra().get(RunFiguresMaker.NOT_STARTED))) {
      notes.add("The load generator could not start all sessions in the run of " + run + ".");
    }
  }

  private LoadResult drive(
      ServerUnderTest server, double rate, Duration lead, Duration window, long seed, CpuWindow cpu)
      throws InterruptedException {
    LoadOptions load = plan.load(server.target(), rate, lead, window, seed);
    cpu.add(0, server.cpuSeconds());
    LoadResult result =
        driver.run(
            load,
            p -> {
              cpu.add(p.elapsedMillis(), server.cpuSeconds());
              progress.load(p);
            });
    cpu.add(lead.plus(window).toMillis(), server.cpuSeconds());
    return result;
  }

  private static double cores(CpuWindow cpu, Duration lead, Duration window) {
    return cpu.cores(lead.toMillis(), lead.plus(window).toMillis());
  }

  /** Waits, for a bounded time, until the server has worked off what the last load left behind. */
  private void settle(ServerUnderTest server) throws InterruptedException {
    long steps = plan.timing().settle().toMillis() / IDLE_STEP_MILLIS;
    for (long i = 0; i < steps; i++) {
      double before = server.cpuSeconds();
      Thread.sleep(IDLE_STEP_MILLIS);
      double cores = 1000 * (server.cpuSeconds() - before) / IDLE_STEP_MILLIS;
      if (!(cores > IDLE_CORES)) {
        return;
      }
    }
  }
}
