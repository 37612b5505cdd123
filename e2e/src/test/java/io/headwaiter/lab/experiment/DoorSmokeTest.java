package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Provenance;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Parts of the experiment about the door, as small as possible, against real servers: they run to
 * their end and make their measurements. Their claims depend on the machine's time and are not
 * checked here. Lives in the laboratory's package because the parts are not public.
 */
@Tag("once")
@Timeout(120)
class DoorSmokeTest {
  private static final String MAIN = "io.headwaiter.cli.Main";
  private static final DemoCustomers CUSTOMERS = RefusalPlan.light(DemoCustomers.of(1)).customers();

  @TempDir private Path folder;

  private ExperimentSetting setting() throws Exception {
    return new ExperimentSetting(
        CUSTOMERS,
        ServerJvm.command(MAIN, "serve"),
        Keystore.create(folder),
        Pinning.plan(List.of(), /* tasksetFound= */ false),
        folder,
        ProgressLine.onStandardError(),
        Provenance.NONE);
  }

  @Test
  void measuresMemoryOfWaitingConnections() throws Exception {
    // So few are admitted at once that hardly fewer wait, however slow the machine.
    DoorWaiting.Plan plan = new DoorWaiting.Plan(1, 200, Duration.ofSeconds(20), 35);
    ExperimentOutcome outcome = new DoorWaiting(setting(), plan).run();
    ObjectNode raw = OutcomeJson.figures(outcome.raw());
    assertThat(raw.get("rounds").get(0).get("waiting").asInt()).isGreaterThanOrEqualTo(200);
    assertThat(raw.get("growthMegabytes").isNumber()).isTrue();
    assertThat(outcome.checks()).extracting(Check::id).containsExactly("waiting-growth");
  }

  @Test
  void soakRunCountsItsHandshakes() throws Exception {
    ContestPlan visits =
        new ContestPlan(
            1,
            Duration.ZERO,
            Duration.ofSeconds(1),
            0,
            1,
            Duration.ofSeconds(1),
            ContestPlan.Visits.ONE_PAGE,
            8,
            CUSTOMERS);
    DoorSoak.Plan plan =
        new DoorSoak.Plan(300, Duration.ofMillis(200), Duration.ofSeconds(60), visits);
    ExperimentOutcome outcome = new DoorSoak(setting(), plan).run();
    assertThat(OutcomeJson.figures(outcome.raw()).get("handshakes").asLong())
        .isGreaterThanOrEqualTo(290); // a visitor or two may lose patience before the handshake
    assertThat(outcome.checks()).isEmpty(); // too short for the claim
  }
}
