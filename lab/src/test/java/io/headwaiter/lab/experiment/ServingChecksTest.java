package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServingChecksTest {
  private static final Estimate MICROS = new Estimate(35, 34, 36);

  private static TrialFigures rounds(double completedAt20, double p99At20) {
    List<Map<String, Trial>> rounds = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Map<String, Trial> round = new HashMap<>();
      for (ServingChecks.Load load : ServingChecks.LOADS) {
        double offered = 60 * load.factor();
        double completed = load.factor() == 20 ? completedAt20 : 59.5 + 0.1 * i;
        double p99 = load.factor() == 20 ? p99At20 : 100;
        round.put(load.name(), Trialled.of("headwaiter", load.name(), offered, completed, p99 + i));
      }
      round.put(
          ServingChecks.REFERENCE,
          Trialled.of("headwaiter", ServingChecks.REFERENCE, 57, 56.9, 100 + i));
      rounds.add(round);
    }
    return new TrialFigures(ServingChecks.NAMES, rounds);
  }

  private static Check check(ExperimentOutcome outcome, String id) {
    return outcome.checks().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void theWorkedExampleHolds() {
    Trial best = Trialled.of("h", "1x", 60, 60, 50);
    Trial overloaded = Trialled.of("h", "20x", 1196.5, 56.5, 50);
    assertThat(overloaded.refusedPerSecond()).isCloseTo(1140, within(0.1));
    assertThat(ServingChecks.served(overloaded, best, 35)).isCloseTo(0.981, within(0.001));
  }

  @Test
  void aHealthyServerHoldsAllOfThem() {
    ExperimentOutcome outcome =
        ServingChecks.outcome(rounds(57.5, 110), MICROS, 60, List.of("before"));
    assertThat(outcome.checks()).allMatch(Check::holds).hasSize(5);
    assertThat(outcome.notes()).contains("before");
    assertThat(outcome.table()).contains("20x retrying", "without overload");
  }

  @Test
  void aBrokenServerHoldsNone() {
    ExperimentOutcome outcome = ServingChecks.outcome(rounds(48, 180), MICROS, 60, List.of());
    assertThat(check(outcome, "completed-20x").holds()).isFalse();
    assertThat(check(outcome, "completed-20x-retrying").holds()).isFalse();
    assertThat(check(outcome, "completed-5x").holds()).isTrue();
    assertThat(check(outcome, "p99-20x-of-unloaded").holds()).isFalse();
  }

  @Test
  void theBestPointMayBeUnderOverload() {
    ExperimentOutcome outcome = ServingChecks.outcome(rounds(66, 110), MICROS, 60, List.of());
    assertThat(outcome.raw()).containsEntry("bestAt", "20x");
    assertThat(check(outcome, "completed-20x").holds()).isTrue();
    assertThat(check(outcome, "completed-5x").holds()).isFalse();
  }

  @Test
  void whatIsNotMeasuredDoesNotHold() {
    TrialFigures nothing = new TrialFigures(ServingChecks.NAMES, List.of(Map.of()));
    assertThat(ServingChecks.outcome(nothing, MICROS, 60, List.of()).checks())
        .noneMatch(Check::holds);
  }

  @Test
  void retriesAddUpToTheTotal() {
    double fresh = Retries.freshPerSecond(1000, 50);
    assertThat(fresh).isCloseTo(269.6, within(0.1));
    assertThat(Retries.freshPerSecond(50, 50)).isEqualTo(50);
    assertThat(Retries.freshPerSecond(50, 80)).isEqualTo(50);
    assertThat(fresh * (1 + 0.95 + 0.95 * 0.95 + Math.pow(0.95, 3))).isCloseTo(1000, within(0.01));
  }
}
