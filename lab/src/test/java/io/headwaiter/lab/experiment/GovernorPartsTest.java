package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.bench.NoServers;
import io.headwaiter.lab.experiment.provisioning.ProvisioningPlan;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.outcome.ExperimentPart;
import io.headwaiter.lab.study.Foreign;
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
    assertThat(longest(/* quick= */ false)).isLessThan(Duration.ofMinutes(80));
    assertThat(longest(/* quick= */ true)).isLessThan(Duration.ofMinutes(12)); // servers start
  }

  @Test
  void foreignCustomersStayWithinTheirTime() {
    assertThat(foreign(/* quick= */ false)).isLessThan(Duration.ofMinutes(115));
    assertThat(foreign(/* quick= */ true)).isLessThan(Duration.ofMinutes(12));
  }

  private static Duration foreign(boolean quick) {
    return Foreign.NAMES.stream()
        .flatMap(part -> Foreign.experiments(part, quick, Customers.of(1)).stream())
        .map(one -> one.longest(one.rounds().most()))
        .reduce(Duration.ZERO, Duration::plus);
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
