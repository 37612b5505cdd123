package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;
import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Provenance;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Parts of the experiment about the governor, as small as possible, against real servers: they run
 * to their end and make their measurements. Their claims depend on the machine's time and are not
 * checked here.
 */
@Tag("once")
@Timeout(240)
class GovernorSmokeTest {
  private static final String MAIN = "io.headwaiter.cli.Main";
  private static final DemoCustomers CUSTOMERS =
      RefusalPlan.light(DemoCustomers.of(1))
          .customers()
          .withPageWorkKib(300)
          .withPatience(Duration.ofSeconds(10));
  private static final Duration HALF = Duration.ofMillis(500);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final DemoTiming TINY =
      new DemoTiming(HALF, HALF, SECOND, 0, 1, HALF, SECOND, 1, Duration.ofMillis(250));
  // those that need no server of their own
  private static final List<Scenario.Event> SHORT =
      List.of(Scenario.Event.SLOW_DATABASE, Scenario.Event.FORGED_CLAIMS);
  private static final DemoPlan DEMO =
      new DemoPlan(List.of(HEADWAITER), List.of(), TINY, CUSTOMERS);

  @TempDir private Path folder;

  private ExperimentSetting setting() throws Exception {
    return new ExperimentSetting(
        CUSTOMERS,
        ServerJvm.command(MAIN, "serve"),
        Keystore.create(folder),
        Pinning.plan(List.of(), /* tasksetFound= */ false),
        folder,
        ProgressLine.onStandardError(),
        Provenance.NONE);
  }

  @Test
  void searchesSettingsOfRivals() throws Exception {
    RivalRuns.Plan plan =
        new RivalRuns.Plan(
            List.of(ServedRival.ours(), ServedRival.staticConnections(1, 2)),
            List.of(3.0),
            RivalRuns.Tune.ONCE,
            3,
            1,
            DEMO);
    ExperimentOutcome outcome = new GovernorRivals(setting(), plan).run();
    assertThat(outcome.checks()).extracting(Check::id).containsExactly("of-best-rival-3x");
    // Not the figure: on a busy machine no visit may be finished within a second.
    assertThat(OutcomeJson.figures(outcome.raw()).get("runs"))
        .allMatch(run -> run.get("offeredPerSecond").isNumber())
        .extracting(run -> run.get("server").asText())
        .containsExactlyInAnyOrderElementsOf(plan.rivals().stream().map(Rival::name).toList());
    assertThat(outcome.notes())
        .anyMatch(note -> note.startsWith("static maxConnections at 3x: found in 2 trials"));
  }

  @Test
  void runsScenariosThatChangeShop() throws Exception {
    List<Scenario> days =
        Scenario.all(TINY.leadIn(), Duration.ofSeconds(3)).stream()
            .filter(day -> SHORT.contains(day.event()))
            .toList();
    GovernorScenarios.Plan plan =
        new GovernorScenarios.Plan(
            1,
            days,
            new DemoPlan(
                List.of(HEADWAITER), List.of(), TINY.withWindow(Duration.ofSeconds(3)), CUSTOMERS));
    ExperimentOutcome outcome = new GovernorScenarios(setting(), plan).run();
    assertThat(outcome.checks())
        .extracting(Check::id)
        .containsExactly("scenario-slow-database", "scenario-forged-claims");
    assertThat(outcome.checks()).allMatch(check -> check.figure().known());
  }

  @Test
  void measuresFreshlyStartedServers() throws Exception {
    GovernorStart.Plan plan = new GovernorStart.Plan(2, Duration.ZERO, 3, Duration.ZERO, DEMO);
    ExperimentOutcome outcome = new GovernorStart(setting(), plan).run();
    assertThat(outcome.checks())
        .extracting(Check::id)
        .containsExactly(
            "start-servlet-calm", "start-servlet-burst", "start-jsp-calm", "start-jsp-burst");
    var figures = OutcomeJson.figures(outcome.raw());
    for (String stock : List.of("start-servlet-stock", "start-jsp-stock")) {
      assertThat(figures.get(stock).get("calmServed").asInt()).as(stock).isEqualTo(2);
      assertThat(figures.get(stock).get("burstServed").asInt()).as(stock).isEqualTo(3);
    }
  }

  @Test
  void readsLoadStepsFromStatus() throws Exception {
    GovernorSteps.Plan plan = new GovernorSteps.Plan(1, HALF, Duration.ofSeconds(4), DEMO);
    ExperimentOutcome outcome = new GovernorSteps(setting(), plan).run();
    assertThat(outcome.checks())
        .extracting(Check::id)
        .contains("step-load-settled", "step-cost-promises", "step-cost-queue-delay");
    // A bin of a tenth of a second is unknown if the control thread was late in it.
    List<Double> admitted = new ArrayList<>();
    OutcomeJson.figures(outcome.raw())
        .get("load")
        .get("admittedPerSecond")
        .forEach(bin -> admitted.add(bin.asDouble()));
    assertThat(admitted).hasSizeGreaterThan(10).anyMatch(perSecond -> perSecond > 0);
  }
}
