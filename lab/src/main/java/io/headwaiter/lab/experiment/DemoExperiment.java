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
  private static final double MODERATE_LOAD = 0.6;
  // The reference completes at least this share of what was completed at the highest load, or is
  // repeated once with at most so much more offered.
  private static final double SAME_RATE = 0.98;
  private static final double MORE_AT_MOST = 1.15;
  // Mean length of a visit of the browsing mix in the literal reading, computed from the table.
  static final double REQUESTS_PER_VISIT = 8.5;

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

  private void runServer(String name, ServerUnderTest server)
      throws IOException, InterruptedException {
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

  /** Warms up; returns a rate of moderate load. */
  private double warmUp(String name, ServerUnderTest server)
      throws IOException, InterruptedException {
    WarmUp warmUp = new WarmUp(name, server, plan, driver, progress);
    warmUp.compileThenUntilDone();
    progress.done(warmUp.words());
    if (!warmUp.flat()) {
      notes.add(name + " was not flat after " + warmUp.windows() + " windows of warming up.");
    }
    settle(server);
    return warmUp.rate(MODERATE_LOAD);
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
        Math.min(WarmUp.MAX_RATE, first),
        plan.timing().maxProbes(),
        rate -> probe(name, server, rate));
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
   * because a server may go on replying to customers whom it then loses. A server whose p99 has
   * come within half of the customers' patience is on its way over the edge, however short the
   * window is in which it still replies: half counts.
   */
  private double goodPerSecond(LoadResult result) {
    long lost = result.sessions().broken() + result.sessions().timedOutBeforeEntry();
    double good = result.repliesPerSecond() / REQUESTS_PER_VISIT - lost / result.windowSeconds();
    boolean atTheEdge =
        result.responseMillis().p99() > plan.customers().patience().toMillis() / 2.0;
    return atTheEdge ? good / 2 : good;
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
    double completed = reference.completedPerSecond().value();
    if (completed >= SAME_RATE * rate || !(completed > 0)) {
      return;
    }
    // Arrivals are random, and near the capacity a few are refused: a reference that completes less
    // has an easier life than the run it is compared with.
    settle(server);
    double more = rate * Math.min(MORE_AT_MOST, rate / completed);
    progress.done("it completed less; the reference again, with more offered");
    reference = measure(HEADWAITER, server, more / oneX, more);
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
    Idleness.await(server, plan.timing().settle());
  }
}
