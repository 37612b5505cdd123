package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.admission.AdmissionPolicy;
import org.junit.jupiter.api.Test;

class AdaptiveControllerTest {
  private static final long TARGET_NANOS = 20_000_000;
  private final AdaptiveController controller = new AdaptiveController(TARGET_NANOS, 2);

  @Test
  void firstPolicyGivesOutAllProcessorsAtTheAssumedCost() {
    AdmissionPolicy policy = controller.initialPolicy();
    assertThat(policy.open()).isFalse();
    // Twice the lasting rate at most, while nobody has seen a visit end.
    assertThat(policy.refillNanosPerSecond()).isBetween(2_300_000_000L, 4_600_000_000L);
    assertThat(policy.newVisitCostNanos()).isBetween(13_999_990L, 14_000_010L);
    assertThat(policy.refusalCostNanos()).isZero();
    assertThat(policy.budgetMaxNanos()).isEqualTo(5_000_000_000L);
    assertThat(controller.report()).isEqualTo(ControlReport.NONE);
  }

  @Test
  void longQueueShutsTheDoorAndAShortOneOpensItAgain() {
    for (int i = 0; i < 40; i++) {
      controller.step(Snapshots.delayed(200_000_000, 10));
    }
    assertThat(controller.step(Snapshots.delayed(200_000_000, 10)).waitingMax()).isZero();
    for (int i = 0; i < 40; i++) {
      controller.step(Snapshots.quiet());
    }
    assertThat(controller.step(Snapshots.quiet()).waitingMax()).isBetween(10, 20);
  }

  @Test
  void theMoreClaimsAreFalseTheSoonerTheyAreLookedUp() {
    AdmissionPolicy policy = controller.initialPolicy();
    assertThat(policy.verifyBelowNanos()).isEqualTo(policy.budgetMaxNanos() / 2);
    for (int i = 0; i < 2000; i++) {
      policy = controller.step(Snapshots.resumed(10, 0));
    }
    assertThat(policy.verifyBelowNanos()).isEqualTo(policy.budgetMaxNanos() / 2);
    for (int i = 0; i < 2000; i++) {
      policy = controller.step(Snapshots.resumed(10, 5));
    }
    assertThat(controller.report().falsePart()).isCloseTo(0.5, within(0.01));
    assertThat((double) policy.verifyBelowNanos() / policy.budgetMaxNanos())
        .isCloseTo(0.75, within(0.01));
    // Found false in a later interval than let in.
    for (int i = 0; i < 2000; i++) {
      policy = controller.step(Snapshots.resumed(0, 5));
    }
    assertThat(policy.verifyBelowNanos()).isEqualTo(policy.budgetMaxNanos());
  }

  /** The worked number: turns of 1.8 ms, a target of 20 ms, one processor. */
  @Test
  void asManyTurnsMayWaitAsTheTargetTakesToWorkOff() {
    AdmissionPolicy policy = controller.initialPolicy();
    for (int i = 0; i < 2000; i++) {
      policy = controller.step(busy(i % 3 == 0 ? 1 : 0, 1.8e6, 1));
    }
    assertThat(policy.waitingMax()).isEqualTo(11);
  }

  /** The other worked number: 1,200 new visits a second ask, one every 0.83 ms. */
  @Test
  void theMoreAskTheLessNeedsToWait() {
    AdmissionPolicy policy = controller.initialPolicy();
    for (int i = 0; i < 2000; i++) {
      policy = controller.step(busy(60, 2e6, 1));
    }
    assertThat(policy.waitingMax()).isEqualTo(1);
    assertThat(policy.shareWaitingMax()).as("and half a target of 20 ms").isBetween(5, 6);
  }

  /** A busy interval, all of it turns of such a CPU time, and so many visits refused. */
  private static MeterSnapshot busy(long refused, double turnNanos, double busyPart) {
    double cpuNanos = busyPart * Snapshots.TICK_NANOS;
    return MeterSnapshot.builder(0, Snapshots.TICK_NANOS)
        .processCpuNanos((long) cpuNanos)
        .turns(Math.round(cpuNanos / turnNanos))
        .newRefused(refused)
        .build();
  }

  /**
   * Ten turns wait for each processor, and four times as many as the target would allow at most.
   */
  @Test
  void smallCrowdMayQueueOnAServerThatRefusesNobody() {
    AdmissionPolicy policy = controller.initialPolicy();
    for (int i = 0; i < 2000; i++) {
      policy = controller.step(busy(0, 10e6, 0.2));
    }
    assertThat(policy.waitingMax()).isEqualTo(10);
  }

  /** Only as long a queue as keeps the processors busy: the longer, the more they are idle. */
  @Test
  void idleProcessorsLengthenTheQueue() {
    AdmissionPolicy policy = controller.initialPolicy();
    for (int i = 0; i < 2000; i++) {
      policy = controller.step(busy(60, 2e6, 1));
    }
    int least = policy.waitingMax();
    for (int i = 0; i < 100; i++) {
      policy = controller.step(busy(60, 2e6, 0.8));
    }
    assertThat(policy.waitingMax()).isGreaterThanOrEqualTo(10 * least);
    assertThat(controller.report().idleWhileRefusing()).isBetween(0.05, 0.2);
  }

  @Test
  void turnsDearerThanTheTargetStillComeInOneByOne() {
    AdmissionPolicy policy = controller.initialPolicy();
    for (int i = 0; i < 2000; i++) {
      policy = controller.step(busy(5, 50e6, 1));
    }
    assertThat(policy.waitingMax()).isEqualTo(1);
    assertThat(policy.shareWaitingMax()).as("one more for the processor").isEqualTo(2);
  }

  @Test
  void everyStepIsNumberedAndReported() {
    AdmissionPolicy policy = controller.step(Snapshots.visits(3, 20e6, 20, 1e6));
    assertThat(policy.sequence()).isEqualTo(1);
    ControlReport report = controller.report();
    assertThat(report.sequence()).isEqualTo(1);
    assertThat(report.fullHandshakeNanos()).isCloseTo(4e6, within(1.0));
    assertThat(report.newVisitNanos()).isEqualTo(policy.newVisitCostNanos(), within(1.0));
    assertThat(controller.intervalNanos()).isEqualTo(Snapshots.TICK_NANOS);
  }

  @Test
  void saysWhichSettingIsOutOfRange() {
    assertThatThrownBy(() -> new AdaptiveController(0, 1))
        .hasMessage("queueDelayTargetNanos must be above 0, got 0");
    assertThatThrownBy(() -> new AdaptiveController(1, 0))
        .hasMessage("processors must be above 0, got 0.0");
  }
}
