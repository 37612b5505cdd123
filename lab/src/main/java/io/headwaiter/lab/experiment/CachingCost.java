package io.headwaiter.lab.experiment;

import io.headwaiter.lab.experiment.caching.CachingPolicy;
import io.headwaiter.lab.experiment.caching.HoldingCost;
import io.headwaiter.lab.experiment.caching.PhaseReading;
import io.headwaiter.lab.experiment.caching.PhaseTotals;
import io.headwaiter.lab.experiment.caching.ProfilingCost;
import io.headwaiter.lab.report.Check;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the wrapper around the pool costs each time, and what profiling costs a request, where the
 * benchmarks are built.
 */
final class CachingCost implements ExperimentPart {
  /**
   * How it is measured.
   *
   * @param benchmarks where JMH's jar is, if it was built
   * @param seconds they may take
   * @param served whose requests are profiled; null leaves that out
   */
  record Plan(Path benchmarks, int seconds, Served served) {
    private String benchmark() {
      return served == null
          ? HoldingCost.BENCHMARK
          : "(" + HoldingCost.BENCHMARK + "|" + ProfilingCost.BENCHMARK + ")";
    }
  }

  /** A shop, and a run of it. */
  record Served(CachingShop.Kind kind, CachingPlan.Timing timing) {}

  /**
   * A request of it, in the mean.
   *
   * @param cpuNanos of the whole server
   * @param connectionRequests how often it asked for a connection
   */
  record Request(double cpuNanos, double connectionRequests) {}

  private static final double NANOS_PER_SECOND = 1e9;

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
    Duration benchmarks = Duration.ofSeconds(plan.seconds());
    return plan.served() == null ? benchmarks : benchmarks.plus(plan.served().timing().longest(1));
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    setting.progress().step("microbenchmark of getConnection and close");
    MicroBenchmark micro =
        MicroBenchmark.run(plan.benchmarks(), setting.folder(), plan.benchmark(), plan.seconds());
    boolean isWanted = plan.served() != null && !micro.nanosPerCall().isEmpty();
    return outcome(micro, isWanted ? request(plan.served()) : null);
  }

  /** With all the connections it could use. */
  private Request request(Served served) throws IOException, InterruptedException {
    int most = served.kind().threads();
    try (CachingShop shop =
        CachingShop.open(setting, served.timing(), served.kind(), "cost-headwaiter", most)) {
      PhaseReading before = shop.phases();
      double cpuBefore = shop.cpuSeconds();
      shop.crowd(CachingPolicy.TRANSACTION, most);
      double cpuSeconds = shop.cpuSeconds() - cpuBefore;
      PhaseTotals all = shop.phases().since(before).overall();
      return new Request(
          cpuSeconds * NANOS_PER_SECOND / all.requests(), all.connectionRequestsMean());
    }
  }

  /**
   * @param request null if none was measured
   */
  static ExperimentOutcome outcome(MicroBenchmark micro, Request request) {
    Map<String, Double> nanos = micro.nanosPerCall();
    HoldingCost holding = new HoldingCost(nanos);
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("nanosPerPair", nanos);
    if (nanos.isEmpty()) {
      return new ExperimentOutcome(holding.table(), List.of(), List.of(micro.note()), raw);
    }
    if (request == null) {
      return new ExperimentOutcome(
          holding.table(), holding.checks(), List.of("The cost of profiling was left out."), raw);
    }
    raw.put("cpuNanosPerRequest", request.cpuNanos());
    raw.put("connectionRequestsPerRequest", request.connectionRequests());
    ProfilingCost profiling =
        new ProfilingCost(nanos, request.cpuNanos(), request.connectionRequests());
    List<Check> checks = new ArrayList<>(holding.checks());
    checks.add(profiling.check());
    return new ExperimentOutcome(
        holding.table() + "\n" + profiling.table(), checks, List.of(), raw);
  }
}
