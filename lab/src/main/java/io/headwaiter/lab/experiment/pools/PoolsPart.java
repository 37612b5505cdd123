package io.headwaiter.lab.experiment.pools;

import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.model.PoolOptimizer;
import io.headwaiter.core.pool.model.SustainableRate;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.database.DatabaseKind;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import io.headwaiter.lab.outcome.ExperimentPart;
import io.headwaiter.lab.outcome.PartedExperiment;
import io.headwaiter.load.ArrivalKind;
import io.headwaiter.load.workload.Mix;
import io.headwaiter.tuning.PoolTuning;
import io.headwaiter.tuning.TuningReport;
import io.headwaiter.tuning.TuningRun;
import io.headwaiter.tuning.TuningState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;

/**
 * Profiles the bookstore by the plan, and then looks whether it carries what the model says, at
 * sizes and under loads that were not profiled, by what a full server completes and by the paper's
 * rule, and whether other sizes carry more than the chosen ones. Belongs to one thread.
 */
final class PoolsPart implements ExperimentPart {
  private static final List<Mix> LOADS =
      List.of(Mix.BOOKSTORE_PROFILING, Mix.BOOKSTORE_LOAD_1, Mix.BOOKSTORE_LOAD_2);

  private final ExperimentSetting setting;
  private final PoolsPlan plan;
  private final String name;
  private final DatabaseKind kind;
  private final PoolsPlan.Sustained sustained;

  /**
   * A part.
   *
   * @param kind of the database; null for H2 within the shop's process
   * @param sustained what is measured by the paper's rule
   */
  PoolsPart(
      ExperimentSetting setting,
      PoolsPlan plan,
      String name,
      DatabaseKind kind,
      PoolsPlan.Sustained sustained) {
    this.setting = setting;
    this.plan = plan;
    this.name = name;
    this.kind = kind;
    this.sustained = sustained;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Duration longest() {
    return plan.longest(sustained);
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    try (PoolsShop shop = PoolsShop.open(setting, plan, name + "-headwaiter", kind)) {
      int most = plan.settings().threadsMax();
      TuningRun underloaded = shop.underloaded(new PoolSizes(most, most));
      PoolsFigures figures = new PoolsFigures(name, new TuningReport(profile(shop)), underloaded);
      try {
        check(shop, figures);
        compare(shop, figures);
        sustain(shop, figures);
      } catch (IOException | RuntimeException e) {
        return outcome(figures, shop)
            .withFailure("The part " + name + " was not finished: " + PartedExperiment.why(e));
      }
      return outcome(figures, shop);
    }
  }

  private static ExperimentOutcome outcome(PoolsFigures figures, PoolsShop shop) {
    List<String> notes = new ArrayList<>(shop.notes());
    notes.addAll(figures.notes());
    Map<String, Object> raw = new LinkedHashMap<>(figures.raw());
    raw.put("runs", shop.raw());
    return new ExperimentOutcome(figures.text(), figures.checks(), notes, raw)
        .withCharts(figures.charts());
  }

  private TuningState profile(PoolsShop shop) throws IOException, InterruptedException {
    Path file = setting.folder().resolve(name + "-state.json");
    Files.deleteIfExists(file); // an experiment is one run
    TuningState start = new TuningState("experiment", plan.settings(), Map.of(), List.of());
    PoolTuning tuning = new PoolTuning(start, file, setting.progress()::done);
    tuning.run(shop.profiler());
    return tuning.state();
  }

  private void check(PoolsShop shop, PoolsFigures figures)
      throws IOException, InterruptedException {
    List<PoolSizes> sizes = checked(figures.model(), figures.chosen());
    Map<Mix, List<TuningRun>> runs = new LinkedHashMap<>();
    try {
      for (int round = 0; round < plan.checkedRounds(); round++) {
        for (Mix mix : LOADS) {
          for (PoolSizes each : Experiment.inTurn(sizes, round)) {
            runs.computeIfAbsent(mix, m -> new ArrayList<>()).add(shop.full(each, mix));
          }
        }
      }
    } finally { // also what came before a run that failed
      runs.forEach((mix, each) -> figures.checked().add(mix.label(), each));
    }
  }

  /** The chosen sizes and others on lambda(N), then the ridge of half the threads. */
  private List<PoolSizes> checked(PoolModel model, PoolSizes chosen) {
    PoolOptimizer optimizer = new PoolOptimizer(model);
    Set<PoolSizes> sizes = new LinkedHashSet<>();
    sizes.add(chosen);
    optimizer.bestForThreads(half(chosen)).map(SustainableRate::sizes).ifPresent(sizes::add);
    int most = plan.settings().threadsMax();
    int n = chosen.connections();
    for (int connections : new int[] {n / 2, (n + most) / 2, n / 4, (3 * n) / 4}) {
      optimizer
          .bestForConnections(Math.max(1, connections))
          .map(SustainableRate::sizes)
          .ifPresent(sizes::add);
    }
    return sizes.stream().limit(plan.checkedPoints()).toList();
  }

  private int half(PoolSizes chosen) {
    return Math.max(plan.settings().threadsMin(), chosen.threads() / 2);
  }

  private void compare(PoolsShop shop, PoolsFigures figures)
      throws IOException, InterruptedException {
    PoolSizes chosen = figures.chosen();
    Set<PoolSizes> others = new LinkedHashSet<>(neighbours(chosen));
    others.addAll(random());
    others.remove(chosen);
    for (PoolSizes sizes : others) {
      figures.regret().screened(sizes, figures.requestsPerSecond(shop.once(sizes)));
    }
    List<PoolSizes> finalists = new ArrayList<>(figures.regret().best(plan.regret().finalists()));
    finalists.add(chosen);
    measureInTurn(shop, figures, finalists, plan.regret().rounds(), figures.regret()::again);
    Optional<PoolSizes> rival = figures.regret().rival();
    if (rival.isPresent()) {
      List<PoolSizes> two = List.of(rival.get(), chosen);
      measureInTurn(shop, figures, two, plan.regret().decidingRounds(), figures.regret()::deciding);
    }
  }

  private static void measureInTurn(
      PoolsShop shop,
      PoolsFigures figures,
      List<PoolSizes> all,
      int rounds,
      BiConsumer<PoolSizes, Double> told)
      throws IOException, InterruptedException {
    for (int round = 0; round < rounds; round++) {
      for (PoolSizes sizes : Experiment.inTurn(all, round)) {
        TuningRun run = shop.full(sizes, Mix.BOOKSTORE_PROFILING);
        told.accept(sizes, figures.requestsPerSecond(run));
      }
    }
  }

  private Set<PoolSizes> neighbours(PoolSizes chosen) {
    int steps = plan.regret().steps();
    Set<PoolSizes> sizes = new LinkedHashSet<>();
    for (int dm = -steps; dm <= steps; dm++) {
      for (int dn = -steps; dn <= steps; dn++) {
        int m = Math.max(1, Math.min(plan.settings().threadsMax(), chosen.threads() + dm));
        sizes.add(new PoolSizes(m, Math.max(1, Math.min(m, chosen.connections() + dn))));
      }
    }
    return sizes;
  }

  private List<PoolSizes> random() {
    SplittableRandom random = new SplittableRandom(setting.customers().seed());
    List<PoolSizes> sizes = new ArrayList<>();
    for (int i = 0; i < plan.regret().randomPoints(); i++) {
      int m = random.nextInt(plan.settings().threadsMin(), plan.settings().threadsMax() + 1);
      sizes.add(new PoolSizes(m, random.nextInt(1, m + 1)));
    }
    return sizes;
  }

  /** By the paper's rule: the chosen sizes under all loads, the ridge elsewhere, and bursts. */
  private void sustain(PoolsShop shop, PoolsFigures figures)
      throws IOException, InterruptedException {
    for (Mix mix : LOADS) {
      search(shop, figures, mix, ArrivalKind.POISSON, figures.chosen());
    }
    if (sustained.bursty()) {
      search(shop, figures, Mix.BOOKSTORE_PROFILING, ArrivalKind.BURSTY, figures.chosen());
    }
    if (sustained.ridge()) {
      SustainableRate ridge =
          new PoolOptimizer(figures.model())
              .bestForThreads(half(figures.chosen()))
              .orElseThrow(() -> new IOException("half of the threads were not profiled"));
      search(shop, figures, Mix.BOOKSTORE_PROFILING, ArrivalKind.POISSON, ridge.sizes());
    }
  }

  private void search(
      PoolsShop shop, PoolsFigures figures, Mix mix, ArrivalKind arrivals, PoolSizes sizes)
      throws IOException, InterruptedException {
    PoolModel model = figures.checked().model(mix.label());
    PoolsSearch search = new PoolsSearch(shop, setting.progress(), sizes, mix, model, arrivals);
    try {
      for (int set = 0; set < sustained.sets(); set++) {
        search.search(set, set == 0 ? sustained.firstRuns() : sustained.nextRuns());
      }
    } finally {
      search.found().ifPresent(figures.sustained()::add);
    }
  }
}
