package io.headwaiter.lab.experiment;

import io.headwaiter.lab.experiment.caching.HoldingCost;
import io.headwaiter.lab.report.Check;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What the wrapper around the pool costs each time, where the benchmarks are built. */
final class CachingCost implements ExperimentPart {
  /**
   * How it is measured.
   *
   * @param benchmarks where JMH's jar is, if it was built
   * @param seconds it may take
   */
  record Plan(Path benchmarks, int seconds) {}

  private final ExperimentSetting setting;
  private final Plan plan;

  CachingCost(ExperimentSetting setting, Plan plan) {
    this.setting = setting;
    this.plan = plan;
  }

  @Override
  public String name() {
    return CachingPlan.COST;
  }

  @Override
  public Duration longest() {
    return Duration.ofSeconds(plan.seconds());
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    setting.progress().step("microbenchmark of getConnection and close");
    return outcome(
        MicroBenchmark.run(
            plan.benchmarks(), setting.folder(), HoldingCost.BENCHMARK, plan.seconds()));
  }

  static ExperimentOutcome outcome(MicroBenchmark micro) {
    HoldingCost cost = new HoldingCost(micro.nanosPerCall());
    boolean wasRun = !micro.nanosPerCall().isEmpty();
    List<Check> checks = wasRun ? cost.checks() : List.of();
    List<String> notes = wasRun ? List.of() : List.of(micro.note());
    return new ExperimentOutcome(
        cost.table(), checks, notes, Map.of("nanosPerPair", micro.nanosPerCall()));
  }
}
