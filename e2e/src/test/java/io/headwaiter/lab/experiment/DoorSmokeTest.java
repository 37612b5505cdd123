package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import io.headwaiter.lab.outcome.OutcomeJson;
import io.headwaiter.lab.run.ObservationLog;
import io.headwaiter.lab.study.SmallShop;
import io.headwaiter.lab.study.Visits;
import io.headwaiter.lab.study.Waiting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
  private static final Customers CUSTOMERS = SmallShop.customers(Customers.of(1));

  @TempDir private Path folder;

  private ExperimentSetting setting() throws Exception {
    return SmokeSetting.in(folder, CUSTOMERS);
  }

  @Test
  void measuresMemoryOfWaitingConnections() throws Exception {
    // So few are admitted at once that hardly fewer wait, however slow the machine.
    ExperimentSetting setting = setting();
    StudyPart part = DoorParts.waiting(/* quick= */ true, setting, new Waiting.Crowd(200, 35));
    ExperimentOutcome outcome = part.run();
    assertThat(outcome.checks()).extracting(Check::id).containsExactly("waiting-growth");
    String observed = Files.readString(folder.resolve(ObservationLog.FILE));
    assertThat(observed).contains("\"heapMegabytes\"").containsPattern("\"clients\":2\\d\\d\\.");
  }

  @Test
  void soakRunCountsItsHandshakes() throws Exception {
    LoadSpec visits = LoadSpec.of("soak", Visits.onePageAtPeak(CUSTOMERS, 8));
    DoorSoak.Plan plan =
        new DoorSoak.Plan(300, Duration.ofMillis(200), Duration.ofSeconds(60), visits);
    ExperimentOutcome outcome = new DoorSoak(setting(), plan).run();
    assertThat(OutcomeJson.figures(outcome.raw()).get("handshakes").asLong())
        .isGreaterThanOrEqualTo(290); // a visitor or two may lose patience before the handshake
    assertThat(outcome.checks()).isEmpty(); // too short for the claim
  }
}
