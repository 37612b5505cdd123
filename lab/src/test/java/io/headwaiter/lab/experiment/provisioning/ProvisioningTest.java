package io.headwaiter.lab.experiment.provisioning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.bench.Trialled;
import io.headwaiter.lab.experiment.provisioning.ProvisioningExperiment.Way;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Customers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ProvisioningTest {
  private static final Offset<Double> NEAR = within(1e-9);
  private static final double[] UNKNOWN = {Double.NaN, Double.NaN};

  private static ProcessorShares shares() {
    return new ProcessorShares(2, 1, 0.1, 0.03);
  }

  @Test
  void theWorkedExampleHolds() {
    ProcessorShares law = shares();
    assertThat(law.step(new double[] {2, 0.2}, new double[] {0, 0.3}))
        .containsExactly(new double[] {0.78, 0.22}, NEAR);
    assertThat(law.step(new double[] {2, 2}, new double[] {0, 0}))
        .containsExactly(new double[] {0.5, 0.5}, NEAR);
  }

  @Test
  void whatNobodyNeedsIsShared() {
    assertThat(ProcessorShares.fair(new double[] {0.2, 0.4}, 1))
        .containsExactly(new double[] {0.4, 0.6}, NEAR);
    assertThat(ProcessorShares.fair(new double[] {0.1, 5, 7}, 1))
        .containsExactly(new double[] {0.1, 0.45, 0.45}, NEAR);
  }

  @Test
  void onlyWhatCanBeSparedIsTaken() {
    // it needs little, says the one figure, but nothing can be spared, says the other
    assertThat(shares().step(new double[] {0.4, 0.2}, new double[] {0, 0}))
        .containsExactly(new double[] {0.5, 0.5}, NEAR);
  }

  @Test
  void aSmallChangeMovesNothing() {
    ProcessorShares law = shares();
    law.step(new double[] {2, 0.2}, UNKNOWN);
    assertThat(law.step(new double[] {2, 0.21}, UNKNOWN))
        .containsExactly(new double[] {0.78, 0.22}, NEAR);
    assertThat(law.step(new double[] {2, 0.3}, UNKNOWN))
        .containsExactly(new double[] {0.67, 0.33}, NEAR);
  }

  @Test
  void aShopThatSaysNothingMovesNothing() {
    assertThat(shares().step(new double[] {2, Double.NaN}, UNKNOWN)).containsExactly(0.5, 0.5);
  }

  @Property
  void theSumIsTheTotalAndNobodyIsBelowTheFloor(
      @ForAll @DoubleRange(min = 0, max = 100) double a,
      @ForAll @DoubleRange(min = 0, max = 100) double b,
      @ForAll @DoubleRange(min = 0, max = 1) double spare) {
    double[] quotas = shares().step(new double[] {a, b}, new double[] {spare, 0});
    assertThat(Arrays.stream(quotas).sum()).isCloseTo(1, NEAR);
    assertThat(quotas[0]).isGreaterThanOrEqualTo(0.1 - 1e-9);
    assertThat(quotas[1]).isGreaterThanOrEqualTo(0.1 - 1e-9);
  }

  @Test
  void wrongSharesAreRefused() {
    assertThatThrownBy(() -> new ProcessorShares(2, 1, 0.6, 0)).hasMessageContaining("0.6");
    assertThatThrownBy(() -> new ProcessorShares(2, 1, 0.1, -1)).hasMessageContaining("hysteresis");
  }

  private static ProvisioningRun run(double first, double second, long movedMillis) {
    List<ProvisioningRun.Moment> trace = new ArrayList<>();
    for (long millis = 0; millis < 12_000; millis += 200) {
      double quota = millis < movedMillis ? 0.75 : 0.25;
      trace.add(new ProvisioningRun.Moment(millis, List.of(1.0, 1.0), List.of(quota, 1 - quota)));
    }
    return new ProvisioningRun(
        List.of(
            Trialled.of("a", "x", 60, first, 50).result(),
            Trialled.of("b", "x", 60, second, 50).result()),
        trace);
  }

  @Test
  void theTimeToSettleCountsFromTheSwing() {
    assertThat(run(1, 1, 8000).settledSeconds(7000)).isCloseTo(1, NEAR);
    assertThat(run(1, 1, 0).settledSeconds(7000)).isBetween(4.7, 4.9); // never moved
    assertThat(new ProvisioningRun(List.of(), List.of()).settledSeconds(7000)).isNaN();
  }

  private static List<Check> checks(ProvisioningRun provisioned) {
    ProvisioningPlan plan = ProvisioningPlan.of(/* quick= */ true, Customers.of(1));
    List<Map<Way, ProvisioningRun>> rounds =
        List.of(
            Map.of(
                Way.PROVISIONED,
                provisioned,
                Way.HALVES,
                run(25, 25, 0),
                Way.HINDSIGHT,
                run(32, 33, plan.swingMillis())));
    return ProvisioningFigures.outcome(plan, rounds, new double[] {60, 60}, List.of()).checks();
  }

  @Test
  void healthyAndBrokenRunsAreToldApart() {
    long swing = ProvisioningPlan.of(/* quick= */ true, Customers.of(1)).swingMillis();
    assertThat(checks(run(30, 31, swing + 600))).hasSize(4).allMatch(Check::holds);
    assertThat(checks(run(20, 22, swing + 3000))).hasSize(4).noneMatch(Check::holds);
  }

  @Test
  void hindsightKnowsTheDemand() {
    ProvisioningPlan plan = ProvisioningPlan.of(/* quick= */ false, Customers.of(1));
    assertThat(plan.right()).containsExactly(new double[] {0.725, 0.275}, NEAR);
    assertThat(plan.demand(true).factor(0)).isEqualTo(2);
    assertThat(plan.demand(false).factor(plan.swingMillis() * 1e6 + 1)).isEqualTo(2);
  }
}
