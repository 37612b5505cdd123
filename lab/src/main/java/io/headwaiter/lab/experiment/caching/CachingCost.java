package io.headwaiter.lab.experiment.caching;

import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.bench.MicroBenchmark;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import io.headwaiter.lab.outcome.ExperimentPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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
   * @param rounds of both
   */
  record Plan(Path benchmarks, int seconds, Served served, int rounds) {
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

  /**
   * The benchmark, and right after it the shop.
   *
   * @param request null if none was measured
   */
  record Round(MicroBenchmark micro, Request request) {
    private Stream<ProfilingCost> profiling() {
      return request == null
          ? Stream.empty()
          : Stream.of(
              new ProfilingCost(
                  micro.nanosPerCall(), request.cpuNanos(), request.connectionRequests()));
    }
  }

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
    Duration benchmarks = Duration.ofSeconds(plan.seconds()).multipliedBy(plan.rounds());
    return plan.served() == null
        ? benchmarks
        : benchmarks.plus(plan.served().timing().longest(plan.rounds()));
  }

  /** Benchmark and shop in turn, since both are as fast as the machine is just then. */
  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    Served served = plan.served();
    if (served == null || !Files.isReadable(plan.benchmarks())) {
      return outcome(List.of(new Round(benchmark(), /* request= */ null)));
    }
    // With all the connections it could use.
    int most = served.kind().threads();
    List<Round> rounds = new ArrayList<>();
    try (CachingShop shop =
        CachingShop.open(setting, served.timing(), served.kind(), "cost-headwaiter", most)) {
      while (rounds.size() < plan.rounds()) {
        rounds.add(new Round(benchmark(), request(shop, most)));
      }
    }
    return outcome(rounds);
  }

  private MicroBenchmark benchmark() throws IOException, InterruptedException {
    setting.progress().step("microbenchmark of getConnection and close");
    return MicroBenchmark.run(
        plan.benchmarks(), setting.folder(), plan.benchmark(), plan.seconds());
  }

  private static Request request(CachingShop shop, int connections)
      throws IOException, InterruptedException {
    PhaseReading before = shop.phases();
    double cpuBefore = shop.cpuSeconds();
    shop.crowd(CachingPolicy.TRANSACTION, connections);
    double cpuSeconds = shop.cpuSeconds() - cpuBefore;
    PhaseTotals all = shop.phases().since(before).overall();
    return new Request(
        cpuSeconds * NANOS_PER_SECOND / all.requests(), all.connectionRequestsMean());
  }

  static ExperimentOutcome outcome(List<Round> rounds) {
    List<Map<String, Double>> nanos =
        rounds.stream().map(round -> round.micro().nanosPerCall()).toList();
    HoldingCost holding = HoldingCost.mean(nanos);
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("nanosPerPair", holding.nanosPerPair());
    if (holding.nanosPerPair().isEmpty()) {
      List<String> why = List.of(rounds.get(0).micro().note());
      return new ExperimentOutcome(holding.table(), List.of(), why, raw);
    }
    List<ProfilingCost> costs = rounds.stream().flatMap(Round::profiling).toList();
    if (costs.isEmpty()) {
      return new ExperimentOutcome(
          holding.table(), holding.checks(), List.of("The cost of profiling was left out."), raw);
    }
    raw.put("rounds", costs);
    List<Check> checks = new ArrayList<>(holding.checks());
    checks.add(ProfilingCost.check(costs));
    return new ExperimentOutcome(
        holding.table() + "\n" + ProfilingCost.table(costs), checks, List.of(), raw);
  }
}
