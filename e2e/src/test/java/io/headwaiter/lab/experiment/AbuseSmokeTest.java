package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Provenance;
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
  private static final String MAIN = "io.headwaiter.cli.Main";
  private static final Duration HALF = Duration.ofMillis(500);

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"jetty, jsse, streams", "tomcat, boringssl, stall"})
  void measuresAttacksOnRealServers(String container, String engine, String part) throws Exception {
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
    AbusePlan plan =
        new AbusePlan(
            1,
            List.of(new AbusePlan.Testbed(container, engine)),
            HALF,
            HALF,
            1,
            1,
            HALF,
            HALF,
            300,
            1);
    List<Abuse> first = Abuse.ALL.stream().filter(a -> a.part().equals(part)).limit(1).toList();
    ExperimentOutcome outcome =
        new AbusePart(part, new AbuseRuns(setting, plan), plan, first).run();
    assertThat(outcome.failures()).isEmpty();
    String label = plan.testbeds().get(0).label();
    assertThat(outcome.checks())
        .extracting(Check::id)
        .contains(part + "-" + label + "-kept", part + "-" + label + "-price");
    JsonNode round = OutcomeJson.figures(outcome.raw()).get("rounds").get(0);
    assertThat(round.get("newOffered").asInt()).isPositive();
    assertThat(round.get("priceMillis").asDouble()).isPositive();
    assertThat(round.get("busy").asDouble()).isPositive();
    JsonNode attacker = round.get("attacker");
    assertThat(attacker.get("connections").asInt()).isPositive();
    if (part.equals("streams")) {
      assertThat(attacker.get("answers").asInt()).isPositive();
    }
  }
}
