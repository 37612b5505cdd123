package io.headwaiter.lab.experiment;

import io.headwaiter.lab.model.Check;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What lying in a hello gains, on each of the TLS engines. Belongs to one thread. */
final class DoorLying implements ExperimentPart {
  static final String NAME = "lying";

  private final ExperimentSetting setting;
  private final List<LyingPlan> plans;

  /**
   * @param plans one for each engine
   */
  DoorLying(ExperimentSetting setting, List<LyingPlan> plans) {
    this.setting = setting;
    this.plans = List.copyOf(plans);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Duration longest() {
    return plans.stream().map(LyingPlan::longest).reduce(Duration.ZERO, Duration::plus);
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    StringBuilder table = new StringBuilder();
    List<Check> checks = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    Map<String, Object> raw = new LinkedHashMap<>();
    for (LyingPlan plan : plans) {
      ExperimentOutcome one = new LyingExperiment(setting, plan).run();
      table.append(plan.engine()).append('\n').append(one.table());
      one.checks().forEach(check -> checks.add(named(plan.engine(), check)));
      one.notes().forEach(note -> notes.add(plan.engine() + ": " + note));
      raw.put(plan.engine(), one.raw());
    }
    return new ExperimentOutcome(table.toString(), checks, notes, raw);
  }

  static Check named(String engine, Check check) {
    return new Check(
        engine + "-" + check.id(),
        engine + ": " + check.what(),
        check.figure(),
        check.unit(),
        check.bound(),
        check.atLeast());
  }
}
