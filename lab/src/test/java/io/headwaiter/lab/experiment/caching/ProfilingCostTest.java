package io.headwaiter.lab.experiment.caching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
    assertThat(example.check().holds()).isTrue();
    assertThat(example.table())
        .contains("asks for a connection once", "500", "together", "2200", "442200");
  }

  @Test
  void ofALightRequestItIsMore() {
    assertThat(cost(200_000).check().holds()).isFalse();
  }

  @Test
  void whatWasNotMeasuredDoesNotHold() {
    assertThat(new ProfilingCost(Map.of("bareRequest", 1.0), 1e6, 1).check().holds()).isFalse();
    assertThat(cost(Double.NaN).check().holds()).isFalse();
  }
}
