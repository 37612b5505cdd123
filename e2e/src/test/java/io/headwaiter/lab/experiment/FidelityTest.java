package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.bench.FidelityBench;
import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.lab.study.Fidelity;
import io.headwaiter.lab.study.SmallShop;
import io.headwaiter.lab.study.Visits;
import io.headwaiter.load.ArrivalKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Our load generator and httperf make the same sessions, and both see all of them completed. */
@Tag("once")
@Timeout(300)
class FidelityTest {
  private static final Customers CLIENTS =
      SmallShop.customers(Customers.of(1)).withPatience(Duration.ofSeconds(20));
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final String LOAD = "20 sessions";

  @TempDir private Path folder;

  private static Experiment experiment() {
    return new Experiment(
        "fidelity",
        "Do both see the same?",
        List.of(ServerSpec.stock().named("ours"), ServerSpec.stock().named(Fidelity.HTTPERF)),
        List.of(
            LoadSpec.of(
                LOAD,
                Visits.browsing(CLIENTS).toBuilder()
                    .plain(Fidelity.PAGES)
                    .resumeShare(1)
                    .arrivals(ArrivalKind.CONSTANT, 10)
                    .maxSessions(20)
                    .build())),
        SmallShop.spec(CLIENTS).withKeepAlive(Duration.ofSeconds(60)),
        Timing.of(Duration.ZERO, Duration.ofSeconds(100), SECOND, SECOND, 1, 1),
        new Rounds(2, 2),
        1,
        List.of(),
        List.of());
  }

  @Test
  void bothSeeAllSessionsCompleted() throws Exception {
    ExperimentSetting setting = SmokeSetting.in(folder, CLIENTS);
    try (FidelityBench bench = new FidelityBench(experiment(), setting, () -> Provenance.NONE)) {
      Observation ours = bench.measure(new Cell("ours", LOAD, 0), 1);
      Observation its = bench.measure(new Cell(Fidelity.HTTPERF, LOAD, 0), 1);
      assertThat(ours.value(Values.COMPLETED)).isEqualTo(20);
      assertThat(its.value(Values.COMPLETED)).isEqualTo(20);
      assertThat(its.value(Values.REPLIES)).isEqualTo(ours.value(Values.REPLIES));
      assertThat(its.value(Values.CONNECTIONS)).isEqualTo(20);
      assertThat(ours.value(Values.CONNECTIONS)).isEqualTo(20);
    }
  }
}
