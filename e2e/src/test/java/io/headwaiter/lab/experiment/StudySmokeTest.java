package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.host.CpuGroup;
import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Disturbance;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.HelloSpec;
import io.headwaiter.lab.model.KnobSpec;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Preparation;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import io.headwaiter.lab.run.ObservationLog;
import io.headwaiter.lab.study.SmallShop;
import io.headwaiter.lab.study.Visits;
import io.headwaiter.load.HelloClaim;
import io.headwaiter.load.ReplayOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Declared experiments, as small as possible, against real servers: 1x and a setting are searched,
 * raw hellos come alone and beside visits, and all is observed. The claims depend on the machine's
 * time and are not checked here.
 */
@Tag("once")
@Timeout(300)
class StudySmokeTest {
  private static final Customers CUSTOMERS =
      SmallShop.customers(Customers.of(1)).withPatience(Duration.ofSeconds(10));
  private static final Duration HALF = Duration.ofMillis(500);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final HelloSpec HELLOS =
      HelloSpec.of(
          ReplayOptions.to(HelloSpec.ANYWHERE).claim(HelloClaim.NONE).ratePerSecond(200).build());

  @TempDir private Path folder;

  private ExperimentSetting setting() throws Exception {
    return SmokeSetting.in(folder, CUSTOMERS);
  }

  private static Experiment experiment(
      List<ServerSpec> servers, List<LoadSpec> loads, Timing timing) {
    return new Experiment(
        "smoke",
        "Does it work?",
        servers,
        loads,
        SmallShop.spec(CUSTOMERS),
        timing,
        new Rounds(2, 2),
        1,
        Values.OVERLOAD,
        List.of(
            Claim.atLeast(
                "any",
                "It completes something",
                Quantity.of(
                    Values.COMPLETED_PER_SECOND, servers.get(0).name(), loads.get(0).name()),
                "visits/s",
                0)));
  }

  private ObservationLog run(Experiment experiment) throws Exception {
    StudyPart part = new StudyPart(experiment, setting());
    ExperimentOutcome outcome = part.run();
    assertThat(part.again()).contains(outcome);
    assertThat(outcome.checks()).extracting(c -> c.id()).containsExactly("any");
    return ObservationLog.open(folder, experiment);
  }

  @Test
  void searchesOneXAndSettingsOfARival() throws Exception {
    ServerSpec limited =
        ServerSpec.stock()
            .named("limited")
            .tuned(1, 2, KnobSpec.of("maxConnections", 8, 64, 2, 0).wholeNumbers());
    Experiment experiment =
        experiment(
            List.of(ServerSpec.headwaiter().with("--tls", "jsse"), limited),
            List.of(LoadSpec.times("3x", 3, Visits.browsing(CUSTOMERS))),
            Timing.of(HALF, HALF, HALF, SECOND, 0, 1).searching(HALF, HALF, /* coarse= */ true));
    ObservationLog log = run(experiment);
    assertThat(log.observations()).extracting(Observation::cell).hasSizeGreaterThanOrEqualTo(6);
    assertThat(log.found(Preparation.oneX("headwaiter")).value(Preparation.ONE_X)).isPositive();
    Observation found = log.found(Cell.preparation("limited", "3x"));
    assertThat(Preparation.setting(limited.tuning(), found).get("maxConnections"))
        .isBetween(8.0, 64.0);
    assertThat(found.value("trials")).isEqualTo(2);
  }

  @Test
  void sendsHellosAloneAndBesideVisits() throws Exception {
    LoadSpec calm = LoadSpec.of("calm", Visits.browsingAtPeak(CUSTOMERS, 4));
    Experiment experiment =
        experiment(
            List.of(
                ServerSpec.headwaiter().with("--tls", "jsse"),
                ServerSpec.headwaiter().named("refusing").with(SmallShop.noBudget()),
                ServerSpec.bareLoop()),
            List.of(
                calm.on("headwaiter"),
                calm.on("headwaiter").beside("beside", HELLOS),
                LoadSpec.hellos("hellos", HELLOS).on("refusing", "bare loop")),
            Timing.of(HALF, SECOND, HALF, SECOND, 0, 1));
    ObservationLog log = run(experiment);
    for (Observation seen : log.observations()) {
      if (seen.cell().load().equals("hellos")) {
        assertThat(seen.value(Values.HELLOS_REFUSED)).as("%s", seen.cell()).isPositive();
        assertThat(Values.MICROS_PER_REFUSAL.of(seen)).isPositive();
      }
      if (seen.cell().load().equals("beside")) {
        assertThat(seen.value(Values.HELLOS)).isPositive();
      }
      if (seen.cell().server().equals("headwaiter") && !seen.cell().comesBeforeRounds()) {
        assertThat(Values.FRONT_SHARE.of(seen)).isPositive().isLessThan(1);
      }
    }
  }

  @Test
  void boundsServerByItsQuotaAlsoAfterAChange() throws Exception {
    assumeThat(CpuGroup.whyNot(CpuGroup.ROOT)).isEmpty();
    LoadSpec peak = LoadSpec.of("peak", Visits.browsingAtPeak(CUSTOMERS, 4));
    LoadSpec changed =
        LoadSpec.of("changed", Visits.browsingAtPeak(CUSTOMERS, 4))
            .meanwhile(Disturbance.fromQuota(1));
    Experiment experiment =
        experiment(
            List.of(ServerSpec.stock().withQuota(0.25)),
            List.of(peak, changed),
            Timing.of(SECOND, Duration.ofSeconds(2), HALF, SECOND, 0, 1));
    for (Observation seen : run(experiment).observations()) {
      if (!seen.cell().comesBeforeRounds()) {
        assertThat(Values.CORES.of(seen)).as("%s", seen.cell()).isBetween(0.05, 0.35);
      }
    }
  }

  @Test
  void changesTheShopAndStartsItAgainMeanwhile() throws Exception {
    LoadSpec slow =
        LoadSpec.of("slow", Visits.browsing(CUSTOMERS).withRatePerSecond(20))
            .meanwhile(Disturbance.setting("pagePauseMillis", 100));
    LoadSpec restart =
        LoadSpec.of("restart", Visits.browsing(CUSTOMERS).withRatePerSecond(20))
            .meanwhile(Disturbance.RESTART);
    LoadSpec cold =
        LoadSpec.of("cold", Visits.browsing(CUSTOMERS).withRatePerSecond(20))
            .meanwhile(Disturbance.COLD);
    Experiment experiment =
        experiment(
            List.of(ServerSpec.stock().withKey("RSA-3072")),
            List.of(slow, restart, cold),
            Timing.of(HALF, Duration.ofSeconds(3), HALF, SECOND, 0, 1));
    ObservationLog log = run(experiment);
    for (Observation seen : log.observations()) {
      if (seen.cell().load().equals("slow")) {
        assertThat(seen.value(Values.RESPONSE_MILLIS_P50)).isGreaterThanOrEqualTo(100);
      }
      if (seen.cell().load().equals("cold")) {
        assertThat(seen.value(Values.RESUMED_HANDSHAKES) + seen.value(Values.FULL_HANDSHAKES))
            .isPositive();
        assertThat(seen.value(Values.REFUSED)).isZero();
      }
      if (seen.cell().load().equals("restart")) {
        assertThat(seen.value(Values.BROKEN) + seen.value(Values.REFUSED)).isPositive();
      }
    }
    // A cell after the first begins on a server that just started, which may answer nobody
    // before it ends again.
    assertThat(log.observations().stream().filter(seen -> seen.cell().load().equals("restart")))
        .anySatisfy(seen -> assertThat(seen.value(Values.REPLIES)).isPositive());
    assertThat(folder).isDirectoryNotContaining("glob:**rsa-*");
  }
}
