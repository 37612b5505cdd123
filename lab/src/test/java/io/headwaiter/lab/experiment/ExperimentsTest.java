package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentsTest {
  @TempDir private Path folder;

  @Test
  void anUnknownNameIsAnsweredWithTheListAndLeavesNothing() {
    Path out = folder.resolve("out");
    Experiments experiments =
        new Experiments(true, DemoCustomers.of(1), List.of("false"), out, System.out);
    assertThatThrownBy(
            () -> experiments.run("nonsense", List.of(), "headwaiter experiment nonsense"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nonsense")
        .hasMessageContaining("overhead, refusal, lying, door");
    assertThat(out).doesNotExist();
  }

  @Test
  void onlyTheDoorHasParts() {
    Experiments experiments =
        new Experiments(true, DemoCustomers.of(1), List.of("false"), folder, System.out);
    assertThatThrownBy(() -> experiments.run("lying", List.of("soak"), "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no parts");
    assertThatThrownBy(() -> experiments.run("door", List.of("window"), "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("engines, proxies");
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
