package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.lab.abuse.Tally;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Verdict;
import io.headwaiter.lab.results.SecondBucket;
import io.headwaiter.lab.results.SessionCounts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Plan and figures of the experiment about abuse. */
class AbuseTest {
  private static final Customers CUSTOMERS = Customers.of(1);

  private static Duration longest(boolean quick) {
    return AbusePlan.of(quick, CUSTOMERS).parts(NoServers.SETTING).stream()
        .map(ExperimentPart::longest)
        .reduce(Duration.ZERO, Duration::plus);
  }

  @Test
  void allPartsTogetherStayWithinTheirTime() {
    assertThat(longest(/* quick= */ false)).isLessThan(Duration.ofHours(2));
    assertThat(longest(/* quick= */ true)).isLessThan(Duration.ofSeconds(285)); // servers start
  }

  @Test
  void everyRowHasAPartAndPlainHellosAreNone() {
    assertThat(Experiments.parts(Experiments.ABUSE))
        .isEqualTo(AbusePlan.PARTS)
        .contains("harvest", "psk-ke", "streams", "hog", "stall", "silent", "replay", "idle")
        .contains("descriptors", "binders", "forged", "half-hellos", "rapid-reset")
        .doesNotContain("plain");
    assertThat(AbusePlan.of(false, CUSTOMERS).parts(NoServers.SETTING))
        .extracting(ExperimentPart::name)
        .isEqualTo(AbusePlan.PARTS);
    assertThat(Abuse.ALL).extracting(Abuse::name).doesNotHaveDuplicates();
  }

  @Test
  void theFourThatMatterMostAreMadeOnJettyToo() {
    AbusePlan plan = AbusePlan.of(false, CUSTOMERS);
    assertThat(Abuse.ALL.stream().filter(abuse -> plan.testbeds(abuse).size() == 3))
        .extracting(Abuse::part)
        .containsOnly("calm", "harvest", "streams", "hog", "stall");
    assertThat(plan.rounds()).isGreaterThanOrEqualTo(5);
  }

  /** Of 20 visits a second, calm for 2 s and attacked for 2 s. */
  private static AbuseRound round(Abuse abuse, long newCompleted, long newRefused, double price)
      throws Exception {
    JsonNode history =
        new ObjectMapper()
            .readTree(
                """
                {"columns": ["time", "other", "learnedNewVisitMillis"],
                 "rows": [[1000, 0, 99], [2500, 0, 10], [3000, 0, 10], [3500, 0, 12],
                          [4500, 0, %1$s], [5000, 0, %1$s], [7000, 0, 99]]}
                """
                    .formatted(price));
    return AbuseRound.of(
        abuse.name(),
        "boringssl",
        new AbuseRound.Times(1000, 3000, 5000, 1000),
        new AbuseRound.Seen(
            List.of(
                new SecondBucket(0, 20, 20, 0, 0, 80),
                new SecondBucket(1, 20, 19, 1, 0, 80),
                new SecondBucket(2, 0, 17, 0, 1, 80),
                new SecondBucket(3, 0, 2, 0, 0, 8)),
            new SessionCounts(40, 0, 0, 40, newCompleted, newRefused, 0, 0, 0),
            List.of(
                new SecondBucket(0, 20, 0, 0, 0, 80),
                new SecondBucket(1, 20, 0, newRefused, 0, 80),
                new SecondBucket(2, 0, 0, 0, 0, 80)),
            history,
            Tally.NONE),
        (from, to) -> from == 4000 ? 0.5 : 0.25);
  }

  @Test
  void aRoundTellsCalmAndAttackApart() throws Exception {
    AbuseRound round = round(Abuse.CALM, 30, 10, 22);
    assertThat(round.calmShare()).isEqualTo(39.0 / 40);
    assertThat(round.kept()).isCloseTo(0.75 / (39.0 / 40), within(1e-9));
    assertThat(round.underWay()).isEqualTo(20);
    assertThat(round.underWayKept()).isEqualTo(0.95);
    assertThat(round.calmPriceMillis()).isEqualTo(10);
    assertThat(round.priceRatio()).isEqualTo(2.2);
    assertThat(round.busyRefusing()).isEqualTo(0.5); // of the second with refusals alone
    assertThat(round.busy()).isEqualTo(0.25);
  }

  private static Map<String, Check> checks(AbuseFigures figures) {
    return figures.outcome(List.of()).checks().stream()
        .collect(Collectors.toMap(Check::id, Function.identity()));
  }

  @Test
  void anAttackThatTakesNothingHolds() throws Exception {
    AbuseFigures figures = new AbuseFigures();
    figures.add(Abuse.CALM, round(Abuse.CALM, 40, 0, 10));
    Map<String, Check> checks = checks(figures);
    assertThat(checks)
        .containsOnlyKeys(
            "calm-boringssl-kept", "calm-boringssl-under-way", "calm-boringssl-price");
    assertThat(checks.get("calm-boringssl-kept").holds()).isTrue();
    assertThat(checks.get("calm-boringssl-under-way").verdict()).isEqualTo(Verdict.FAILS);
    assertThat(checks.get("calm-boringssl-price").holds()).isTrue();
  }

  @Test
  void aPriceMayMoveByATenthToEitherSide() throws Exception {
    for (double price : new double[] {8.9, 11.1}) {
      AbuseFigures figures = new AbuseFigures();
      figures.add(Abuse.CALM, round(Abuse.CALM, 40, 0, price));
      assertThat(checks(figures).get("calm-boringssl-price").verdict()).isEqualTo(Verdict.FAILS);
    }
  }

  @Test
  void comparesPriceWithCalmRound() throws Exception {
    Abuse attack = Abuse.ALL.stream().filter(abuse -> !abuse.calm()).findFirst().orElseThrow();
    AbuseFigures figures = new AbuseFigures();
    for (int round = 0; round < 5; round++) { // whatever the rounds have in common cancels
      figures.addCalm(round(Abuse.CALM, 40, 0, 11 + round));
      figures.add(attack, round(attack, 40, 0, 1.05 * (11 + round)));
    }
    Check price = checks(figures).get(attack.name() + "-boringssl-price");
    assertThat(price.figure().value()).isCloseTo(1.05, within(1e-9));
    assertThat(price.holds()).isTrue();
  }

  @Test
  void aLieIsHeldAgainstPlainHellosOfItsRound() throws Exception {
    Abuse lie = Abuse.ALL.stream().filter(Abuse::lies).findFirst().orElseThrow();
    AbuseFigures figures = new AbuseFigures();
    for (int round = 0; round < 5; round++) { // whatever the rounds have in common cancels
      figures.addCalm(round(Abuse.CALM, 40, 0, 10));
      figures.addPlain(round(Abuse.PLAIN, 20 + round, 20 - round, 10));
      figures.add(lie, round(lie, 20 + round, 20 - round, 10));
    }
    Check kept = checks(figures).get(lie.name() + "-boringssl-kept");
    assertThat(kept.figure().value()).isCloseTo(1, within(1e-9));
    assertThat(kept.holds()).isTrue();
    Check busy = checks(figures).get(lie.name() + "-boringssl-busy");
    assertThat(busy.verdict()).isEqualTo(Verdict.FAILS); // half idle while refusing
  }
}
