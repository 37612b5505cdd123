package io.headwaiter.lab.experiment.caching;

import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import io.headwaiter.lab.outcome.ExperimentPart;
import io.headwaiter.load.text.Numbers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
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
   * @param rounds with other customers in each; after the first only of the policies compared
   * @param timing of a run
   */
  record Plan(
      CachingShop.Kind kind,
      List<Integer> connections,
      List<Double> loads,
      int rounds,
      CachingPlan.Timing timing) {
    /** Runs of all rounds. */
    private long runs() {
      long policies = CachingPolicy.values().length + (rounds - 1L) * PhaseClaims.COMPARED.size();
      return policies * connections.size() * loads.size();
    }
  }

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
    return plan.timing()
        .longest(plan.runs())
        .plus(plan.timing().longestRepeats())
        .plus(plan.timing().crowd(1, CROWDS).multipliedBy(plan.connections().size()));
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    List<List<PhaseRun>> rounds = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    int most = Collections.max(plan.connections());
    try (CachingShop shop =
        CachingShop.open(setting, plan.timing(), plan.kind(), "phases-headwaiter", most)) {
      Map<Integer, Double> capacities = new LinkedHashMap<>();
      for (int connections : plan.connections()) {
        double capacity = capacity(shop, connections);
        capacities.put(connections, capacity);
        notes.add(
            "With N = %d 100 %% are %s sessions/s, what a crowd completes under transaction."
                .formatted(connections, Numbers.plain(capacity)));
      }
      while (rounds.size() < plan.rounds()) {
        rounds.add(round(shop, capacities, rounds.size()));
      }
      notes.addAll(shop.notes());
    }
    return outcome(plan.kind(), rounds, notes);
  }

  static ExperimentOutcome outcome(
      CachingShop.Kind kind, List<List<PhaseRun>> rounds, List<String> notes) {
    List<PhaseRun> all = rounds.stream().flatMap(List::stream).toList();
    PhaseFigures figures = new PhaseFigures(all);
    return new ExperimentOutcome(
            figures.table(),
            new PhaseClaims(rounds).checks(kind.words()),
            notes,
            Map.of("runs", all.stream().map(PhaseRun::raw).toList()))
        .withCharts(figures.charts());
  }

  /** All loads with all N; the policies take turns. */
  private List<PhaseRun> round(CachingShop shop, Map<Integer, Double> capacities, int round)
      throws IOException, InterruptedException {
    List<CachingPolicy> policies =
        round == 0 ? List.of(CachingPolicy.values()) : PhaseClaims.COMPARED;
    List<PhaseRun> runs = new ArrayList<>();
    for (Map.Entry<Integer, Double> capacity : capacities.entrySet()) {
      for (double load : plan.loads()) {
        for (CachingPolicy policy : Experiment.inTurn(policies, round)) {
          double perSecond = load * capacity.getValue();
          CachingShop.Visits visits = shop.visits(policy, capacity.getKey(), perSecond, round);
          RunVerdict seen = RunVerdict.of(visits.seen());
          runs.add(new PhaseRun(policy, capacity.getKey(), load, seen, visits.phases()));
        }
      }
    }
    return runs;
  }

  private double capacity(CachingShop shop, int connections)
      throws IOException, InterruptedException {
    CachingPolicy policy = CachingPolicy.TRANSACTION;
    return shop.crowdPerSecond(List.of(policy), connections, CROWDS).get(policy).stream()
        .mapToDouble(x -> x)
        .average()
        .orElseThrow(() -> new IOException("the crowd was gone before its turn"));
  }
}
