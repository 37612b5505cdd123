package io.headwaiter.lab.experiment.caching;

import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import io.headwaiter.lab.outcome.ExperimentPart;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How long requests hold a connection, which they keep: one customer's, and those of a crowd with
 * few and with many connections. Nothing pauses, and there are as many threads as in the paper.
 * Belongs to one thread.
 */
final class CachingTimes implements ExperimentPart {
  /**
   * How it is measured.
   *
   * @param kind what is served
   * @param connections each N, in turn
   * @param rounds of one customer and of a crowd with each N
   * @param timing of a run
   */
  record Plan(
      CachingShop.Kind kind, List<Integer> connections, int rounds, CachingPlan.Timing timing) {}

  private final ExperimentSetting setting;
  private final Plan plan;

  CachingTimes(ExperimentSetting setting, Plan plan) {
    this.setting = setting;
    this.plan = plan;
  }

  @Override
  public String name() {
    return CachingPlan.TIMES;
  }

  @Override
  public Duration longest() {
    return plan.timing().longest((1L + plan.connections().size()) * plan.rounds());
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    List<Map<Integer, PhaseReading>> rounds = new ArrayList<>();
    List<PhaseGrowth> growth = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    int most = Collections.max(plan.connections());
    try (CachingShop shop =
        CachingShop.open(setting, plan.timing(), plan.kind(), "times-headwaiter", most)) {
      for (int round = 0; round < plan.rounds(); round++) {
        PhaseReading one = shop.closed(most, 1);
        Map<Integer, PhaseReading> crowds = new HashMap<>();
        for (int connections : Experiment.inTurn(plan.connections(), round)) {
          crowds.put(connections, shop.closed(connections, shop.crowd()));
        }
        rounds.add(crowds);
        growth.add(new PhaseGrowth(one, crowds.getOrDefault(most, PhaseReading.NONE)));
      }
      notes.addAll(shop.notes());
    }
    return outcome(plan.kind(), rounds, growth, notes);
  }

  static ExperimentOutcome outcome(
      CachingShop.Kind kind,
      List<Map<Integer, PhaseReading>> rounds,
      List<PhaseGrowth> growth,
      List<String> notes) {
    ConnectionTimes times = new ConnectionTimes(rounds);
    List<Check> checks = new ArrayList<>();
    checks.add(PhaseGrowth.check(growth, kind.words()));
    checks.addAll(times.checks(kind.words()));
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("growth", growth.stream().map(PhaseGrowth::raw).toList());
    raw.put("rounds", times.raw());
    return new ExperimentOutcome(
        PhaseGrowth.table(growth) + "\n" + times.table(), checks, notes, raw);
  }
}
