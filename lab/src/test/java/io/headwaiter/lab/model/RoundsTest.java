package io.headwaiter.lab.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often verdicts are right, on simulated measurements with noise. */
class RoundsTest {
  private static final int EXPERIMENTS = 4000;
  private static final Rounds ROUNDS = new Rounds(5, 12);
  private static final Metric FIGURE = Metric.higher("x", "x", o -> o.value("x"));

  private static Observation observation(int round, double value) {
    TreeMap<String, Double> values = new TreeMap<>();
    values.put("x", value);
    return new Observation(new Cell("s", "l", round), 1, values, List.of(), Provenance.NONE);
  }

  /** Measures until the claim is decided or the most rounds are done, as the runner does. */
  private static Verdict verdict(Claim claim, Random random, ToDoubleFunction<Random> figure) {
    List<Observation> seen = new ArrayList<>();
    Verdict verdict = Verdict.UNDECIDED;
    for (int n = 1; n <= ROUNDS.most(); n++) {
      seen.add(observation(n, figure.applyAsDouble(random)));
      if (n >= ROUNDS.first()) {
        verdict = claim.judge(new Evidence(seen), ROUNDS).verdict();
        if (verdict != Verdict.UNDECIDED) {
          return verdict;
        }
      }
    }
    return verdict;
  }

  private static double part(Verdict wanted, boolean atLeast, ToDoubleFunction<Random> figure) {
    Claim claim = new Claim("c", "c", List.of(Quantity.of(FIGURE, "s", "l")), "", 1, atLeast);
    Random random = new Random(20_261_125);
    int count = 0;
    for (int i = 0; i < EXPERIMENTS; i++) {
      count += verdict(claim, random, figure) == wanted ? 1 : 0;
    }
    return (double) count / EXPERIMENTS;
  }

  /** A figure at the bound is noise on both sides. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void figureAtBoundRarelyHolds(boolean atLeast) {
    assertThat(part(Verdict.HOLDS, atLeast, r -> 1 + 0.1 * r.nextGaussian()))
        .isLessThanOrEqualTo(0.05);
    assertThat(part(Verdict.FAILS, atLeast, r -> 1 + 0.1 * r.nextGaussian()))
        .isLessThanOrEqualTo(0.05);
  }

  /** The stated margin: one and a half standard deviations of a round. */
  @ParameterizedTest
  @CsvSource({"true, 1.15", "false, 0.85"})
  void figureBeyondMarginHolds(boolean atLeast, double mean) {
    assertThat(part(Verdict.HOLDS, atLeast, r -> mean + 0.1 * r.nextGaussian()))
        .isGreaterThanOrEqualTo(0.9);
    assertThat(part(Verdict.FAILS, !atLeast, r -> mean + 0.1 * r.nextGaussian()))
        .isGreaterThanOrEqualTo(0.9);
  }

  @Test
  void laterLooksShareTheError() {
    assertThat(ROUNDS.error(5)).isEqualTo(0.025);
    double later = 0;
    for (int n = 6; n <= 12; n++) {
      later += ROUNDS.error(n);
    }
    assertThat(later).isCloseTo(0.025, org.assertj.core.api.Assertions.within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"1, 5", "5, 4"})
  void rejectsImpossibleRounds(int first, int most) {
    assertThatThrownBy(() -> new Rounds(first, most))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rounds are at least 2");
  }
}
