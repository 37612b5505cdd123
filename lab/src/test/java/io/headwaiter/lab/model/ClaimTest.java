package io.headwaiter.lab.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a claim makes of the rounds, above all a claim about several quantities. */
class ClaimTest {
  private static final Rounds ROUNDS = new Rounds(3, 3);
  private static final Metric FIGURE = Metric.higher("x", "x", o -> o.value("x"));
  private static final Quantity A = quantity("a");
  private static final Quantity B = quantity("b");
  private static final double[] STEADY = {0.93, 0.93, 0.93};
  private static final double[] WILD = {0.80, 0.99, 1.01};

  private static Quantity quantity(String load) {
    return Quantity.of(FIGURE, "s", load);
  }

  private static List<Observation> seen(String load, double... values) {
    return seen("", load, values);
  }

  private static List<Observation> seen(String command, String load, double... values) {
    Provenance provenance = new Provenance("", false, "", "", Double.NaN, command, 0);
    List<Observation> seen = new ArrayList<>();
    for (int round = 0; round < values.length; round++) {
      Cell cell = new Cell("s", load, round);
      seen.add(
          new Observation(
              cell, 1, new TreeMap<>(Map.of("x", values[round])), List.of(), provenance));
    }
    return seen;
  }

  private static Evidence evidence(List<List<Observation>> of) {
    return new Evidence(of.stream().flatMap(List::stream).toList());
  }

  @Test
  void quantityThatIsNotSureLeavesTheClaimUndecided() {
    Claim both = Claim.eachAtLeast("c", "c", List.of(A, B), "", 0.9);
    Check check = both.judge(evidence(List.of(seen("a", STEADY), seen("b", WILD))), ROUNDS);
    assertThat(check.figure().value()).isCloseTo(0.93, within(1e-9));
    assertThat(check.figure().low()).isLessThan(0.9);
    assertThat(check.figure().high()).isCloseTo(0.93, within(1e-9));
    assertThat(check.verdict()).isEqualTo(Verdict.UNDECIDED);
  }

  @Test
  void claimHoldsOrFailsAsTheWorstDoes() {
    Claim both = Claim.eachAtLeast("c", "c", List.of(A, B), "", 0.9);
    Evidence good = evidence(List.of(seen("a", STEADY), seen("b", 0.95, 0.96, 0.95)));
    assertThat(both.judge(good, ROUNDS).verdict()).isEqualTo(Verdict.HOLDS);
    Evidence bad = evidence(List.of(seen("a", STEADY), seen("b", 0.5, 0.51, 0.5)));
    assertThat(both.judge(bad, ROUNDS).verdict()).isEqualTo(Verdict.FAILS);
    Claim low = Claim.eachAtMost("c", "c", List.of(A, B), "", 0.94);
    assertThat(low.judge(bad, ROUNDS).verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(low.judge(good, ROUNDS).figure().value()).isCloseTo(0.9533, within(1e-3));
  }

  @Test
  void roundsThatDoNotCountAreTold() {
    Claim both = Claim.eachAtLeast("c", "c", List.of(A, B), "", 0.9);
    Check check = both.judge(evidence(List.of(seen("a", STEADY), seen("b", 0.95))), ROUNDS);
    assertThat(check.verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(check.reservation()).isEqualTo("only 1 of 3 rounds count");
    assertThat(both.judge(evidence(List.of()), ROUNDS).figure()).isEqualTo(Estimate.UNKNOWN);
  }

  /** Eight loads that are all exactly at the bound: one of them alone fails in 2.5 %. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void manyQuantitiesDoNotFailMoreOften(boolean atLeast) {
    List<Quantity> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      all.add(quantity("load " + i));
    }
    Claim claim = new Claim("c", "c", all, "", 1, atLeast);
    Random random = new Random(5);
    int fails = 0;
    for (int experiment = 0; experiment < 2000; experiment++) {
      List<Observation> seen = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        seen.addAll(
            seen(
                "load " + i,
                1 + 0.1 * random.nextGaussian(),
                1 + 0.1 * random.nextGaussian(),
                1 + 0.1 * random.nextGaussian()));
      }
      fails += claim.judge(new Evidence(seen), ROUNDS).verdict() == Verdict.FAILS ? 1 : 0;
    }
    assertThat(fails / 2000.0).isLessThan(0.05);
  }

  /** The best load itself: 1 [1, 1] would be certain, whatever was measured. */
  @Test
  void figureIsComparedWithTheBestOfTheOthers() {
    Quantity ofOther =
        Quantity.ofBestOther(
            FIGURE,
            FIGURE,
            new Quantity.Series("s", "b"),
            List.of(
                new Quantity.Series("s", "a"),
                new Quantity.Series("s", "b"),
                new Quantity.Series("s", "c")));
    Evidence evidence =
        evidence(List.of(seen("a", 5, 6, 7), seen("b", 6, 5, 10), seen("c", 1, 1, 1)));
    assertThat(ofOther.perRound(evidence)).containsExactly(6 / 5.0, 5 / 6.0, 10 / 7.0);
  }

  @Test
  void changedNumberOfRoundsIsReserved() {
    Claim claim = Claim.atLeast("c", "c", A, "", 0.9);
    List<Observation> all = new ArrayList<>(seen("./headwaiter experiment x", "a", 0.95, 0.95));
    Observation third = seen("./headwaiter experiment x --rounds 3", "a", 0.95, 0.95, 0.95).get(2);
    all.add(third);
    Check check = claim.judge(new Evidence(all), ROUNDS);
    assertThat(check.verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(check.reservation()).contains("--rounds was changed");
    assertThat(claim.judge(evidence(List.of(seen("x --rounds 3", "a", STEADY))), ROUNDS).verdict())
        .isEqualTo(Verdict.HOLDS);
  }

  @Test
  void claimNeedsQuantity() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Claim.eachAtLeast("c", "c", List.of(), "", 1))
        .withMessageContaining("needs a quantity");
  }
}
