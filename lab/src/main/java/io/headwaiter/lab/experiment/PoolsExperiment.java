package io.headwaiter.lab.experiment;

import io.headwaiter.core.pool.PoolModel;
import io.headwaiter.core.pool.PoolOptimizer;
import io.headwaiter.core.pool.PoolSizes;
import io.headwaiter.core.pool.SustainableRate;
import io.headwaiter.lab.load.LoadGenerator;
import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.tuning.LoadedRun;
import io.headwaiter.lab.tuning.PoolTuning;
import io.headwaiter.lab.tuning.TuningReport;
import io.headwaiter.lab.tuning.TuningRun;
import io.headwaiter.lab.tuning.TuningState;
import io.headwaiter.lab.workload.Mix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Profiles the bookstore with eight request types by the plan, and then looks whether it carries
 * what the model says, at sizes and under loads that were not profiled, and whether other sizes
 * carry more than the chosen ones.
 *
 * <p>What is carried is what a full server completes for a closed population. That is not the
 * paper's sustainable rate, the highest with which most runs have no failure.
 */
final class PoolsExperiment {
  private static final List<Mix> LOADS =
      List.of(Mix.BOOKSTORE_PROFILING, Mix.BOOKSTORE_LOAD_1, Mix.BOOKSTORE_LOAD_2);
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int CUSTOMERS = 2880;
  private static final int BOOKS = 100;

  private final ExperimentSetting setting;
  private final PoolsPlan plan;

  PoolsExperiment(ExperimentSetting setting, PoolsPlan plan) {
    this.setting = setting;
    this.plan = plan;
  }

  ExperimentOutcome run() throws IOException, InterruptedException {
    try (ServerProcess server = setting.launch("pools", command())) {
      LoadOptions load = load(server);
      try (LoadGenerator generator = new LoadGenerator(load)) {
        return measure(ServedPools.of(server), load, generator);
      }
    }
  }

  private List<String> command() {
    String most = Integer.toString(plan.settings().threadsMax());
    List<String> command = new ArrayList<>(setting.serve());
    command.addAll(
        List.of("--port", "0", "--admin-port", "0", "--admission", "off", "--tls", "jsse"));
    command.addAll(List.of("--keystore", setting.keystore().file().toString()));
    command.addAll(List.of("--keystore-password", setting.keystore().password()));
    command.addAll(List.of("--max-threads", most, "--db-connections", most));
    command.addAll(List.of("--app", "bookstore", "--request-types", "8", "--entity-access"));
    // Pages that compute and wait, so that sizes matter on one processor.
    command.addAll(List.of("--cycle-kib", "100", "--gap-pause-millis", "20"));
    command.addAll(ShopControl.arguments());
    return command;
  }

  private LoadOptions load(ServerProcess server) {
    return LoadOptions.builder(server.target())
        .seed(setting.customers().seed())
        .mix(Mix.BOOKSTORE_PROFILING)
        .users(CUSTOMERS)
        .items(BOOKS)
        .thinkMean(Duration.ZERO)
        .patience(PATIENCE)
        .warmup(plan.warmup())
        .duration(plan.run())
        .closedPopulation(1)
        .build();
  }

  private ExperimentOutcome measure(ServedPools pools, LoadOptions load, LoadGenerator generator)
      throws IOException, InterruptedException {
    LoadedRun profiling = new LoadedRun(pools, load, generator::run, plan.firstWarmup());
    TuningReport report = new TuningReport(profile(profiling));
    PoolsFigures figures = new PoolsFigures(report);
    List<PoolSizes> checked = checked(report.model(), report.chosen().sizes());
    for (Mix mix : LOADS) {
      LoadOptions other = load.toBuilder().mix(mix).build();
      LoadedRun runner = new LoadedRun(pools, other, generator::run, plan.firstWarmup());
      Map<PoolSizes, TuningRun> runs = new LinkedHashMap<>();
      for (PoolSizes sizes : checked) {
        runs.put(sizes, run(runner, sizes, mix.label()));
      }
      figures.checked(mix.label(), runs);
    }
    compare(profiling, report.chosen().sizes(), figures);
    return figures.outcome();
  }

  private TuningState profile(LoadedRun runner) throws IOException, InterruptedException {
    Path file = setting.folder().resolve("state.json");
    Files.deleteIfExists(file); // an experiment is one run
    TuningState start = new TuningState("experiment", plan.settings(), Map.of(), List.of());
    PoolTuning tuning = new PoolTuning(start, file, setting.progress()::done);
    tuning.run(runner);
    return tuning.state();
  }

  /** The chosen sizes, the ridge with half of the threads, and sizes beside it. */
  private List<PoolSizes> checked(PoolModel model, PoolSizes chosen) {
    Set<PoolSizes> sizes = new LinkedHashSet<>();
    PoolOptimizer optimizer = new PoolOptimizer(model);
    int half = Math.max(plan.settings().threadsMin(), plan.settings().threadsMax() / 2);
    sizes.add(chosen);
    optimizer.bestForThreads(half).map(SustainableRate::sizes).ifPresent(sizes::add);
    int few = Math.max(1, chosen.connections() / 2);
    optimizer.bestForConnections(few).map(SustainableRate::sizes).ifPresent(sizes::add);
    sizes.add(new PoolSizes(chosen.threads(), few));
    sizes.add(new PoolSizes(half, half));
    return sizes.stream()
        .filter(s -> model.surface().contains(s.threads(), s.connections()))
        .limit(plan.checkedPoints())
        .toList();
  }

  /** The chosen sizes again and again between others, so that what drifts meets both. */
  private void compare(LoadedRun runner, PoolSizes chosen, PoolsFigures figures)
      throws IOException, InterruptedException {
    List<PoolSizes> others = new ArrayList<>(neighbours(chosen));
    others.removeAll(random());
    others.addAll(random());
    others.remove(chosen);
    int every = Math.max(1, others.size() / plan.chosenRuns());
    for (int i = 0; i < others.size(); i++) {
      if (i % every == 0) {
        figures.chosen(run(runner, chosen, "chosen"));
      }
      figures.other(run(runner, others.get(i), "other"));
    }
  }

  private Set<PoolSizes> neighbours(PoolSizes chosen) {
    Set<PoolSizes> sizes = new LinkedHashSet<>();
    for (int dm = -plan.steps(); dm <= plan.steps(); dm++) {
      for (int dn = -plan.steps(); dn <= plan.steps(); dn++) {
        int m = Math.max(1, chosen.threads() + dm);
        sizes.add(new PoolSizes(m, Math.max(1, Math.min(m, chosen.connections() + dn))));
      }
    }
    sizes.remove(chosen);
    return sizes;
  }

  private List<PoolSizes> random() {
    SplittableRandom random = new SplittableRandom(setting.customers().seed());
    List<PoolSizes> sizes = new ArrayList<>();
    for (int i = 0; i < plan.randomPoints(); i++) {
      int m = random.nextInt(plan.settings().threadsMin(), plan.settings().threadsMax() + 1);
      sizes.add(new PoolSizes(m, random.nextInt(1, m + 1)));
    }
    return sizes;
  }

  private TuningRun run(LoadedRun runner, PoolSizes sizes, String what)
      throws IOException, InterruptedException {
    setting.progress().step(what + ": " + sizes);
    return runner.run(sizes, PoolTuning.clientsAtFirst(sizes), /* first= */ false);
  }
}
