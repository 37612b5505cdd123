package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.bench.OpenBench;
import io.headwaiter.lab.bench.StartBench;
import io.headwaiter.lab.bench.TrialPlan;
import io.headwaiter.lab.bench.TrialTiming;
import io.headwaiter.lab.experiment.governor.GovernorSteps;
import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import io.headwaiter.lab.outcome.OutcomeJson;
import io.headwaiter.lab.study.SmallShop;
import io.headwaiter.lab.study.Start;
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
  private static final Customers CUSTOMERS =
      SmallShop.customers(Customers.of(1))
          .withPageWorkKib(300)
          .withPatience(Duration.ofSeconds(10));
  private static final Duration HALF = Duration.ofMillis(500);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final TrialTiming TINY =
      new TrialTiming(HALF, HALF, SECOND, 0, 1, HALF, SECOND, Duration.ofMillis(250));
  private static final TrialPlan DEMO = new TrialPlan(TINY, CUSTOMERS);

  @TempDir private Path folder;

  private ExperimentSetting setting() throws Exception {
    return SmokeSetting.in(folder, CUSTOMERS);
  }

  @Test
  void measuresFreshlyStartedServers() throws Exception {
    Experiment clients = Start.experiments(/* quick= */ true, CUSTOMERS).get(0);
    try (OpenBench bench =
        new StartBench(clients, setting(), Duration.ZERO, () -> Provenance.NONE)) {
      for (Cell cell : clients.cells(0, clients.series())) {
        Observation seen = bench.measure(cell, 1);
        assertThat(seen.value(Start.CALM_SERVED)).as("%s", cell).isEqualTo(Start.CALM);
        assertThat(seen.value(Start.BURST_SERVED)).as("%s", cell).isPositive();
      }
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
