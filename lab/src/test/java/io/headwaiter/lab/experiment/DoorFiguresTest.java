package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.model.Evidence;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.Values;
import io.headwaiter.lab.results.LoadResult;
import io.headwaiter.lab.results.ReplayResult;
import io.headwaiter.lab.run.StudyReport;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
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

  private static Check check(List<Check> checks, String id) {
    return checks.stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
  }

  private static Observation engine(String server, int round, double completed) {
    TreeMap<String, Double> values = new TreeMap<>();
    values.put(Values.COMPLETED, completed);
    values.put(Values.WINDOW_SECONDS, 1.0);
    return new Observation(new Cell(server, "peak", round), 1, values, List.of(), Provenance.NONE);
  }

  private static ExperimentOutcome outcome(Experiment experiment, Observation... seen) {
    return StudyPart.outcome(new StudyReport(experiment, new Evidence(List.of(seen))));
  }

  @Test
  void theEnginesAreComparedWithinEachRound() {
    ContestPlan plan = DoorPlan.of(/* quick= */ true, DemoCustomers.of(1)).engines();
    ExperimentOutcome outcome =
        outcome(
            DoorEngines.experiment(plan),
            engine("stock", 0, 10),
            engine("headwaiter boringssl", 0, 20),
            engine("stock", 1, 20),
            engine("headwaiter boringssl", 1, 40));
    Check twice = check(outcome.checks(), "peak-boringssl-of-stock");
    assertThat(twice.figure().value()).isCloseTo(2.0, within(1e-9));
    assertThat(twice.holds()).isTrue();
    assertThat(outcome.table()).contains("headwaiter boringssl", "headwaiter jsse");
  }

  @Test
  void theBetterProxyIsTheOneToBeat() {
    ContestPlan plan = DoorPlan.of(/* quick= */ true, DemoCustomers.of(1)).proxies();
    Experiment experiment = DoorProxies.experiment(plan);
    Observation[] seen = {
      engine("headwaiter", 0, 30),
      engine("haproxy", 0, 20),
      engine("nginx", 0, 25),
      engine("headwaiter", 1, 30),
      engine("haproxy", 1, 26),
      engine("nginx", 1, 25)
    };
    assertThat(check(outcome(experiment, seen).checks(), "peak-of-best-proxy").figure().value())
        .isCloseTo(1.2, within(1e-9));
    ExperimentOutcome alone =
        outcome(experiment.without(Set.of("nginx")), seen[0], seen[1], seen[3], seen[4]);
    assertThat(check(alone.checks(), "peak-of-best-proxy").figure().value())
        .isCloseTo((1.5 + 30 / 26.0) / 2, within(1e-9));
  }

  @Test
  void metricsCountWhatTheWindowUsed() {
    TreeMap<String, Double> values = new TreeMap<>();
    values.put(Values.COMPLETED, 300.0);
    values.put(Values.WINDOW_SECONDS, 10.0);
    values.put(Values.CPU_SECONDS, 5.0);
    Observation seen =
        new Observation(new Cell("x", "peak", 0), 1, values, List.of(), Provenance.NONE);
    assertThat(Values.COMPLETED_PER_CPU_SECOND.of(seen)).isEqualTo(60);
    assertThat(Values.CORES.of(seen)).isEqualTo(0.5);
    assertThat(Values.P99_MILLIS.of(seen)).isNaN();
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
