package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.Decision.Outcome;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Ranges and texts of the values in this package. */
class AdmissionValuesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-2|0|0|1|0|grantNanos must be at least -1, got -2",
        "-1|-5|0|1|0|refillNanosPerSecond must be at least 0, got -5",
        "-1|0|-1|1|0|budgetMaxNanos must be at least 0, got -1",
        "-1|0|0|0|0|newVisitCostNanos must be at least 1, got 0",
        "-1|0|0|1|-9|refusalCostNanos must be at least 0, got -9",
      })
  void policyRejectsValueOutOfRange(
      long grant, long refill, long max, long visit, long refusal, String sentence) {
    assertThatThrownBy(
            () ->
                AdmissionPolicy.builder(0)
                    .grantNanos(grant)
                    .refillNanosPerSecond(refill)
                    .budgetMaxNanos(max)
                    .newVisitCostNanos(visit)
                    .refusalCostNanos(refusal)
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|0|-1|0|0|returningCostNanos must be at least 1, got 0",
        "11|0|-1|0|0|returningCostNanos must be at most newVisitCostNanos (10), got 11",
        "1|-1|-1|0|0|abandonedCostNanos must be at least 0, got -1",
        "1|0|-2|0|0|handshakeCostNanos must be at least -1, got -2",
        "1|0|11|0|0|handshakeCostNanos must be at most newVisitCostNanos (10), got 11",
        "1|0|10|-1|0|waitingMax must be at least 0, got -1",
        "1|0|10|5|4|shareWaitingMax must be at least 5, got 4",
      })
  void policyRejectsCostOrBoundOutOfRange(
      long returning, long abandoned, long handshake, int waiting, int shared, String sentence) {
    assertThatThrownBy(
            () ->
                AdmissionPolicy.builder(0)
                    .grantNanos(0)
                    .newVisitCostNanos(10)
                    .returningCostNanos(returning)
                    .abandonedCostNanos(abandoned)
                    .handshakeCostNanos(handshake)
                    .waitingMax(waiting)
                    .shareWaitingMax(shared)
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(sentence);
  }

  @Test
  void policyAcceptsHandshakeCostEqualToVisitCost() {
    AdmissionPolicy policy =
        AdmissionPolicy.builder(0)
            .grantNanos(0)
            .newVisitCostNanos(10)
            .abandonedCostNanos(0)
            .handshakeCostNanos(10)
            .waitingMax(0)
            .build();
    assertThat(policy.isStaged()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"-0.1", "1.01", "NaN"})
  void policyRejectsContinuingPartOutOfRange(double part) {
    assertThatThrownBy(
            () ->
                AdmissionPolicy.builder(0)
                    .grantNanos(0)
                    .abandonedCostNanos(0)
                    .waitingMax(0)
                    .continuingPart(part)
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("continuingPart must be 0 to 1, got " + part);
  }

  @Test
  void decisionRejectsPartsThatDoNotFit() {
    assertThatThrownBy(() -> new Decision(Outcome.ADMIT, null, null))
        .hasMessage("an entry goes with ADMIT and only with it, got ADMIT, null");
    assertThatThrownBy(() -> new Decision(Outcome.VERIFY, Entry.NEW, null))
        .hasMessage("an entry goes with ADMIT and only with it, got VERIFY, NEW");
    assertThatThrownBy(() -> new Decision(Outcome.REFUSE, null, null))
        .hasMessage("a reason goes with REFUSE and only with it, got REFUSE, null");
    assertThatThrownBy(() -> new Decision(Outcome.ADMIT, Entry.NEW, RefusalReason.STOPPING))
        .hasMessage("a reason goes with REFUSE and only with it, got ADMIT, STOPPING");
    assertThatThrownBy(() -> new Decision(null, null, null)).hasMessage("outcome");
  }

  @Test
  void gateRejectsNullPolicy() {
    assertThatThrownBy(() -> new AdmissionGate(null)).hasMessage("initial");
    assertThatThrownBy(() -> new AdmissionGate(AdmissionPolicy.OPEN).publish(null))
        .hasMessage("policy");
  }

  @ParameterizedTest
  @EnumSource(RefusalReason.class)
  void reasonHasLabelAndSentence(RefusalReason reason) {
    assertThat(reason.label()).isEqualTo(reason.name().toLowerCase(java.util.Locale.ROOT));
    assertThat(reason.sentence()).matches("[A-Z].{15,}\\.");
  }

  @Test
  void reasonsHaveDistinctSentences() {
    Set<String> sentences = new HashSet<>();
    Arrays.stream(RefusalReason.values()).forEach(r -> sentences.add(r.sentence()));
    assertThat(sentences).hasSameSizeAs(RefusalReason.values());
  }
}
