package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.study.SmallShop;
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
      new TrialTiming(HALF, HALF, SECOND, 0, 1, HALF, SECOND, 1, Duration.ofMillis(250));
  private static final TrialPlan DEMO = new TrialPlan(TINY, CUSTOMERS);

  @TempDir private Path folder;

  private ExperimentSetting setting() throws Exception {
    return SmokeSetting.in(folder, CUSTOMERS);
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
