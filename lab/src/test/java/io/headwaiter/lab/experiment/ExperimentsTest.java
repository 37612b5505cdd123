package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.GivenServer;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.Values;
import io.headwaiter.lab.outcome.OutcomeJson;
import io.headwaiter.lab.outcome.RunFacts;
import io.headwaiter.lab.outcome.Settings;
import io.headwaiter.lab.run.ObservationLog;
import io.headwaiter.lab.study.Engines;
import io.headwaiter.lab.study.GivenStudies;
import io.headwaiter.lab.study.Proxies;
import io.headwaiter.lab.study.Scalability;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentsTest {
  @TempDir private Path folder;

  @Test
  void anUnknownNameIsAnsweredWithTheListAndLeavesNothing() {
    Path out = folder.resolve("out");
    Experiments experiments =
        new Experiments(Settings.of(true, Customers.of(1)), List.of("false"), out, System.out);
    assertThatThrownBy(
            () -> experiments.run("nonsense", List.of(), "headwaiter experiment nonsense"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nonsense")
        .hasMessageContaining("demo, overhead, refusal, lying, door");
    assertThat(out).doesNotExist();
  }

  @Test
  void onlyTheDoorHasParts() {
    Experiments experiments =
        new Experiments(Settings.of(true, Customers.of(1)), List.of("false"), folder, System.out);
    assertThatThrownBy(() -> experiments.run("lying", List.of("soak"), "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no parts");
    assertThatThrownBy(() -> experiments.run("door", List.of("window"), "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("engines, proxies");
  }

  /** A run that was measured before, of which nothing but facts and observations is there. */
  private void measured(RunFacts facts, Experiment experiment) throws IOException {
    OutcomeJson.write(folder.resolve(RunFacts.FILE), OutcomeJson.figures(facts.raw()));
    ObservationLog log = ObservationLog.open(folder, experiment);
    for (int round = 0; round < 2; round++) {
      for (Cell cell : experiment.cells(round, experiment.series())) {
        double completed = cell.server().equals("stock") ? 100 : 210 + round;
        log.add(
            new Observation(
                cell,
                1,
                new TreeMap<>(Map.of(Values.COMPLETED, completed, Values.WINDOW_SECONDS, 2.0)),
                List.of(),
                Provenance.NONE));
      }
    }
  }

  private List<String> report() throws IOException {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    Experiments.report(folder, new PrintStream(said, true, StandardCharsets.UTF_8));
    List<String> files = new ArrayList<>(List.of(said.toString(StandardCharsets.UTF_8)));
    for (String name : List.of("summary.json", "table.txt", "report.html")) {
      files.add(Files.readString(folder.resolve(name)));
    }
    return files;
  }

  private static RunFacts facts(List<String> only) {
    return new RunFacts(
        "door",
        only,
        Settings.of(/* quick= */ true, Customers.of(1)),
        new Provenance("abc", true, "2026-11-25", "two cores", 1, "./headwaiter experiment x", 1),
        "pinned",
        List.of("The machine was slow."),
        "");
  }

  @Test
  void reportIsDrawnAgainFromObservations() throws IOException {
    measured(facts(List.of("engines")), Engines.experiment(true, Customers.of(1)));
    List<String> once = report();
    assertThat(report()).isEqualTo(once);
    assertThat(once.get(0))
        .contains("peak is at least twice", "The machine was slow.", "2 rounds, 0 cells");
    assertThat(once.get(1)).contains("\"peak-boringssl-of-stock\"", "abc, changed");
    assertThat(once.get(3)).contains("two cores", "headwaiter boringssl");
  }

  @Test
  void reportSaysWhichPartKeepsNoObservations() throws IOException {
    measured(facts(List.of("engines", "soak")), Engines.experiment(true, Customers.of(1)));
    assertThatThrownBy(this::report)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("The part soak keeps no observations");
    Files.delete(folder.resolve(ObservationLog.FILE));
    assertThatThrownBy(this::report).hasMessageContaining("has no observations of \"engines\"");
    Files.delete(folder.resolve(RunFacts.FILE));
    assertThatThrownBy(this::report).hasMessageContaining("has no run.json. Name the folder");
  }

  /** A proxy that was not installed when it was measured may be now. */
  @Test
  void reportLeavesOutServersThatDidNotTakePart() throws IOException {
    Experiment proxies = Proxies.experiment(true, Customers.of(1)).without(Set.of("nginx"));
    measured(facts(List.of("proxies")), proxies);
    assertThat(report().get(0)).contains("nginx did not take part: it was not installed.");
  }

  @Test
  void reportKnowsServerThatWasGiven() throws IOException {
    GivenServer server =
        new GivenServer(
            URI.create("https://127.0.0.1:8443"),
            7,
            Optional.of(""),
            new GivenServer.Asked(List.of("/a", "/b"), 3, /* auction= */ false, /* mix= */ ""));
    RunFacts usual = facts(List.of());
    RunFacts facts =
        new RunFacts(
            Scalability.NAME,
            List.of(),
            usual.settings().withGiven(server),
            usual.origin(),
            usual.processors(),
            List.of(),
            "");
    measured(facts, GivenStudies.of(Scalability.NAME, server, true, Customers.of(1)));
    assertThat(RunFacts.read(folder)).isEqualTo(facts);
    assertThat(report().get(0)).contains("127.0.0.1:8443");
    assertThat(report().get(1)).contains("overloaded-completed");
  }

  @Test
  void theSummaryHasTheChecksAsTheyWereComputed() {
    Check check = Check.atMost("a", "b", new Estimate(1.04, 1.01, 1.07), "of stock's", 1.03);
    ObjectNode summary =
        OutcomeJson.summary(List.of(check), "2 cores", "overhead", "./headwaiter experiment x");
    assertThat(summary.get("experiment").asText()).isEqualTo("overhead");
    assertThat(summary.get("machine").asText()).isEqualTo("2 cores");
    assertThat(summary.get("checks").get(0).get("figure").asDouble()).isEqualTo(1.04);
    assertThat(summary.get("checks").get(0).get("atMost").asDouble()).isEqualTo(1.03);
    assertThat(summary.get("checks").get(0).get("holds").asBoolean()).isFalse();
  }

  @Test
  void whatWasNotSeenIsNull() {
    ObjectNode figures =
        OutcomeJson.figures(
            Map.of("rates", List.of(Map.of("micros", Double.NaN)), "all", Estimate.UNKNOWN));
    assertThat(figures.get("rates").get(0).get("micros").isNull()).isTrue();
    assertThat(figures.get("all").isNull()).isTrue();
  }
}
