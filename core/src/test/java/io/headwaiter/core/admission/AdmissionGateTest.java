package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.Decision.Outcome;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class AdmissionGateTest {
  /** Decides as the door does on a claim after verification. */
  private static Decision decideVerified(AdmissionGate gate, boolean known, long nowNanos) {
    if (known) {
      return gate.decideContinuing(/* visit= */ 1, nowNanos);
    }
    gate.noteUnknownClaim();
    return gate.decideNew(nowNanos);
  }

  private static final long SECOND = 1_000_000_000L;

  private static AdmissionPolicy policy(long sequence, long refill, long max, long cost, long no) {
    return AdmissionPolicy.builder(sequence)
        .refillNanosPerSecond(refill)
        .budgetMaxNanos(max)
        .newVisitCostNanos(cost)
        .refusalCostNanos(no)
        .verifyBelowNanos(max / 2)
        .build();
  }

  private static AdmissionGate gate(long refill, long max, long cost, long no) {
    return new AdmissionGate(policy(0, refill, max, cost, no));
  }

  @Test
  void admitsVisitsAtRefillRateLessRefusalCost() {
    AdmissionGate gate = gate(SECOND, 40_000_000, 20_000_000, 25_000);
    long admitted = 0;
    for (int i = 0; i < 10_500; i++) {
      // 1,050 a second for ten seconds: 50 fit, less the cost of 1,000 refusals, 1.25.
      admitted += gate.decideNew(i * (SECOND / 1050)).outcome() == Outcome.ADMIT ? 1 : 0;
    }
    assertThat(admitted).isBetween(487L, 490L);
  }

  /** Arrivals of all kinds at random times; policy changes never create CPU time. */
  @Property(tries = 200)
  void admittedVisitCostNeverExceedsBucketAndRefill(
      @ForAll long seed,
      @ForAll @LongRange(min = 0, max = 8_000_000_000L) long refill,
      @ForAll @LongRange(min = 1, max = 100_000_000) long cost,
      @ForAll @LongRange(min = 0, max = 100_000) long refusalCost,
      @ForAll @IntRange(min = 1, max = 50) int bucketVisits) {
    long max = bucketVisits * cost;
    AdmissionGate gate = gate(refill, max, cost, refusalCost);
    Random random = new Random(seed);
    long now = 0;
    long arrivals = 0;
    long verifying = 0;
    for (int i = 0; i < 500; i++) {
      now += random.nextInt(20_000_000);
      if (random.nextInt(10) == 0) {
        gate.publish(policy(i, refill, max, cost, refusalCost));
      }
      arrivals++;
      switch (random.nextInt(4)) {
        case 0 -> gate.noteRefusal(RefusalReason.HELLO_DEADLINE, now);
        case 1 -> {
          if (gate.decideClaim(now).outcome() == Outcome.VERIFY) {
            verifying++;
            decideVerified(gate, random.nextBoolean(), now);
          }
        }
        default -> gate.decideNew(now);
      }
    }
    GateCounters counters = gate.counters();
    double given =
        (double) counters.admittedTotal(Entry.NEW) * cost
            + (double) counters.refusedTotal() * refusalCost;
    double came = max + now * (double) refill / SECOND;
    // Refusals add no debt beyond one bucket; the rest of their cost is not charged.
    double forgiven = (double) counters.refusedTotal() * refusalCost;
    assertThat(given).isLessThanOrEqualTo(came + forgiven + 1);
    assertThat((double) counters.admittedTotal(Entry.NEW) * cost).isLessThanOrEqualTo(came + 1);
    assertThat(counters.toVerifyTotal()).isEqualTo(verifying);
    assertThat(counters.refusedTotal() + admitted(counters)).isEqualTo(arrivals);
  }

  private static long admitted(GateCounters counters) {
    return counters.admittedTotal(Entry.NEW)
        + counters.admittedTotal(Entry.CLAIMED)
        + counters.admittedTotal(Entry.VERIFIED);
  }

  /** While debt stays below its bound, charges use the refill and at most one bucket more. */
  @Property(tries = 100)
  void chargesStayBetweenRefillAndRefillPlusBucket(@ForAll long seed) {
    long cost = 20_000_000;
    long max = 200_000_000;
    AdmissionGate gate = gate(SECOND, max, cost, 25_000);
    Random random = new Random(seed);
    long now = 0;
    for (int i = 0; i < 2000; i++) {
      now += random.nextInt(2_000_000);
      gate.decideNew(now);
    }
    double given =
        gate.counters().admittedTotal(Entry.NEW) * (double) cost
            + gate.counters().refusedTotal() * 25_000.0;
    // The last refusals may have left a debt: less than one bucket.
    assertThat(given).isLessThanOrEqualTo(max + now + 25_000 * 10);
    assertThat(given).as("and none is wasted while visits queue up").isGreaterThan(now - cost);
  }

  @Test
  void admitsVerifiedResumptionsWhileBudgetIsInDebt() {
    AdmissionGate gate = gate(0, 100, 50, 50);
    for (int i = 0; i < 100; i++) {
      gate.decideNew(i);
    }
    assertThat(gate.decideNew(100).reason()).isEqualTo(RefusalReason.VISIT_BUDGET);
    for (int i = 0; i < 100; i++) {
      assertThat(decideVerified(gate, true, 100 + i).entry()).isEqualTo(Entry.VERIFIED);
    }
    assertThat(gate.counters().admittedTotal(Entry.VERIFIED)).isEqualTo(100);
  }

  @Test
  void verifiesClaimsWhileBudgetIsBelowThreshold() {
    AdmissionGate gate = gate(0, 100, 50, 0);
    assertThat(gate.decideClaim(0).entry()).isEqualTo(Entry.CLAIMED);
    // The first claim is forgotten by then.
    long later = 3 * SECOND;
    gate.decideNew(later);
    assertThat(gate.decideClaim(later).entry())
        .as("exactly at the threshold")
        .isEqualTo(Entry.CLAIMED);
    gate.decideNew(later);
    assertThat(gate.decideClaim(2 * later).outcome()).isEqualTo(Outcome.VERIFY);
    assertThat(decideVerified(gate, false, 2 * later).reason())
        .isEqualTo(RefusalReason.VISIT_BUDGET);
    assertThat(gate.counters().unknownClaimsTotal()).isEqualTo(1);
  }

  @Test
  void refusesNewVisitsWhileTooMuchWorkWaits() {
    AtomicInteger waiting = new AtomicInteger();
    AdmissionGate gate = new AdmissionGate(boundedAt(3), waiting::get);
    waiting.set(2);
    assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.ADMIT);
    waiting.set(3);
    assertThat(gate.decideNew(0).reason()).isEqualTo(RefusalReason.WORK_WAITING);
    assertThat(decideVerified(gate, false, 0).reason()).isEqualTo(RefusalReason.WORK_WAITING);
    assertThat(decideVerified(gate, true, 0).outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(gate.counters().newRefusedTotal()).isEqualTo(2);
    waiting.set(0);
    assertThat(gate.decideNew(0).outcome()).as("no visit was charged").isEqualTo(Outcome.ADMIT);
    gate.publish(boundedAt(0));
    assertThat(gate.decideNew(0).reason()).isEqualTo(RefusalReason.WORK_WAITING);
  }

  @Test
  void verifiesClaimsWhileWorkWaits() {
    AtomicInteger waiting = new AtomicInteger(1);
    AdmissionGate gate = new AdmissionGate(boundedAt(3), waiting::get);
    assertThat(gate.decideClaim(0).outcome()).isEqualTo(Outcome.VERIFY);
    waiting.set(0);
    assertThat(gate.decideClaim(0).entry()).isEqualTo(Entry.CLAIMED);
  }

  /** A budget for two visits. */
  private static AdmissionPolicy boundedAt(int waitingMax) {
    return AdmissionPolicy.builder(waitingMax)
        .budgetMaxNanos(100)
        .newVisitCostNanos(50)
        .waitingMax(waitingMax)
        .build();
  }

  @Test
  void chargesUnknownClaimAsNewVisit() {
    AdmissionGate gate = gate(0, 100, 100, 0);
    assertThat(decideVerified(gate, false, 0).entry()).isEqualTo(Entry.NEW);
    assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.REFUSE);
  }

  @Test
  void chargesFalseResumptionWholeVisitCostAfterwards() {
    AdmissionGate gate = gate(0, 100, 50, 0);
    gate.decideClaim(0);
    gate.outcomes().chargeFalseResumption(Entry.CLAIMED);
    assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.REFUSE);
    assertThat(gate.counters().falseResumptionsTotal()).isEqualTo(1);
  }

  @Test
  void bypassNeedsNoBudgetAndIsChargedAfterwards() {
    AdmissionGate gate = gate(0, 100, 50, 0);
    assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(gate.admitBypass().entry()).isEqualTo(Entry.BYPASS);
    gate.outcomes().chargeBypass();
    assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.REFUSE);
    assertThat(gate.admitBypass().outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(gate.counters().admittedTotal(Entry.BYPASS)).isEqualTo(2);
    assertThat(gate.counters().admittedTotal(Entry.NEW)).isEqualTo(1);
    assertThat(gate.counters().falseResumptionsTotal()).isZero();
  }

  @Test
  void stoppedFalseResumptionIsCountedAndNotCharged() {
    AdmissionGate gate = gate(0, 100, 50, 0);
    decideVerified(gate, true, 0);
    gate.outcomes().noteStoppedResumption();
    assertThat(gate.counters().falseResumptionsTotal()).isEqualTo(1);
    assertThat(gate.counters().stoppedResumptionsTotal()).isEqualTo(1);
    assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.ADMIT);
  }

  @Test
  void roundsTimeToCapacityUpToOneNanosecond() {
    AdmissionGate gate = gate(1_000_000_000_000L, 100, 100, 0);
    assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(gate.hasRoom(0)).isFalse();
    assertThat(gate.nanosToRoom(0)).isEqualTo(1);
    assertThat(gate.hasRoom(1)).isTrue();
  }

  @Test
  void capacityQueryMatchesDecisionOnNewVisit() {
    AdmissionGate gate = gate(0, 100, 50, 0);
    for (int i = 0; i < 2; i++) {
      assertThat(gate.hasRoom(0)).isTrue();
      assertThat(gate.hasRoom(0)).as("asking takes nothing").isTrue();
      assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.ADMIT);
    }
    assertThat(gate.hasRoom(0)).isFalse();
    gate.publish(AdmissionPolicy.OPEN);
    assertThat(gate.hasRoom(0)).isTrue();
  }

  @Test
  void refundsUnusedVisitCostOfAbandonedVisit() {
    AdmissionPolicy policy =
        AdmissionPolicy.builder(0)
            .budgetMaxNanos(100)
            .newVisitCostNanos(50)
            .abandonedCostNanos(10)
            .build();
    AdmissionGate gate = new AdmissionGate(policy);
    gate.decideNew(0);
    gate.decideNew(0);
    assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.REFUSE);
    gate.outcomes().refundAbandoned();
    assertThat(gate.decideNew(0).outcome()).as("40 of 50 are back").isEqualTo(Outcome.REFUSE);
    gate.outcomes().refundAbandoned();
    assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(gate.counters().abandonedTotal()).isEqualTo(2);
    for (int i = 0; i < 100; i++) {
      gate.outcomes().refundAbandoned();
    }
    gate.decideNew(0);
    gate.decideNew(0);
    assertThat(gate.decideNew(0).outcome()).as("never above one bucket").isEqualTo(Outcome.REFUSE);
  }

  @Test
  void chargesRefusalsMadeOutsideTheGate() {
    AdmissionGate gate = gate(0, 100, 50, 51);
    gate.noteRefusal(RefusalReason.HELLO_DEFECT, 0);
    assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.REFUSE);
    assertThat(gate.counters().refusedTotal(RefusalReason.HELLO_DEFECT)).isEqualTo(1);
  }

  @Test
  void openPolicyAdmitsAllAndChargesNothing() {
    AdmissionGate gate = new AdmissionGate(AdmissionPolicy.OPEN);
    for (int i = 0; i < 10_000; i++) {
      assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.ADMIT);
      assertThat(gate.decideClaim(0).entry()).isEqualTo(Entry.CLAIMED);
      assertThat(decideVerified(gate, false, 0).entry()).isEqualTo(Entry.NEW);
      gate.noteRefusal(RefusalReason.CLIENT_LEFT, 0);
    }
    gate.publish(policy(1, 0, 100, 100, 0));
    assertThat(gate.decideNew(0).outcome()).as("no debt was made").isEqualTo(Outcome.ADMIT);
  }

  @Test
  void grantReplacesBudgetOncePerSequence() {
    AdmissionGate gate =
        new AdmissionGate(
            AdmissionPolicy.builder(0)
                .grantNanos(100)
                .budgetMaxNanos(1000)
                .newVisitCostNanos(100)
                .build());
    assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(gate.decideNew(SECOND).outcome()).isEqualTo(Outcome.REFUSE);
    gate.publish(
        AdmissionPolicy.builder(1)
            .grantNanos(200)
            .budgetMaxNanos(1000)
            .newVisitCostNanos(100)
            .build());
    assertThat(gate.decideNew(SECOND).outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(gate.decideNew(SECOND).outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(gate.decideNew(SECOND).outcome()).isEqualTo(Outcome.REFUSE);
  }

  @Test
  void offerChargesOnlyAdmittedVisits() {
    AdmissionGate gate = gate(SECOND, 100, 100, 60);
    assertThat(gate.offerNew(0).outcome()).isEqualTo(Outcome.ADMIT);
    for (int i = 0; i < 50; i++) {
      assertThat(gate.offerNew(i).outcome()).isEqualTo(Outcome.WAIT);
    }
    assertThat(gate.nanosToRoom(49)).isEqualTo(51);
    assertThat(gate.counters().refusedTotal()).isZero();
    assertThat(gate.offerNew(100).outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(gate.counters().admittedTotal(Entry.NEW)).isEqualTo(2);
    assertThat(gate.nanosToRoom(100)).isEqualTo(100);
  }

  @Test
  void offerWaitsWhileTooMuchWorkWaits() {
    AtomicInteger waiting = new AtomicInteger(5);
    AdmissionGate gate =
        new AdmissionGate(
            AdmissionPolicy.builder(0)
                .budgetMaxNanos(1000)
                .newVisitCostNanos(100)
                .waitingMax(5)
                .build(),
            waiting::get);
    assertThat(gate.offerNew(0).outcome()).isEqualTo(Outcome.WAIT);
    assertThat(gate.nanosToRoom(0)).isEqualTo(1_000_000);
    waiting.set(4);
    assertThat(gate.nanosToRoom(0)).isZero();
    assertThat(gate.offerNew(0).outcome()).isEqualTo(Outcome.ADMIT);
  }

  @Test
  void reportsNoRetryTimeUnlessPolicyChanges() {
    AdmissionGate gate = gate(0, 10, 100, 0);
    assertThat(gate.nanosToRoom(0)).isEqualTo(Long.MAX_VALUE);
    gate.publish(AdmissionPolicy.OPEN);
    assertThat(gate.nanosToRoom(0)).isZero();
    assertThat(gate.offerNew(0).outcome()).isEqualTo(Outcome.ADMIT);
  }

  @Test
  void reportsNewVisitsPerSecondOfPolicy() {
    assertThat(gate(SECOND, 0, 20_000_000, 0).newVisitsPerSecond()).isEqualTo(50);
    assertThat(new AdmissionGate(AdmissionPolicy.OPEN).newVisitsPerSecond()).isInfinite();
    assertThat(
            new AdmissionGate(AdmissionPolicy.builder(0).grantNanos(5).budgetMaxNanos(9).build())
                .newVisitsPerSecond())
        .isInfinite();
  }

  @Test
  void countsAndChargesRefusalAfterWaitingOnce() {
    AdmissionGate gate = gate(0, 100, 100, 1);
    gate.noteRefusal(RefusalReason.WAITING_FULL, 0);
    gate.noteRefusal(RefusalReason.WAITING_PATIENCE, 0);
    assertThat(gate.counters().newRefusedTotal()).isEqualTo(2);
    assertThat(gate.decideNew(0).outcome()).as("98 are left").isEqualTo(Outcome.REFUSE);
    assertThat(gate.counters().newRefusedTotal()).isEqualTo(3);
  }

  /** Visits of 100 ns, 60 if they begin with a resumed handshake; 250 in the bucket. */
  private static AdmissionGate returning() {
    return new AdmissionGate(
        AdmissionPolicy.builder(0)
            .budgetMaxNanos(250)
            .newVisitCostNanos(100)
            .returningCostNanos(60)
            .abandonedCostNanos(20)
            .build());
  }

  private static AdmissionPolicy keeping(double part) {
    return AdmissionPolicy.builder(1)
        .newVisitCostNanos(100)
        .refusalCostNanos(7)
        .abandonedCostNanos(0)
        .waitingMax(0)
        .continuingPart(part)
        .build();
  }

  /** It is charged only while half of the budget is left, which no other visit needs. */
  @Test
  void chargesOverdrawnVisitOnlyToSpareBudget() {
    AdmissionGate gate = gate(0, 1000, 100, 7);
    for (int i = 0; i < 6; i++) {
      assertThat(gate.decideOverdrawn(/* visit= */ 7, 0).entry()).isEqualTo(Entry.RETURNING);
    }
    Decision refused = gate.decideOverdrawn(/* visit= */ 7, 0);
    assertThat(refused.reason()).isEqualTo(RefusalReason.OVER_ACCOUNT);
    assertThat(gate.counters().newRefusedTotal()).as("no visit was refused").isZero();
    assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.ADMIT);

    gate.publish(AdmissionPolicy.OPEN);
    assertThat(gate.decideOverdrawn(/* visit= */ 7, 0).outcome()).isEqualTo(Outcome.ADMIT);
  }

  /** Otherwise a customer whose visit costs much could not go on while others are refused. */
  @Test
  void admitsOneOverdrawnVisitForTwentyNewOnes() {
    AdmissionGate gate = gate(SECOND, 20_000_000, 10_000_000, 0);
    int overdrawn = 0;
    int begun = 0;
    for (long now = 0; now < 20 * SECOND; now += SECOND / 1000) {
      begun += gate.decideNew(now).outcome() == Outcome.ADMIT ? 1 : 0;
      overdrawn += gate.decideOverdrawn(/* visit= */ now, now).outcome() == Outcome.ADMIT ? 1 : 0;
    }
    assertThat(begun + overdrawn).as("100 a second fit").isBetween(1998, 2003);
    assertThat(overdrawn).isBetween(begun / 20 - 1, begun / 20 + 2);
  }

  @Test
  void admitsVisitOverItsAccountInShadowMode() {
    AdmissionGate gate =
        new AdmissionGate(
            policy(0, 0, 1000, 100, 0), () -> 0, CourtesyBudget.NONE, /* shadow= */ true);
    for (int i = 0; i < 6; i++) {
      gate.decideNew(0);
    }

    assertThat(gate.decideOverdrawn(/* visit= */ 7, 0).entry()).isEqualTo(Entry.SHADOW);
    assertThat(gate.counters().wouldRefuseTotal(RefusalReason.OVER_ACCOUNT)).isEqualTo(1);
  }

  /** No new visit is admitted and no budget is left, but visits under way go on. */
  @Test
  void admitsContinuingVisitsAtFullPartWithoutBudget() {
    AdmissionGate gate = new AdmissionGate(keeping(1));
    for (long visit = 0; visit < 1000; visit++) {
      assertThat(gate.decideContinuing(visit, 0).entry()).isEqualTo(Entry.VERIFIED);
    }
    assertThat(gate.counters().admittedTotal(Entry.VERIFIED)).isEqualTo(1000);
  }

  @Test
  void refusesSameContinuingVisitsEachTime() {
    AdmissionGate gate = new AdmissionGate(keeping(0.6));
    int kept = 0;
    for (long visit = 1_700_000_000_000L; visit < 1_700_000_010_000L; visit++) {
      Decision first = gate.decideContinuing(visit, 0);
      assertThat(gate.decideContinuing(visit, 5)).isSameAs(first);
      assertThat(first.reason()).isIn(null, RefusalReason.OVERCOMMITTED);
      kept += first.outcome() == Outcome.ADMIT ? 1 : 0;
    }
    assertThat(kept).isBetween(5800, 6200);
    assertThat(gate.counters().refusedTotal(RefusalReason.OVERCOMMITTED))
        .isEqualTo(2L * (10_000 - kept));
    assertThat(gate.decideContinuing(SessionLookup.NO_VISIT, 0).outcome()).isEqualTo(Outcome.ADMIT);
    gate.publish(AdmissionPolicy.OPEN);
    assertThat(gate.decideContinuing(1_700_000_000_001L, 0).outcome()).isEqualTo(Outcome.ADMIT);
  }

  /** A visit that goes on at a small continuing part also goes on at a larger one. */
  @Property
  void largerContinuingPartKeepsVisitsOfSmallerOne(
      @ForAll long visit, @ForAll @IntRange(max = 100) int a, @ForAll @IntRange(max = 100) int b) {
    double small = Math.min(a, b) / 100.0;
    double large = Math.max(a, b) / 100.0;
    boolean keptAtSmall =
        new AdmissionGate(keeping(small)).decideContinuing(visit, 0).outcome() == Outcome.ADMIT;
    boolean keptAtLarge =
        new AdmissionGate(keeping(large)).decideContinuing(visit, 0).outcome() == Outcome.ADMIT;
    assertThat(keptAtLarge || !keptAtSmall).isTrue();
  }

  @Test
  void returningVisitNeedsLessBudgetThanNewOne() {
    AdmissionGate gate = returning();
    assertThat(gate.decideVisit(Entry.RETURNING, 0).entry()).isEqualTo(Entry.RETURNING);
    assertThat(gate.decideVisit(Entry.COURTESY, 0).entry()).isEqualTo(Entry.COURTESY);
    assertThat(gate.decideNew(0).entry()).as("130 were left").isEqualTo(Entry.NEW);
    assertThat(gate.decideNew(0).reason()).as("30 are left").isEqualTo(RefusalReason.VISIT_BUDGET);
    assertThat(gate.decideVisit(Entry.COURTESY, 0).entry())
        .as("before those who are new")
        .isEqualTo(Entry.COURTESY);
    assertThat(gate.decideVisit(Entry.RETURNING, 0).reason())
        .as("30 are owed")
        .isEqualTo(RefusalReason.VISIT_BUDGET);
    assertThat(gate.counters().admittedTotal(Entry.COURTESY)).isEqualTo(2);
    assertThat(gate.counters().admittedTotal(Entry.RETURNING)).isEqualTo(1);
    assertThat(gate.counters().refusedTotal(Entry.RETURNING)).isEqualTo(1);
    assertThat(gate.counters().refusedTotal(Entry.NEW)).isEqualTo(1);
    assertThat(gate.counters().visitsTotal()).isEqualTo(4);
  }

  @Test
  void refusesReturningVisitWithoutBudget() {
    AdmissionGate gate = gate(0, 0, 1, 0);
    assertThat(gate.decideVisit(Entry.RETURNING, 0).outcome()).isEqualTo(Outcome.REFUSE);
    assertThat(gate.decideVisit(Entry.COURTESY, 0).outcome()).isEqualTo(Outcome.REFUSE);
    assertThat(gate.offerVisit(Entry.COURTESY, 0).outcome()).isEqualTo(Outcome.WAIT);
    assertThat(decideVerified(gate, true, 0).entry()).isEqualTo(Entry.VERIFIED);
  }

  @Test
  void refusesReturningVisitsWhileTooMuchWorkWaits() {
    AtomicInteger waiting = new AtomicInteger(3);
    AdmissionGate gate = new AdmissionGate(boundedAt(3), waiting::get);
    assertThat(gate.decideVisit(Entry.RETURNING, 0).reason()).isEqualTo(RefusalReason.WORK_WAITING);
    waiting.set(2);
    assertThat(gate.decideVisit(Entry.RETURNING, 0).entry()).isEqualTo(Entry.RETURNING);
  }

  @Test
  void chargesReturningVisitAdmittedAsClaimAfterwards() {
    AdmissionGate gate = returning();
    gate.decideClaim(0);
    gate.outcomes().chargeUnseen(Entry.RETURNING);
    assertThat(gate.decideNew(0).outcome()).as("190 were left").isEqualTo(Outcome.ADMIT);
    assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.REFUSE);
    assertThat(gate.counters().unseenTotal(Entry.RETURNING)).isEqualTo(1);
    assertThat(gate.counters().visitsTotal()).isEqualTo(2);
  }

  @Test
  void chargesCostDifferenceOfFalseReturningVisit() {
    AdmissionGate gate = returning();
    gate.decideVisit(Entry.RETURNING, 0);
    gate.outcomes().chargeFalseResumption(Entry.RETURNING);
    gate.decideNew(0);
    assertThat(gate.offerNew(0).outcome()).as("50 are left").isEqualTo(Outcome.WAIT);
    assertThat(gate.decideVisit(Entry.RETURNING, 0).outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(gate.decideVisit(Entry.RETURNING, 0).outcome()).isEqualTo(Outcome.REFUSE);
  }

  @Test
  void checkingCapacityChargesNothingBeforeAdmission() {
    AdmissionGate gate = returning();
    assertThat(gate.hasRoom(0)).isTrue();
    assertThat(gate.hasRoom(0)).as("asking charges nothing").isTrue();
    assertThat(gate.admitVisit(Entry.NEW, 0).entry()).isEqualTo(Entry.NEW);
    assertThat(gate.admitVisit(Entry.RETURNING, 0).entry()).isEqualTo(Entry.RETURNING);
    assertThat(gate.hasRoom(0)).as("90 are left").isFalse();
    assertThat(gate.counters().visitsTotal()).isEqualTo(2);
  }

  @Test
  void countsRefusalAfterWaitingByEntry() {
    AdmissionGate gate = returning();
    gate.noteRefusal(RefusalReason.WAITING_PATIENCE, Entry.COURTESY, 0);
    assertThat(gate.counters().refusedTotal(Entry.COURTESY)).isEqualTo(1);
    assertThat(gate.counters().newRefusedTotal()).isEqualTo(1);
  }

  @Test
  void chargesCourtesyPageToBudget() {
    AdmissionPolicy policy = AdmissionPolicy.builder(0).budgetMaxNanos(SECOND).build();
    AdmissionGate gate =
        new AdmissionGate(policy, () -> 0, new CourtesyBudget(1, 0.1, /* processors= */ 1));
    assertThat(gate.hasRoom(0)).isTrue();
    assertThat(gate.grantCourtesy(0)).isTrue();
    assertThat(gate.grantCourtesy(0)).as("one a second").isFalse();
    gate.publish(
        AdmissionPolicy.builder(1)
            .budgetMaxNanos(SECOND)
            .newVisitCostNanos(SECOND - 5_000_000)
            .build());
    assertThat(gate.hasRoom(0)).as("5 ms were taken").isTrue();
    gate.publish(
        AdmissionPolicy.builder(2)
            .budgetMaxNanos(SECOND)
            .newVisitCostNanos(SECOND - 4_999_999)
            .build());
    assertThat(gate.hasRoom(0)).isFalse();
    assertThat(new AdmissionGate(policy).grantCourtesy(0)).as("none by default").isFalse();
  }

  @Test
  void rejectsVisitWithEntryOfContinuingConnection() {
    AdmissionGate gate = new AdmissionGate(AdmissionPolicy.OPEN);
    assertThatThrownBy(() -> gate.decideVisit(Entry.VERIFIED, 0))
        .hasMessage("No visit begins with VERIFIED.");
  }

  /** Otherwise silent hellos would pay for whole visits. */
  @Test
  void admitsNoOverdrawnVisitForNewOnesThatLeave() {
    for (boolean leave : new boolean[] {true, false}) {
      AdmissionGate gate = new AdmissionGate(dearToAbandon());
      for (int i = 0; i < 20; i++) {
        gate.decideNew(0);
        if (leave) {
          gate.outcomes().refundAbandoned();
        }
      }
      Outcome outcome = gate.decideOverdrawn(/* visit= */ 7, 0).outcome();
      assertThat(outcome).isEqualTo(leave ? Outcome.REFUSE : Outcome.ADMIT);
    }
  }

  /** Twenty visits fit, and nothing is given back. */
  private static AdmissionPolicy dearToAbandon() {
    return AdmissionPolicy.builder(0)
        .budgetMaxNanos(2_000)
        .newVisitCostNanos(100)
        .abandonedCostNanos(100)
        .verifyBelowNanos(1_000)
        .build();
  }
}
