package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;

import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.report.RunFigures;
import io.headwaiter.lab.results.LoadResult;
import io.headwaiter.lab.tuning.HostTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stock and Headwaiter under 1, 5 and 20 times the load that fits: one process per server through
 * all its runs, warmed in turns until flat, both on the same processor, the same customers by the
 * same seeds. In each round every server is measured under every load, the servers in turns, so
 * that what makes the machine slower for a while is in both figures of a pair. 1x is found on the
 * first server. Figures are reported as they are. Belongs to one thread.
 */
public final class DemoExperiment {
  private static final double MODERATE_LOAD = 0.6;
  // The reference completes at least this share of what was completed at the highest load, or at
  // most so much more is offered.
  private static final double SAME_RATE = 0.98;
  private static final double MORE_AT_MOST = 1.15;
  private static final long SEEDS_OF_A_ROUND = 100_000;
  // Mean length of a visit of the browsing mix in the literal reading, computed from the table.
  static final double REQUESTS_PER_VISIT = 8.5;

  /** A server that runs. */
  private record Running(String name, ServerUnderTest server) {}

  private record Key(String server, double factor) {}

  private final DemoPlan plan;
  private final ServerStarter starter;
  private final LoadDriver driver;
  private final ProcessorWatch processors;
  private final ProgressLine progress;
  private final Map<Key, List<RunFigures>> rounds = new LinkedHashMap<>();
  private final List<RunFigures> references = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Map<String, String> facts = new LinkedHashMap<>();
  private final DemoValidity validity = new DemoValidity();
  private Map<String, String> learned = Map.of();
  private double oneX;
  // Offered in the reference run, of what was completed under the highest load.
  private double referenceOffers = 1;

  /**
   * Prepares; nothing is started yet.
   *
   * @param processors those of the servers
   */
  DemoExperiment(
      DemoPlan plan,
      ServerStarter starter,
      LoadDriver driver,
      ProcessorWatch processors,
      ProgressLine progress) {
    this.plan = plan;
    this.starter = starter;
    this.driver = driver;
    this.processors = processors;
    this.progress = progress;
  }

  /**
   * Runs everything. Takes minutes; every server is gone afterwards, also after an exception.
   *
   * @throws IOException when a server does not come up
   */
  public DemoOutcome run() throws IOException, InterruptedException {
    List<Running> servers = new ArrayList<>();
    try {
      for (String name : plan.servers()) {
        progress.step("starting " + name);
        servers.add(new Running(name, starter.start(name)));
      }
      measureAll(servers);
    } finally {
      for (int i = servers.size() - 1; i >= 0; i--) {
        servers.get(i).server().close();
      }
    }
    return outcome();
  }

  private DemoOutcome outcome() {
    List<RunFigures> runs = rounds.values().stream().map(RoundFigures::of).toList();
    RunFigures reference = references.isEmpty() ? null : RoundFigures.of(references);
    if (reference == null && plan.servers().contains(HEADWAITER)) {
      notes.add("No reference run: Headwaiter completed nothing at the highest load.");
    }
    facts.put(
        "1x", Numbers.plain(oneX) + " sessions per second, found on " + plan.servers().get(0));
    facts.put("taken from the server's processor", validity.taken());
    return new DemoOutcome(
        validity.validity(),
        runs,
        reference,
        oneX,
        DemoChecks.of(runs, reference),
        facts,
        learned,
        notes);
  }

  private void measureAll(List<Running> servers) throws IOException, InterruptedException {
    double moderate = warmUp(servers);
    oneX = calibrate(servers.get(0).name(), servers.get(0).server(), moderate);
    // In the order of the table, whatever the turns.
    servers.forEach(
        one -> plan.factors().forEach(f -> rounds.put(new Key(one.name(), f), new ArrayList<>())));
    List<Running> turns = new ArrayList<>(servers);
    for (int round = 0; round < plan.rounds(); round++) {
      measureRound(round, turns);
      Collections.reverse(turns);
    }
    for (Running one : servers) {
      if (one.name().equals(HEADWAITER)) {
        learned = one.server().admin().map(StatusReader::costs).orElse(Map.of());
      }
    }
  }

  private void measureRound(int round, List<Running> turns) throws InterruptedException {
    for (double factor : plan.factors()) {
      for (Running one : turns) {
        settle(one.server());
        rounds
            .get(new Key(one.name(), factor))
            .add(measure(round, one, factor, oneX * factor, Numbers.factor(factor)));
        settle(one.server());
      }
    }
    for (Running one : turns) {
      if (one.name().equals(HEADWAITER) && !plan.factors().isEmpty()) {
        double highest = plan.factors().get(plan.factors().size() - 1);
        measureReference(round, one, rounds.get(new Key(HEADWAITER, highest)).get(round));
      }
    }
  }

  /** Warms all up; returns a rate of moderate load for the first. */
  private double warmUp(List<Running> servers) throws IOException, InterruptedException {
    List<WarmUp> all =
        servers.stream()
            .map(one -> new WarmUp(one.name(), one.server(), plan, driver, progress))
            .toList();
    WarmUp.together(all);
    for (WarmUp one : all) {
      progress.done(one.words());
      if (!one.wasFlat()) {
        validity.notFlat(one.name(), one.windows());
      }
    }
    for (Running one : servers) {
      settle(one.server());
    }
    return all.get(0).rate(MODERATE_LOAD);
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

  /** What was completed at the highest load, and no more, is offered. */
  private void measureReference(int round, Running one, RunFigures overloaded)
      throws InterruptedException {
    double rate = overloaded.completedPerSecond().value();
    if (!(rate >= 0.01)) {
      return;
    }
    RunFigures reference = reference(round, one, rate);
    double completed = reference.completedPerSecond().value();
    if (round == 0 && completed < SAME_RATE * rate && completed > 0) {
      // Arrivals are random, and near the capacity a few are refused: a reference that completes
      // less has an easier life than the run it is compared with.
      referenceOffers = Math.min(MORE_AT_MOST, rate / completed);
      progress.done("it completed less; the reference again, with more offered");
      reference = reference(round, one, rate);
    }
    references.add(reference);
  }

  private RunFigures reference(int round, Running one, double rate) throws InterruptedException {
    double offered = rate * referenceOffers;
    RunFigures figures = measure(round, one, offered / oneX, offered, "reference");
    settle(one.server());
    return figures;
  }

  private RunFigures measure(int round, Running one, double factor, double rate, String load)
      throws InterruptedException {
    String run =
        one.name()
            + " at "
            + load
            + (plan.rounds() > 1 ? ", round " + (round + 1) + " of " + plan.rounds() : "");
    progress.step("measuring " + run);
    CpuWindow cpu = new CpuWindow();
    long seed = plan.customers().seed() + 1000 + Math.round(factor) + SEEDS_OF_A_ROUND * round;
    HostTime before = processors.clock().get();
    double cpuBefore = one.server().cpuSeconds();
    LoadResult result =
        drive(one.server(), rate, plan.timing().leadIn(), plan.timing().window(), seed, cpu);
    ProcessorLoss loss = processors.since(before, one.server().cpuSeconds() - cpuBefore);
    RunFigures figures =
        RunFiguresMaker.of(
            one.name(), factor, result, cores(cpu, plan.timing().leadIn(), plan.timing().window()));
    figures.extra().put("processorStolenPart", loss.stolen());
    figures.extra().put("processorOthersPart", loss.others());
    progress.done(
        "%s: %s offered, %s completed per second"
            .formatted(
                run, Numbers.plain(rate), Numbers.withInterval(figures.completedPerSecond())));
    validity.measured(run, figures, loss);
    return figures;
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
