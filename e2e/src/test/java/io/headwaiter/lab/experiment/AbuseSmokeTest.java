package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.bench.AbuseBench;
import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.bench.OpenBench;
import io.headwaiter.lab.host.Pinning;
import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.outcome.ProgressLine;
import io.headwaiter.lab.server.Keystore;
import io.headwaiter.lab.server.ServerJvm;
import io.headwaiter.lab.study.Abuse;
import io.headwaiter.lab.study.AttackPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The experiment about abuse, as small as possible, against real servers: it runs to its end and
 * makes its measurements. Its claims are not checked here.
 */
@Tag("once")
@Timeout(120)
class AbuseSmokeTest {
  private static final String MAIN = "io.headwaiter.cli.LabMain";
  private static final Duration HALF = Duration.ofMillis(500);

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"jetty, streams", "boringssl, stall"})
  void measuresAttacksOnRealServers(String server, String attack) throws Exception {
    ExperimentSetting setting =
        new ExperimentSetting(
            Customers.of(1),
            ServerJvm.command(MAIN, "serve"),
            Keystore.create(folder),
            Pinning.plan(List.of(), /* tasksetFound= */ false),
            folder,
            ProgressLine.onStandardError(),
            Provenance.NONE,
            /* rounds= */ 0);
    AttackPlan plan = new AttackPlan(HALF, HALF, HALF, 1, 1, HALF);
    Experiment experiment = Abuse.experiment(false, Customers.of(1), List.of(attack));
    Observation seen;
    try (OpenBench bench = new AbuseBench(experiment, plan, setting, () -> Provenance.NONE)) {
      seen = bench.measure(new Cell(server, attack, 0), 1);
    }
    assertThat(seen.values()).containsKeys(Abuse.NEW_OFFERED, Abuse.PRICE_MILLIS, Abuse.BUSY);
    assertThat(seen.value(Abuse.NEW_OFFERED)).isPositive();
    assertThat(seen.value(Abuse.PRICE_MILLIS)).isPositive();
    assertThat(seen.value(Abuse.BUSY)).isPositive();
    assertThat(seen.value(Abuse.ATTACK_CONNECTIONS)).isPositive();
    if (attack.equals("streams")) {
      assertThat(seen.value(Abuse.ATTACK_ANSWERS)).isPositive();
    }
  }
}
