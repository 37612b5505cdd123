package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.model.ServerSpec.HEADWAITER;
import static io.headwaiter.lab.model.ServerSpec.STOCK;

import io.headwaiter.lab.model.Experiment;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.text.Numbers;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs the loads of {@link GovernorForeign}. Belongs to one thread. */
final class ForeignRuns {
  // First estimates are rough: what a visit costs depends on how busy the server is.
  private static final double SEARCH_STEP = 1.15;
  private static final Duration FULL_LOAD_PATIENCE = Duration.ofSeconds(10);
  private static final double LEARNING_FACTOR = 2;
  private static final Duration HISTORY_MARGIN = Duration.ofSeconds(5);

  private final ForeignPlan plan;
  private final ForeignFigures figures;
  private final Trials trials;
  private final ForeignServers servers;
  private long seed;

  ForeignRuns(ForeignPlan plan, ForeignFigures figures, Trials trials, ForeignServers servers) {
    this.plan = plan;
    this.figures = figures;
    this.trials = trials;
    this.servers = servers;
    this.seed = plan.demo().customers().seed() + 12_000;
  }

  /** All cells: the oracle where it is not known, the stock server's best load, all others. */
  void cells() throws IOException, InterruptedException {
    Map<String, Double> oracles = new HashMap<>();
    for (ForeignPlan.Cell cell : plan.cells()) {
      servers.pageWork(cell.pageKib());
      if (!oracles.containsKey(cell.work())) {
        oracles.put(cell.work(), oracle(cell));
      }
      double oracle = oracles.get(cell.work());
      figures.found(cell, bestOfStock(cell, oracle), oracle);
      List<String> ours =
          cell.withLongTarget()
              ? List.of(HEADWAITER, ForeignServers.withTarget(GovernorForeign.LONG_TARGET_MILLIS))
              : List.of(HEADWAITER);
      for (String server : ours) { // what a visit costs is another thing than a minute ago
        double rate = LEARNING_FACTOR * figures.oneX(cell);
        trial(servers.contender(server), cell, "learning", rate, Duration.ZERO, plan.lead());
      }
      for (int round = 0; round < cell.rounds(); round++) {
        figures.add(run(STOCK, cell, 1));
        for (double factor : plan.factors()) {
          for (String server : Experiment.inTurn(ours, round)) {
            figures.add(run(server, cell, factor));
          }
        }
      }
    }
  }

  /** One crowd at rates that are given. */
  void table() throws IOException, InterruptedException {
    servers.pageWork(plan.kept().pageKib());
    for (double rate : plan.table()) {
      for (String server : List.of(HEADWAITER, STOCK, ForeignServers.OPEN)) {
        figures.addAbsolute(run(server, plan.kept(), Numbers.plain(rate) + "/s", rate));
        Idleness.await(servers.contender(server)::cpuSeconds, ForeignPlan.TABLE_SETTLE);
      }
    }
  }

  /** The same crowd at one load, on servers with other delay targets. */
  void curve() throws IOException, InterruptedException {
    servers.pageWork(plan.kept().pageKib());
    for (int round = 0; round < plan.curveRounds(); round++) {
      for (int millis : Experiment.inTurn(plan.targetsMillis(), round)) {
        String server = ForeignServers.withTarget(millis);
        figures.addToCurve(millis, run(server, plan.kept(), ForeignPlan.CURVE_FACTOR));
      }
    }
  }

  private double oracle(ForeignPlan.Cell cell) throws IOException, InterruptedException {
    Contender open = servers.contender(ForeignServers.OPEN);
    TrialTiming timing = plan.demo().timing();
    LoadOptions load =
        cell.crowd()
            .load(open.target(), FULL_LOAD_PATIENCE, timing.probeLeadIn(), timing.probeWindow())
            .closedPopulation(cell.crowd().fullLoadClients())
            .build();
    Trial trial = trials.run(open, cell.work() + ", full load", load);
    double oracle = ForeignFigures.oracle(new ForeignRun(cell, "full load", trial, Map.of()));
    if (!(oracle > 0) || Double.isInfinite(oracle)) {
      throw new IOException("No visit was completed at full load by customers " + cell.work());
    }
    return oracle;
  }

  /**
   * Searched from the oracle, or from the rate that would fill the processor at the CPU time of the
   * stock server's own visits, whichever is higher.
   */
  private double bestOfStock(ForeignPlan.Cell cell, double oracle)
      throws IOException, InterruptedException {
    Contender stock = servers.contender(STOCK);
    ForeignRun first = probe(stock, cell, oracle);
    double full = figures.probed(first) / first.trial().cores();
    return Calibration.search(
        Math.max(oracle, full),
        SEARCH_STEP,
        plan.demo().timing().maxProbes() - 1,
        rate -> figures.probed(probe(stock, cell, rate)));
  }

  private ForeignRun probe(Contender stock, ForeignPlan.Cell cell, double rate)
      throws InterruptedException {
    TrialTiming timing = plan.demo().timing();
    Duration lead = cell.crowd().lead(timing.probeLeadIn());
    Trial trial = trial(stock, cell, "searching", rate, lead, timing.probeWindow());
    return new ForeignRun(cell, "searching", trial, Map.of());
  }

  /** A load on 1x. */
  private ForeignRun run(String server, ForeignPlan.Cell cell, double factor)
      throws IOException, InterruptedException {
    return run(server, cell, Numbers.factor(factor), factor * figures.oneX(cell));
  }

  private ForeignRun run(String server, ForeignPlan.Cell cell, String name, double rate)
      throws IOException, InterruptedException {
    TrialTiming timing = plan.demo().timing();
    Trial trial = trial(servers.contender(server), cell, name, rate, plan.lead(), timing.window());
    Map<String, Long> refused = Map.of();
    if (!server.equals(STOCK)) {
      long from =
          Instant.parse(trial.result().manifest().startedAt()).plus(plan.lead()).toEpochMilli();
      Duration back = timing.window().plus(timing.settle()).plus(HISTORY_MARGIN);
      refused =
          ForeignRun.refused(
              StatusReader.history(servers.process(server).requireAdmin(), (int) back.toSeconds()),
              from,
              from + timing.window().toMillis());
    }
    return new ForeignRun(cell, name, trial, refused);
  }

  private Trial trial(
      Contender on, ForeignPlan.Cell cell, String name, double rate, Duration lead, Duration window)
      throws InterruptedException {
    return trials.run(
        on,
        cell.name() + ", " + name,
        cell.crowd()
            .load(on.target(), cell.patience(), lead, window)
            .seed(seed++)
            .ratePerSecond(rate)
            .build());
  }
}
