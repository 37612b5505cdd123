package io.headwaiter.lab.experiment.caching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.model.Check;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProfilingCostTest {
  private static ProfilingCost cost(double requestNanos) {
    Map<String, Double> nanos =
        Map.of(
            "profiledRequest", 800.0,
            "bareRequest", 300.0,
            "pairTransaction", 400.0,
            "pairHikari", 300.0);
    return new ProfilingCost(nanos, requestNanos, 18);
  }

  @Test
  void itIsThatOfTheExample() {
    ProfilingCost example = cost(442_200);
    assertThat(example.enterNanos()).isEqualTo(500);
    assertThat(example.seeNanos()).isEqualTo(100);
    assertThat(example.costNanos()).isEqualTo(2200);
    assertThat(example.part()).isCloseTo(0.005, within(1e-9));
    assertThat(ProfilingCost.check(List.of(example)).holds()).isTrue();
    assertThat(ProfilingCost.table(List.of(example)))
        .contains("asks for a connection once", "500", "together", "2200", "442200");
  }

  @Test
  void ofALightRequestItIsMore() {
    assertThat(ProfilingCost.check(List.of(cost(200_000))).holds()).isFalse();
  }

  @Test
  void ofSeveralRoundsItIsTheMean() {
    // 0.5 and 0.25 %
    Check check = ProfilingCost.check(List.of(cost(442_200), cost(882_200)));
    assertThat(check.figure().value()).isCloseTo(0.00375, within(1e-9));
    assertThat(check.figure().hasInterval()).isTrue();
    assertThat(ProfilingCost.table(List.of(cost(400_000), cost(600_000)))).contains("500000");
  }

  @Test
  void whatWasNotMeasuredDoesNotHold() {
    ProfilingCost unknown = new ProfilingCost(Map.of("bareRequest", 1.0), 1e6, 1);
    assertThat(ProfilingCost.check(List.of(unknown)).holds()).isFalse();
    assertThat(ProfilingCost.check(List.of(cost(442_200), unknown)).holds()).isFalse();
    assertThat(ProfilingCost.check(List.of(cost(Double.NaN))).holds()).isFalse();
  }
}
