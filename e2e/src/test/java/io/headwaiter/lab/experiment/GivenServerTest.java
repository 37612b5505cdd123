package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.bench.GivenBench;
import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.GivenServer;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Preparation;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.lab.run.ObservationLog;
import io.headwaiter.lab.server.ServerProcess;
import io.headwaiter.lab.study.SmallShop;
import io.headwaiter.lab.study.Visits;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that the experiment has not started is measured, or refused with a sentence. */
@Tag("once")
@Timeout(300)
class GivenServerTest {
  private static final Customers CLIENTS =
      SmallShop.customers(Customers.of(1)).withPatience(Duration.ofSeconds(10));
  private static final Duration HALF = Duration.ofMillis(500);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static ServerProcess shop;

  @TempDir private Path folder;

  @BeforeAll
  static void start(@TempDir Path logs) throws Exception {
    shop =
        SmokeSetting.in(logs, CLIENTS)
            .start(ServerSpec.STOCK, "given", SmallShop.spec(CLIENTS), List.of());
  }

  @AfterAll
  static void end() {
    shop.close();
  }

  private static GivenServer given(Optional<String> authorities, String page) {
    return at("https://" + shop.target().getAuthority(), authorities, page);
  }

  private static GivenServer at(String address, Optional<String> authorities, String page) {
    return new GivenServer(
        URI.create(address),
        shop.pid(),
        authorities,
        new GivenServer.Asked(List.of(page), 3, /* auction= */ false, /* mix= */ ""));
  }

  private ObservationLog measure(GivenServer server) throws Exception {
    ExperimentSetting setting = SmokeSetting.withoutServers(folder, CLIENTS);
    LoadSpec load = LoadSpec.times("1x", 1, Visits.to(server, CLIENTS));
    Experiment experiment =
        new Experiment(
            "given",
            "Does it work?",
            List.of(ServerSpec.given(server)),
            List.of(load),
            ShopSpec.UNKNOWN,
            Timing.of(HALF, SECOND, HALF, SECOND, 1, 1).searching(HALF, SECOND, /* coarse= */ true),
            new Rounds(2, 2),
            1,
            List.of(Values.COMPLETED_PER_SECOND),
            List.of(
                Claim.atLeast(
                    "any",
                    "It completes something",
                    Quantity.of(Values.COMPLETED_PER_SECOND, server.name(), load.name()),
                    "visits/s",
                    0)));
    StudyPart part =
        new StudyPart(
            "given",
            List.of(experiment),
            setting,
            (one, log, provenance) ->
                new GivenBench(server, /* workload= */ null, one, setting, log, provenance));
    part.run();
    return ObservationLog.open(folder, experiment);
  }

  @Test
  void measuresServerThatRunsAlready() throws Exception {
    GivenServer server = given(Optional.empty(), "/Home");
    ObservationLog log = measure(server);
    assertThat(log.found(Preparation.oneX(server.name())).value(Preparation.ONE_X)).isPositive();
    List<Observation> cells =
        log.observations().stream().filter(o -> !o.cell().comesBeforeRounds()).toList();
    assertThat(cells).hasSizeGreaterThanOrEqualTo(2);
    for (Observation cell : cells) {
      assertThat(cell.value(Values.REPLIES)).isPositive();
      assertThat(cell.value(Values.CPU_SECONDS)).isPositive();
    }
    assertThat(shop.isAlive()).isTrue();
  }

  @Test
  void refusesCertificateThatIsNotTrusted() {
    assertThatThrownBy(() -> measure(given(Optional.of(""), "/Home")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("certificate of " + shop.target().getAuthority())
        .hasMessageContaining("--insecure");
  }

  @Test
  void refusesPagesThatAreErrors() {
    assertThatThrownBy(() -> measure(given(Optional.empty(), "/NoSuchPage")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("are answered with an error")
        .hasMessageContaining("--page");
  }

  @Test
  void refusesServerThatDoesNotAnswer() {
    GivenServer server = at("https://127.0.0.1:1", Optional.empty(), "/Home");
    assertThatThrownBy(() -> measure(server))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("answered no visit")
        .hasMessageContaining("does the server run?");
  }
}
