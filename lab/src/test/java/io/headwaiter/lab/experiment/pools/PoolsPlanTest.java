package io.headwaiter.lab.experiment.pools;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.bench.BookstoreServer;
import io.headwaiter.lab.bench.NoServers;
import io.headwaiter.lab.experiment.Experiments;
import io.headwaiter.lab.outcome.ExperimentPart;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolsPlanTest {
  private static Duration longest(boolean quick) {
    return PoolsPlan.of(quick).parts(NoServers.SETTING).stream()
        .map(ExperimentPart::longest)
        .reduce(Duration.ZERO, Duration::plus);
  }

  @Test
  void allPartsTogetherStayWithinTheirTime() {
    assertThat(longest(/* quick= */ false)).isLessThan(Duration.ofMinutes(190));
    assertThat(longest(/* quick= */ true)).isLessThan(Duration.ofMinutes(10));
  }

  @Test
  void everyPartHasItsName() {
    assertThat(PoolsPlan.of(true).parts(NoServers.SETTING))
        .extracting(ExperimentPart::name)
        .isEqualTo(PoolsPlan.PARTS);
    assertThat(Experiments.parts(Experiments.POOLS)).isEqualTo(PoolsPlan.PARTS);
  }

  @Test
  void aConnectionIsKeptForTheRequestAsThePaperHasIt() {
    List<String> command =
        BookstoreServer.command(NoServers.SETTING, null, PoolsShop.flags(PoolsPlan.of(true)));
    assertThat(String.join(" ", command))
        .contains(
            "--app bookstore --request-types 8 --entity-access",
            "--connection-policy request",
            "--admission off",
            "--cycle-micros 100 --use-micros 60",
            "--max-threads 40 --db-connections 40")
        .doesNotContain("--db ");
  }
}
