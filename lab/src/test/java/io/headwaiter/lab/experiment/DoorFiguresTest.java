package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.report.Check;
import io.headwaiter.lab.report.Estimate;
import io.headwaiter.lab.results.LoadResult;
import io.headwaiter.lab.results.ReplayResult;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The computing behind the claims about the door. */
class DoorFiguresTest {
  private static final LoadOptions OPTIONS =
      LyingPlan.of(true, DemoCustomers.of(1))
          .demo()
          .load(URI.create("https://127.0.0.1:1"), 30, Duration.ZERO, Duration.ofSeconds(10), 1);

  private static LoadResult load(double completedPerSecond, double p99) {
    return Results.of(OPTIONS, completedPerSecond, p99, 0);
  }

  private static Map<String, ContestRun> round(Map<String, Double> completedPerSecond) {
    Map<String, ContestRun> runs = new HashMap<>();
    completedPerSecond.forEach(
        (name, rate) -> runs.put(name, new ContestRun(name, load(rate, 50), 9.9)));
    return runs;
  }

  private static Check check(List<Check> checks, String id) {
    return checks.stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void theEnginesAreComparedWithinEachRound() {
    List<String> names = List.of("stock", "headwaiter boringssl", "headwaiter jsse");
    ContestFigures figures =
        new ContestFigures(
            names,
            List.of(
                round(Map.of("stock", 10.0, names.get(1), 20.0, names.get(2), 10.0)),
                round(Map.of("stock", 20.0, names.get(1), 40.0, names.get(2), 20.0))));
    ExperimentOutcome outcome = DoorEngines.outcome(figures, List.of("a note"));
    Check twice = check(outcome.checks(), "peak-boringssl-of-stock");
    assertThat(twice.figure().value()).isCloseTo(2.0, within(1e-9));
    assertThat(twice.holds()).isTrue();
    assertThat(outcome.table()).contains("headwaiter boringssl");
    assertThat(outcome.notes()).contains("a note").noneMatch(n -> n.contains("not busy"));
    assertThat(OutcomeJson.figures(outcome.raw()).get("runs")).hasSize(6);
  }

  @Test
  void sessionsPerCpuSecondCountWhatTheWindowUsed() {
    ContestRun run = new ContestRun("x", load(30, 50), 5);
    assertThat(run.completedPerCpuSecond()).isEqualTo(60);
    assertThat(run.cores()).isEqualTo(0.5);
    ContestFigures idle = new ContestFigures(List.of("x"), List.of(Map.of("x", run)));
    assertThat(idle.notes()).anyMatch(n -> n.contains("x used 0.5 cores"));
  }

  @Test
  void theBetterProxyIsTheOneToBeat() {
    List<String> proxies = List.of("haproxy", "nginx");
    ContestFigures figures =
        new ContestFigures(
            List.of("headwaiter", "haproxy", "nginx"),
            List.of(
                round(Map.of("headwaiter", 30.0, "haproxy", 20.0, "nginx", 25.0)),
                round(Map.of("headwaiter", 30.0, "haproxy", 26.0, "nginx", 25.0))));
    ExperimentOutcome outcome = DoorProxies.outcome(figures, proxies, List.of());
    assertThat(check(outcome.checks(), "peak-of-best-proxy").figure().value()).isEqualTo(1.2);
    assertThat(outcome.notes()).anyMatch(n -> n.contains("nginx completed most"));
    ExperimentOutcome alone = DoorProxies.outcome(figures, List.of("haproxy"), List.of());
    assertThat(check(alone.checks(), "peak-of-best-proxy").figure().value())
        .isCloseTo((1.5 + 30 / 26.0) / 2, within(1e-9));
  }

  private static RefusalWindow refusals(String server, double rate, double micros) {
    long count = 10_000;
    return new RefusalWindow(
        server,
        rate,
        micros * count / 1e6,
        new ReplayResult(1, count, count, 0, 0, 0, 0, 0, count, Results.NONE, 0.97));
  }

  private static List<RefusalWindow> windows(double ours, double bare) {
    List<RefusalWindow> windows = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      for (String style : DoorRefusalFigures.STYLES) {
        for (double rate : DoorRefusalFigures.RATES) {
          windows.add(refusals(DoorRefusalFigures.ours(style), rate, ours));
          windows.add(refusals(DoorRefusalFigures.bare(style), rate, bare));
        }
      }
    }
    return windows;
  }

  @Test
  void aRefusalIsComparedWithTheBareLoopThatClosesTheSameWay() {
    DoorRefusalFigures figures = new DoorRefusalFigures(windows(25, 25));
    assertThat(figures.checks()).hasSize(6).allMatch(Check::holds);
    assertThat(figures.timesBare("reset", RefusalPlan.FLOOD).value()).isEqualTo(1);
    assertThat(figures.perCpuSecond("close").value()).isCloseTo(40_000, within(1e-6));
    assertThat(figures.table()).contains("close, 4000").contains("reset, all it can");
    DoorRefusalFigures dear = new DoorRefusalFigures(windows(40, 25));
    assertThat(dear.checks()).noneMatch(Check::holds);
    assertThat(new DoorRefusalFigures(List.of()).checks()).noneMatch(Check::holds);
  }

  private static ServingFigures.Pair pair(double throughput, double p99) {
    return pair(throughput, p99, 4020);
  }

  private static ServingFigures.Pair pair(double throughput, double p99, double refused) {
    ReplayResult hellos =
        new ReplayResult(10, 40_400, 40_200, 0, 0, 200, 0, 0, refused, Results.NONE, 0.2);
    return new ServingFigures.Pair(
        new LyingRun("calm", load(20, 100), null, 1),
        new LyingRun("refusals", load(20 * throughput, 100 * p99), hellos, 1));
  }

  @Test
  void aFullServerIsComparedWithItselfWithoutRefusals() {
    ServingFigures held = new ServingFigures(List.of(pair(0.9, 1.29), pair(0.9, 1.31)));
    assertThat(held.checks()).allMatch(Check::holds);
    assertThat(held.over(ServingFigures.Pair::p99).value()).isCloseTo(1.3, within(1e-9));
    assertThat(held.table()).contains("alone").contains("beside refusals").contains("4020");
    assertThat(held.notes()).anyMatch(n -> n.contains("let in beside them: 20"));
    assertThat(new ServingFigures(List.of(pair(0.8, 1.6))).checks()).noneMatch(Check::holds);
    assertThat(OutcomeJson.figures(held.raw()).get("runs")).hasSize(4);
    ServingFigures few = new ServingFigures(List.of(pair(0.9, 1.2, 2000)));
    assertThat(few.checks()).noneMatch(Check::holds);
  }

  @Test
  void fairnessIsWhatTheHonestCompleteOfTheCalm() {
    LyingFigures figures =
        new LyingFigures(
            List.of("calm", "attack"),
            List.of(
                List.of(
                    new LyingRun("calm", load(20, 50), null, 1),
                    new LyingRun("attack", load(15, 50), null, 1))));
    assertThat(DoorFairness.check(figures).figure().value()).isCloseTo(0.75, within(1e-9));
    assertThat(DoorFairness.check(figures).holds()).isFalse();
    assertThat(DoorFairness.honestNetworks().split(",", -1))
        .hasSize(100)
        .contains("127.2.0.0/24", "127.2.99.0/24");
  }

  @Test
  void aCheckIsNamedAfterItsEngine() {
    Check check = Check.atLeast("kept", "Something", Estimate.of(1), "x", 0.95);
    assertThat(DoorLying.named("jsse", check).id()).isEqualTo("jsse-kept");
    assertThat(DoorLying.named("jsse", check).bound()).isEqualTo(0.95);
  }
}
