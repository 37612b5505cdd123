package io.headwaiter.lab.experiment.caching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class ConnectionTimesTest {
  private static PhaseTotals held(double millis) {
    return new PhaseTotals(100, 100, 0, 0.1, 0, millis / 10, 0);
  }

  private static PhaseReading reading(double search, double item) {
    return new PhaseReading(Map.of("/Search", held(search), "/Item", held(item)));
  }

  /** Three rounds with q in milliseconds by N, a little longer in each. */
  private static List<Map<Integer, PhaseReading>> rounds(
      DoubleUnaryOperator search, DoubleUnaryOperator item) {
    List<Map<Integer, PhaseReading>> rounds = new ArrayList<>();
    for (double drift : new double[] {1, 1.01, 1.02}) {
      Map<Integer, PhaseReading> round = new HashMap<>();
      for (int n : new int[] {2, 4, 8, 16, 28, 40}) {
        round.put(n, reading(drift * search.applyAsDouble(n), drift * item.applyAsDouble(n)));
      }
      rounds.add(round);
    }
    return rounds;
  }

  private static Check check(String id, DoubleUnaryOperator search, DoubleUnaryOperator item) {
    ConnectionTimes times = new ConnectionTimes(rounds(search, item));
    return times.checks(", M = 40").stream()
        .filter(check -> check.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** q / N of Search falls from 12.5 at N = 8 to 4.5 at 40; that of Item grows from 1 to 5. */
  @Test
  void theLesserFactorDecides() {
    Check check = check("item-best-with-few", n -> 80 + 2.5 * n, n -> n * n / 8);
    assertThat(check.figure().value()).isCloseTo(12.5 / 4.5, within(1e-6));
    assertThat(check.figure().low()).isCloseTo(12.5 / 4.5, within(1e-6));
    assertThat(check.holds()).isTrue();
    assertThat(check.what()).startsWith("From 8 to 40 connections").endsWith("factors, M = 40");
  }

  @Test
  void anItemThatGoesOnScalingRefutes() {
    Check check = check("item-best-with-few", n -> 80 + 2.5 * n, n -> 30 + n / 2);
    assertThat(check.figure().value()).isCloseTo((50.0 / 40) / (34.0 / 8), within(1e-6));
    assertThat(check.holds()).isFalse();
  }

  /** q = N^2 + 20 N is curved where q / N is a line. */
  @Test
  void aCurveIsFoundBetterAsALine() {
    DoubleUnaryOperator curve = n -> n * n + 20 * n;
    Check check = check("interpolated-over-n", curve, curve);
    assertThat(check.figure().value()).isCloseTo(0, within(1e-3));
    assertThat(check.holds()).isTrue();
  }

  /** A time that is nearly the same with any N is a hyperbola when it is divided by N. */
  @Test
  void aTimeThatHardlyDependsOnNIsFoundBetterAsItIs() {
    DoubleUnaryOperator same = n -> 30 + n * n / 1000;
    Check check = check("interpolated-over-n", same, same);
    assertThat(check.figure().value()).isGreaterThan(10);
    assertThat(check.holds()).isFalse();
  }

  @Test
  void withoutRunsNothingIsKnown() {
    assertThat(new ConnectionTimes(List.of()).checks(""))
        .hasSize(2)
        .noneMatch(check -> check.figure().known());
  }

  @Test
  void thePartHasAllClaimsAndFigures() {
    PhaseReading one = reading(10, 2);
    ExperimentOutcome outcome =
        CachingTimes.outcome(
            CachingShop.Kind.server(30),
            rounds(n -> 80 + 2.5 * n, n -> n * n / 8),
            List.of(new PhaseGrowth(one, reading(60, 12))),
            List.of());
    assertThat(outcome.checks())
        .extracting(Check::id)
        .containsExactly("held-time-grows", "item-best-with-few", "interpolated-over-n");
    assertThat(outcome.checks().get(0).what()).endsWith(", M = 30, postgresql");
    assertThat(outcome.table()).contains("from one customer to a full server", "connections", "28");
    assertThat(outcome.raw()).containsOnlyKeys("growth", "rounds");
  }
}
