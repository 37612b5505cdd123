package io.headwaiter.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Evidence;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Values;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SimulatedProcessorsTest {
  private static final Customers CUSTOMERS = Customers.of(1);
  private static final Experiment FULL = SimulatedProcessors.experiment(CUSTOMERS);

  /** All reply 90 a second, but for these. */
  private static List<Observation> replies(Map<String, Double> others) {
    List<Observation> all = new ArrayList<>();
    for (Quantity.Series one : FULL.series()) {
      double replies = others.getOrDefault(one.server() + " " + one.load(), 90.0);
      for (int round = 0; round < 3; round++) {
        Map<String, Double> values =
            Map.of(
                Values.WINDOW_SECONDS,
                1.0,
                Values.REPLIES,
                replies,
                Values.OFFERED,
                replies / 9,
                Values.CAME_BACK,
                0.0,
                SimulatedProcessors.MEASURED,
                100.0);
        Cell cell = new Cell(one.server(), one.load(), round);
        all.add(new Observation(cell, 1, new TreeMap<>(values), List.of(), Provenance.NONE));
      }
    }
    return all;
  }

  private static double figure(String id, Map<String, Double> others) {
    Claim claim = FULL.claims().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
    Check check = claim.judge(new Evidence(replies(others)), FULL.rounds());
    return check.figure().value();
  }

  @Test
  void largestDifferenceFromMeasuredDecides() {
    assertThat(figure("simulated-as-measured", Map.of())).isCloseTo(0.1, within(1e-9));
    assertThat(figure("simulated-as-measured", Map.of("simulated 0.5 5x", 130.0)))
        .isCloseTo(0.3, within(1e-9));
    // What was not measured does not decide.
    assertThat(figure("simulated-as-measured", Map.of("simulated 4 5x", 500.0)))
        .isCloseTo(0.1, within(1e-9));
  }

  @Test
  void fourAreComparedWithOne() {
    Map<String, Double> four = Map.of("simulated 4 1x", 270.0, "simulated 4 5x", 54.0);
    assertThat(figure("simulated-maximum-of-four", four)).isCloseTo(3, within(1e-9));
    assertThat(figure("simulated-overload-point-of-four", four)).isCloseTo(3, within(1e-9));
    assertThat(figure("simulated-overloaded-of-four", four)).isCloseTo(0.2, within(1e-9));
  }

  @Test
  void everyServerHasItsOneX() {
    assertThat(FULL.preparations()).hasSize(FULL.servers().size());
    assertThat(FULL.servers()).allMatch(one -> FULL.reference(one.name()).equals(one.name()));
  }

  @Test
  void onlyPartsOfAProcessorHaveTwin() {
    assertThat(FULL.servers().stream().flatMap(one -> SimulatedProcessors.twin(one).stream()))
        .containsExactly(
            "multithreaded 0.25", "multithreaded 0.5", "multithreaded 0.75", "multithreaded 1")
        .allSatisfy(
            twin ->
                assertThat(Processors.experiment(/* quick= */ false, CUSTOMERS).server(twin))
                    .isNotNull());
  }

  @Test
  void keepsItsTime() {
    assertThat(FULL.longest(FULL.rounds().most())).isLessThan(Duration.ofMinutes(5));
  }
}
