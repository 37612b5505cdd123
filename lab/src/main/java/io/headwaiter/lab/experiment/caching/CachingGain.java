package io.headwaiter.lab.experiment.caching;

import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import io.headwaiter.lab.outcome.ExperimentPart;
import io.headwaiter.load.search.ThresholdsOfSets;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What the policies sustain, by the paper's rule: the highest rate at which 60 % of runs have no
 * failure; and pile up nothing, see {@link io.headwaiter.lab.experiment.caching.RunVerdict}. The
 * same sets of customers come to all; with each the policies take turns. Belongs to one thread.
 */
final class CachingGain implements ExperimentPart {
  /**
   * How it is measured.
   *
   * @param kind what is served
   * @param connections each N
   * @param rounds in which each policy has a turn under a crowd
   * @param sets of customers; 60 % of them are to be served without failure; 0 for the crowd alone
   * @param firstRuns runs that are enough for the first set
   * @param nextRuns runs that are enough for another
   * @param timing of a run
   */
  record Plan(
      CachingShop.Kind kind,
      List<Integer> connections,
      int rounds,
      int sets,
      int firstRuns,
      int nextRuns,
      CachingPlan.Timing timing) {}

  private final ExperimentSetting setting;
  private final String name;
  private final Plan plan;

  CachingGain(ExperimentSetting setting, String name, Plan plan) {
    this.setting = setting;
    this.name = name;
    this.plan = plan;
  }

  @Override
  public String name() {
    return name;
  }

  /** When the searches after the first need no more than is enough; nearly always. */
  @Override
  public Duration longest() {
    Duration crowds =
        plan.timing()
            .crowd(CachingPolicy.values().length, plan.rounds())
            .multipliedBy(plan.connections().size());
    if (plan.sets() == 0) {
      return plan.timing().longest(0).plus(crowds);
    }
    long each = ThresholdsOfSets.trialsMax(plan.firstRuns()) + (plan.sets() - 1L) * plan.nextRuns();
    long searches = (long) plan.connections().size() * CachingPolicy.values().length;
    return plan.timing().longest(searches * each).plus(plan.timing().longestRepeats()).plus(crowds);
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    List<Sustained> found = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    int most = Collections.max(plan.connections());
    try (CachingShop shop =
        CachingShop.open(setting, plan.timing(), plan.kind(), name + "-headwaiter", most)) {
      for (int connections : plan.connections()) {
        found.addAll(sustained(shop, connections));
      }
      notes.addAll(shop.notes());
    }
    return outcome(name, plan.kind(), new GainFigures(found), notes);
  }

  private List<Sustained> sustained(CachingShop shop, int connections)
      throws IOException, InterruptedException {
    Map<CachingPolicy, CachingSearch> searches = new EnumMap<>(CachingPolicy.class);
    List<CachingPolicy> policies = List.of(CachingPolicy.values());
    Map<CachingPolicy, List<Double>> crowds =
        shop.crowdPerSecond(policies, connections, plan.rounds());
    for (CachingPolicy policy : policies) {
      searches.put(policy, new CachingSearch(shop, policy, connections, crowds.get(policy)));
    }
    for (int set = 0; set < plan.sets(); set++) {
      for (CachingPolicy policy : Experiment.inTurn(policies, set)) {
        searches.get(policy).search(set, set == 0 ? plan.firstRuns() : plan.nextRuns());
      }
    }
    return searches.values().stream().map(CachingSearch::found).toList();
  }

  static ExperimentOutcome outcome(
      String name, CachingShop.Kind kind, GainFigures figures, List<String> before) {
    String where = kind.words();
    List<Check> checks = new ArrayList<>();
    int tight = kind.threads() / 4;
    if (kind.isComputing()) {
      checks.add(figures.computingCheck("caching-" + name, tight, where));
    } else {
      if (kind.gapPauseMillis() == 0 && kind.database() != null) {
        checks.add(figures.gainCheck("caching-" + name, tight, where));
        checks.add(figures.sustainedCheck("caching-sustained-" + name, tight, where));
      }
      checks.add(figures.adaptiveCheck("caching-adaptive-" + name, where));
    }
    List<String> notes = new ArrayList<>(before);
    notes.addAll(figures.notes());
    notes.add(
        "A run is sustained without an error, a refusal or a wait of more than "
            + CachingShop.PATIENCE.toMillis()
            + " ms, and when nine tenths as many sessions were completed as came: up to a tenth too"
            + " much can pass, under every policy.");
    return new ExperimentOutcome(figures.table(), checks, notes, figures.raw())
        .withCharts(List.of(figures.chart(where)));
  }
}
