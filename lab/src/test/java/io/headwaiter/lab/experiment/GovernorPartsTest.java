package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.model.Customers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class GovernorPartsTest {
  private static List<ExperimentPart> parts(boolean quick) {
    return GovernorParts.of(quick, NoServers.SETTING);
  }

  private static Duration longest(boolean quick) {
    return parts(quick).stream().map(ExperimentPart::longest).reduce(Duration.ZERO, Duration::plus);
  }

  @Test
  void allPartsTogetherStayWithinTheirTime() {
    assertThat(longest(/* quick= */ false)).isLessThan(Duration.ofHours(2));
    assertThat(longest(/* quick= */ true)).isLessThan(Duration.ofMinutes(14)); // servers start
  }

  @Test
  void foreignCustomersStayWithinTheirTime() {
    assertThat(foreign(/* quick= */ false)).isLessThan(Duration.ofMinutes(49));
    assertThat(foreign(/* quick= */ true)).isLessThan(Duration.ofMinutes(4));
  }

  private static Duration foreign(boolean quick) {
    return PartedExperiment.choose(parts(quick), List.of(GovernorForeign.NAME)).get(0).longest();
  }

  @Test
  void everyPartHasItsName() {
    assertThat(parts(false)).extracting(ExperimentPart::name).isEqualTo(GovernorParts.NAMES);
    assertThat(parts(true)).extracting(ExperimentPart::name).isEqualTo(GovernorParts.NAMES);
    assertThat(Experiments.parts(Experiments.GOVERNOR)).isEqualTo(GovernorParts.NAMES);
    assertThat(Experiments.parts(Experiments.PROVISIONING)).isEmpty();
  }

  @Test
  void provisioningStaysWithinItsTime() {
    Customers customers = Customers.of(1);
    assertThat(ProvisioningPlan.of(false, customers).longest()).isLessThan(Duration.ofMinutes(12));
    assertThat(ProvisioningPlan.of(true, customers).longest()).isLessThan(Duration.ofMinutes(3));
  }
}
