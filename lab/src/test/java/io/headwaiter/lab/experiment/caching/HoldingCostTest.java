package io.headwaiter.lab.experiment.caching;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.model.Check;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HoldingCostTest {
  private static List<Boolean> verdicts(double hikari, double request, double adaptive) {
    return new HoldingCost(
            Map.of("pairHikari", hikari, "pairRequest", request, "pairAdaptive", adaptive))
        .checks().stream().map(Check::holds).toList();
  }

  @Test
  void theDearerOfTheTwoIsJudged() {
    assertThat(verdicts(150, 60, 90)).containsExactly(true, true);
    assertThat(verdicts(80, 60, 90)).containsExactly(true, false);
    assertThat(verdicts(1500, 1100, 90)).containsExactly(false, true);
  }

  @Test
  void whatWasNotMeasuredDoesNotHold() {
    assertThat(new HoldingCost(Map.of("pairHikari", 100.0, "pairRequest", 50.0)).checks())
        .noneMatch(Check::holds);
  }

  @Test
  void theTableNamesAll() {
    assertThat(new HoldingCost(Map.of("pairHikari", 123.4)).table())
        .contains("HikariCP's own", "123", "kept by request", "kept by adaptive", "given back");
  }
}
