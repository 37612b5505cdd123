package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.admission.AdmissionPolicy;
import org.junit.jupiter.api.Test;

class AdaptiveControllerTest {
  private static final long TARGET_NANOS = 20_000_000;
  private final ReportedController controller =
      new ReportedController(new AdaptiveController(TARGET_NANOS, 2));

  @Test
  void initialPolicyUsesAllProcessorsAtAssumedCost() {
    AdmissionPolicy policy = controller.initialPolicy();
    assertThat(policy.open()).isFalse();
    // At most twice the sustainable rate, while no visit has been watched to its end.
    assertThat(policy.refillNanosPerSecond()).isBetween(2_300_000_000L, 4_600_000_000L);
    assertThat(policy.newVisitCostNanos()).isBetween(13_999_990L, 14_000_010L);
    assertThat(policy.refusalCostNanos()).isZero();
    assertThat(policy.budgetMaxNanos()).isEqualTo(5_000_000_000L);
    assertThat(controller.report()).isEqualTo(ControlReport.NONE);
  }

  @Test
  void longQueueStopsNewVisitsUntilItShrinks() {
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
  void falseClaimsRaiseVerificationThreshold() {
    AdmissionPolicy policy = controller.initialPolicy();
    assertThat(policy.verifyBelowNanos()).isEqualTo(policy.budgetMaxNanos() / 2);
    for (int i = 0; i < 2000; i++) {
      policy = controller.step(Snapshots.resumed(10, 0));
    }
    assertThat(policy.verifyBelowNanos()).isEqualTo(policy.budgetMaxNanos() / 2);
    for (int i = 0; i < 2000; i++) {
      policy = controller.step(Snapshots.resumed(10, 5));
    }
    assertThat(controller.report().visits().falsePart()).isCloseTo(0.5, within(0.01));
    assertThat((double) policy.verifyBelowNanos() / policy.budgetMaxNanos())
        .isCloseTo(0.75, within(0.01));
    // Found false in a later interval than that of the admission.
    for (int i = 0; i < 2000; i++) {
      policy = controller.step(Snapshots.resumed(0, 5));
    }
    assertThat(policy.verifyBelowNanos()).isEqualTo(policy.budgetMaxNanos());
  }

  /** Otherwise nearly all visits from elsewhere would be refused, for a few from here. */
  @Test
  void visitsFromElsewhereCountAmongThoseThatFit() {
    AdmissionPolicy policy = controller.initialPolicy();
    long intervalNanos = controller.intervalNanos();
    for (int i = 1; i <= 200; i++) {
      policy =
          controller.step(
              MeterSnapshot.builder(i * intervalNanos, intervalNanos)
                  .supply(CpuSupply.of(2))
                  .fullHandshakes(1)
                  .fullHandshakeCpuNanos(4_000_000)
                  .requests(48)
                  .requestCpuNanos(96_000_000)
                  .processCpuNanos(100_000_000)
                  .turns(49)
                  .queueDelayNanosMean(3_000_000_000L)
                  .queueDelayNanosHead(3_000_000_000L)
                  .build());
    }
    assertThat(controller.report().capacity().promisedProcessors()).isGreaterThan(0.01);
    assertThat(policy.continuingPart()).isBetween(0.9, 1.0);
  }

  /** The worked number: turns of 1.8 ms, a target of 20 ms, one processor. */
  @Test
  void boundsWaitingTurnsByDelayTarget() {
    AdmissionPolicy policy = controller.initialPolicy();
    for (int i = 0; i < 2000; i++) {
      policy = controller.step(busy(i % 3 == 0 ? 1 : 0, 1.8e6, 1));
    }
    assertThat(policy.waitingMax()).isEqualTo(11);
  }

  /** The other worked number: 1,200 new visits a second ask, one every 0.83 ms. */
  @Test
  void manyNewVisitsShortenQueue() {
    AdmissionPolicy policy = controller.initialPolicy();
    for (int i = 0; i < 2000; i++) {
      policy = controller.step(busy(60, 2e6, 1));
    }
    assertThat(policy.waitingMax()).isEqualTo(1);
    assertThat(policy.shareWaitingMax()).as("and four targets of 20 ms").isBetween(40, 42);
  }

  /** An interval with this busy part, all of it turns of this CPU time, and with visits refused. */
  private static MeterSnapshot busy(long refused, double turnNanos, double busyPart) {
    double cpuNanos = busyPart * Snapshots.TICK_NANOS;
    return MeterSnapshot.builder(0, Snapshots.TICK_NANOS)
        .processCpuNanos((long) cpuNanos)
        .turns(Math.round(cpuNanos / turnNanos))
        .newRefused(refused)
        .build();
  }

  /**
   * At most 20 turns for each processor may wait, and no more than take four times the target; here
   * the second bound is the lower one.
   */
  @Test
  void allowsShortQueueWithoutRefusals() {
    AdmissionPolicy policy = controller.initialPolicy();
    for (int i = 0; i < 2000; i++) {
      policy = controller.step(busy(0, 10e6, 0.2));
    }
    assertThat(policy.waitingMax()).isEqualTo(10);
  }

  /** The queue is only as long as keeps the processors busy: the more idle they are, the longer. */
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
    assertThat(controller.report().limit().idleWhileRefusing()).isBetween(0.05, 0.2);
  }

  @Test
  void allowsOneWaitingTurnLongerThanTarget() {
    AdmissionPolicy policy = controller.initialPolicy();
    for (int i = 0; i < 2000; i++) {
      policy = controller.step(busy(5, 50e6, 1));
    }
    assertThat(policy.waitingMax()).isEqualTo(1);
    assertThat(policy.shareWaitingMax()).as("and four targets of 20 ms").isBetween(2, 3);
  }

  @Test
  void numbersAndReportsEachStep() {
    AdmissionPolicy policy = controller.step(Snapshots.visits(3, 20e6, 20, 1e6));
    assertThat(policy.sequence()).isEqualTo(1);
    ControlReport report = controller.report();
    assertThat(report.sequence()).isEqualTo(1);
    assertThat(report.costs().fullHandshakeNanos()).isCloseTo(4e6, within(1.0));
    assertThat(report.costs().newVisitNanos()).isEqualTo(policy.newVisitCostNanos(), within(1.0));
    assertThat(controller.intervalNanos()).isEqualTo(Snapshots.TICK_NANOS);
  }

  @Test
  void rejectsSettingsOutOfRange() {
    assertThatThrownBy(() -> new AdaptiveController(0, 1))
        .hasMessage("queueDelayTargetNanos must be above 0, got 0");
    assertThatThrownBy(() -> new AdaptiveController(1, 0))
        .hasMessage("processors must be above 0, got 0.0");
    assertThatThrownBy(() -> new AdaptiveController(1, Double.NaN)).hasMessageContaining("NaN");
  }

  /** An interval in which pages of visits use the processors, and visits begin. */
  private static MeterSnapshotBuilder pages(long begun, long delayNanos) {
    long[] turns = new long[VisitWork.BINS];
    long[] nanos = new long[VisitWork.BINS];
    turns[3] = 20;
    nanos[3] = 80_000_000;
    return MeterSnapshot.builder(0, Snapshots.TICK_NANOS)
        .processors(2)
        .processCpuNanos(100_000_000)
        .fullHandshakes(begun)
        .fullHandshakeCpuNanos(begun * 4_000_000)
        .requests(20)
        .requestCpuNanos(80_000_000)
        .turns(20)
        .visitsBegun(begun)
        .visitWork(new VisitWork(turns, nanos))
        .queueDelayNanosMean(delayNanos);
  }

  /** Nine tenths of the processors are lost, and work waits for seconds. */
  @Test
  void refusesContinuingVisitsThatExceedProcessors() {
    for (int i = 0; i < 1200; i++) {
      controller.step(pages(5, 0).build());
    }
    assertThat(controller.report().limit().continuingPart()).isEqualTo(1);
    AdmissionPolicy policy = controller.initialPolicy();
    for (int i = 0; i < 60; i++) {
      policy = controller.step(pages(5, 2_000_000_000L).processors(0.2).build());
    }
    assertThat(policy.continuingPart()).isLessThan(0.9);
    assertThat(controller.report().limit().continuingPart()).isEqualTo(policy.continuingPart());
  }

  @Test
  void boundsExcessWhileVisitsAreRefusedOrWait() {
    controller.step(Snapshots.quiet());
    assertThat(controller.report().excess().allowedProcessors()).isInfinite();
    controller.step(Snapshots.delayed(0, /* refused= */ 1));
    assertThat(controller.report().excess().allowedProcessors()).isFinite();

    ReportedController other = new ReportedController(new AdaptiveController(TARGET_NANOS, 2));
    other.step(MeterSnapshot.builder(0, Snapshots.TICK_NANOS).newWaiting(1).build());
    assertThat(other.report().excess().allowedProcessors()).isFinite();
  }

  /** At most half a second of two busy processors when the cost is known, two and a half before. */
  @Test
  void bucketShrinksAsVisitCostBecomesKnown() {
    AdmissionPolicy policy = controller.initialPolicy();
    for (int i = 0; i < 4000; i++) {
      policy = controller.step(pages(5, 0).build());
    }
    double confidence = controller.report().visits().confidence();
    assertThat(confidence).isBetween(0.5, 1.0);
    assertThat((double) policy.budgetMaxNanos())
        .isCloseTo(2e9 * (0.5 + 2 * (1 - confidence)), within(1e3));
  }

  @Test
  void bucketIsLargerOnIdleProcessorsWhileAPartOfTheVisitCostIsKnown() {
    AdmissionPolicy policy = controller.initialPolicy();
    for (int i = 0; i < 40; i++) {
      policy = controller.step(pages(5, 0).processors(4).build());
    }
    double measured = controller.report().visits().confidence();
    assertThat(measured).isBetween(0.1, 0.95);
    // Half of the four processors are idle.
    assertThat((double) policy.budgetMaxNanos())
        .isCloseTo(4e9 * (0.5 + (1 - measured) * (2 + 10 * measured * 0.5)), within(1e3));
  }

  @Test
  void bucketHoldsAtLeastTwoVisits() {
    AdmissionPolicy policy = controller.initialPolicy();
    for (int i = 0; i < 4000; i++) {
      policy =
          controller.step(pages(1, 0).fullHandshakeCpuNanos(90_000_000).processors(0.01).build());
    }
    assertThat(policy.budgetMaxNanos()).isGreaterThanOrEqualTo(2 * policy.newVisitCostNanos() - 2);
  }

  @Test
  void reportsAllowedVisitsByPolicyRefill() {
    AdmissionPolicy policy = controller.step(Snapshots.visits(3, 20e6, 20, 1e6));
    double perSecond = (double) policy.refillNanosPerSecond() / policy.newVisitCostNanos();
    assertThat(controller.report().limit().newAllowed()).isCloseTo(perSecond / 20, within(1e-6));
  }
}
