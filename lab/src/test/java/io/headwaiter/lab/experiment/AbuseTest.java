package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.lab.abuse.Tally;
import io.headwaiter.lab.bench.AttackReading;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.study.Abuse;
import io.headwaiter.load.results.SecondBucket;
import io.headwaiter.load.results.SessionCounts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Times and readings of the experiment about abuse. */
class AbuseTest {
  private static Duration longest(boolean quick) {
    Experiment experiment = Abuse.experiment(quick, Customers.of(1), List.of());
    return experiment.longest(experiment.rounds().most());
  }

  @Test
  void staysWithinItsTime() {
    assertThat(longest(/* quick= */ false)).isLessThan(Duration.ofMinutes(142));
    assertThat(longest(/* quick= */ true)).isLessThan(Duration.ofMinutes(10));
  }

  /** Of 20 visits a second, calm for 2 s and attacked for 2 s. */
  private static Map<String, Double> reading(long newCompleted, long newRefused, String rows)
      throws Exception {
    JsonNode history =
        new ObjectMapper()
            .readTree(
                "{\"columns\": [\"time\", \"other\", \"learnedNewVisitMillis\"], \"rows\": ["
                    + rows
                    + "]}");
    return AttackReading.values(
        new AttackReading.Times(1000, 3000, 5000, 1000),
        new AttackReading.Seen(
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
            new Tally(9, 8, 7, 6, 5)),
        (from, to) -> from == 4000 ? 0.5 : 0.25);
  }

  @Test
  void tellsCalmAndAttackApart() throws Exception {
    String rows =
        "[1000, 0, 99], [2500, 0, 10], [3000, 0, 10], [3500, 0, 12], [4500, 0, 22], [5000, 0, 22],"
            + " [7000, 0, 99]";
    assertThat(reading(30, 10, rows))
        .contains(
            entry(Abuse.CALM_SHARE, 39.0 / 40),
            entry(Abuse.NEW_OFFERED, 40.0),
            entry(Abuse.NEW_COMPLETED, 30.0),
            entry(Abuse.UNDER_WAY, 20.0),
            entry(Abuse.UNDER_WAY_COMPLETED, 19.0),
            entry(Abuse.CALM_PRICE_MILLIS, 10.0),
            entry(Abuse.PRICE_MILLIS, 22.0),
            entry(Abuse.BUSY, 0.25),
            entry(Abuse.IDLE_REFUSING, 0.5), // of the second with refusals alone
            entry(Abuse.ATTACK_ENTERED, 8.0),
            entry(Abuse.ATTACK_ENDED, 5.0));
  }

  @Test
  void idleProcessorCountsWhileSomebodyIsRefused() throws Exception {
    assertThat(reading(40, 0, "[4500, 0, 22]")).containsEntry(Abuse.IDLE_REFUSING, 0.0);
  }

  @Test
  void priceThatNobodyToldIsMissing() throws Exception {
    assertThat(reading(40, 0, "")).doesNotContainKeys(Abuse.PRICE_MILLIS, Abuse.CALM_PRICE_MILLIS);
  }
}
