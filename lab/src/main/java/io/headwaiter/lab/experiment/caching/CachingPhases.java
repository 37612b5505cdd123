package io.headwaiter.lab.experiment.caching;

import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import io.headwaiter.lab.outcome.ExperimentPart;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.text.Numbers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Where requests spend their time under each policy, at parts of the capacity: what a crowd
 * completes under {@code transaction} with as many connections; the same sessions for all. Belongs
 * to one thread.
 */
final class CachingPhases implements ExperimentPart {
  /**
   * How it is measured.
   *
   * @param kind what is served
   * @param connections each N
   * @param loads parts of the capacity
   * @param timing of a run
   */
  record Plan(
      CachingShop.Kind kind,
      List<Integer> connections,
      List<Double> loads,
      CachingPlan.Timing timing) {}

  private static final int CUSTOMERS = 0;
  private static final int CROWDS = 4;

  private final ExperimentSetting setting;
  private final Plan plan;

  CachingPhases(ExperimentSetting setting, Plan plan) {
    this.setting = setting;
    this.plan = plan;
  }

  @Override
  public String name() {
    return CachingPlan.PHASES;
  }

  @Override
  public Duration longest() {
    long loads = (long) plan.loads().size() * CachingPolicy.values().length;
    return plan.timing()
        .longest(plan.connections().size() * loads)
        .plus(plan.timing().longestRepeats())
        .plus(plan.timing().crowd(1, CROWDS).multipliedBy(plan.connections().size()));
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    List<PhaseRun> runs = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    int most = Collections.max(plan.connections());
    try (CachingShop shop =
        CachingShop.open(setting, plan.timing(), plan.kind(), "phases-headwaiter", most)) {
      for (int connections : plan.connections()) {
        double capacity = capacity(shop, connections);
        notes.add(
            "With N = %d 100 %% are %s sessions/s, what a crowd completes under transaction."
                .formatted(connections, Numbers.plain(capacity)));
        for (double load : plan.loads()) {
          for (CachingPolicy policy : CachingPolicy.values()) {
            runs.add(one(shop, policy, connections, load, capacity));
          }
        }
      }
      notes.addAll(shop.notes());
    }
    PhaseFigures figures = new PhaseFigures(runs);
    return new ExperimentOutcome(
            figures.table(),
            List.of(),
            notes,
            Map.of("runs", runs.stream().map(PhaseRun::raw).toList()))
        .withCharts(figures.charts());
  }

  private double capacity(CachingShop shop, int connections)
      throws IOException, InterruptedException {
    CachingPolicy policy = CachingPolicy.TRANSACTION;
    return shop.crowdPerSecond(List.of(policy), connections, CROWDS).get(policy).stream()
        .mapToDouble(x -> x)
        .average()
        .orElseThrow(() -> new IOException("the crowd was gone before its turn"));
  }

  private PhaseRun one(
      CachingShop shop, CachingPolicy policy, int connections, double load, double capacity)
      throws IOException, InterruptedException {
    CachingShop.Visits visits = shop.visits(policy, connections, load * capacity, CUSTOMERS);
    LoadResult result = visits.seen();
    return new PhaseRun(
        policy,
        connections,
        load,
        result.offeredPerSecond(),
        result.completedPerSecond(),
        RunVerdict.of(result).failures(),
        visits.phases());
  }
}
