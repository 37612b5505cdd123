package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.Decision.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Shadow mode: the gate makes every decision as usual, and admits every connection. */
class ShadowGateTest {
  /** Decides as the door does on a claim after verification. */
  private static Decision lookedUp(AdmissionGate gate, boolean known, long nowNanos) {
    if (known) {
      return gate.decideContinuing(SessionLookup.NO_VISIT, nowNanos);
    }
    gate.noteUnknownClaim();
    return gate.decideNew(nowNanos);
  }

  private static final long SECOND = 1_000_000_000L;
  private static final long COST = 20_000_000L;

  private final AtomicInteger work = new AtomicInteger();

  private static AdmissionPolicy policy(int waitingMax) {
    return AdmissionPolicy.builder(1)
        .refillNanosPerSecond(SECOND)
        .budgetMaxNanos(2 * COST)
        .newVisitCostNanos(COST)
        .returningCostNanos(COST / 2)
        .refusalCostNanos(25_000)
        .abandonedCostNanos(COST / 10)
        .verifyBelowNanos(COST)
        .waitingMax(waitingMax)
        .continuingPart(0.7)
        .build();
  }

  private AdmissionGate gate(boolean shadow) {
    return new AdmissionGate(policy(5), work::get, new CourtesyBudget(10, 0.5, 1), shadow);
  }

  @Test
  void admitsAndCountsVisitsThatWouldBeRefused() {
    AdmissionGate gate = gate(true);
    assertThat(gate.isShadow()).isTrue();
    assertThat(gate.decideNew(0)).isEqualTo(Decision.ADMIT_NEW);
    assertThat(gate.decideNew(0)).isEqualTo(Decision.ADMIT_NEW);
    assertThat(gate.decideNew(0)).isEqualTo(Decision.ADMIT_SHADOW);
    work.set(5);
    assertThat(gate.decideVisit(Entry.RETURNING, SECOND)).isEqualTo(Decision.ADMIT_SHADOW);
    GateCounters counters = gate.counters();
    assertThat(counters.wouldRefuseTotal(RefusalReason.VISIT_BUDGET)).isEqualTo(1);
    assertThat(counters.wouldRefuseTotal(RefusalReason.WORK_WAITING)).isEqualTo(1);
    assertThat(counters.wouldRefuseTotal()).isEqualTo(2);
    assertThat(counters.admittedTotal(Entry.SHADOW)).isEqualTo(2);
    assertThat(counters.admittedTotal()).isEqualTo(4);
    assertThat(counters.visitsTotal()).as("they are there").isEqualTo(4);
    assertThat(counters.refusedTotal()).as("nobody was refused").isZero();
    assertThat(counters.newRefusedTotal()).isZero();
  }

  @Test
  void admitsOfferedVisitWithoutWaiting() {
    AdmissionGate gate = gate(true);
    work.set(100);
    assertThat(gate.offerVisit(Entry.NEW, 0)).isEqualTo(Decision.ADMIT_SHADOW);
    assertThat(gate.hasRoom(0)).isTrue();
    assertThat(gate.nanosToRoom(0)).isZero();
  }

  @Test
  void admitsContinuingVisitsThatWouldBeRefused() {
    AdmissionGate gate = gate(true);
    for (int visit = 1; visit <= 1000; visit++) {
      assertThat(gate.decideContinuing(visit, 0)).isEqualTo(Decision.ADMIT_VERIFIED);
    }
    assertThat(gate.counters().wouldRefuseTotal(RefusalReason.OVERCOMMITTED)).isBetween(250L, 350L);
    assertThat(gate.counters().admittedTotal(Entry.VERIFIED)).isEqualTo(1000);
  }

  @Test
  void refusalsOutsideGateCountAsRefused() {
    AdmissionGate gate = gate(true);
    gate.noteRefusal(RefusalReason.HELLO_DEFECT, 0);
    assertThat(gate.counters().refusedTotal(RefusalReason.HELLO_DEFECT)).isEqualTo(1);
    assertThat(gate.counters().wouldRefuseTotal()).isZero();
  }

  /** The budget is that of an acting gate: with one policy, both decide alike to the end. */
  @Property(tries = 100)
  void decidesLikeActingGate(@ForAll long seed) {
    assertThat(decisions(seed, /* shadow= */ true)).isEqualTo(decisions(seed, /* shadow= */ false));
  }

  private List<String> decisions(long seed, boolean shadow) {
    AdmissionGate gate = gate(shadow);
    Random random = new Random(seed);
    List<String> all = new ArrayList<>();
    long now = 0;
    long noes = 0;
    for (int i = 0; i < 1000; i++) {
      now += random.nextInt(10_000_000);
      work.set(random.nextInt(7));
      Decision decision =
          switch (random.nextInt(5)) {
            case 4 -> gate.decideContinuing(1 + random.nextInt(100), now);
            case 0 -> gate.decideClaim(now);
            case 1 -> lookedUp(gate, random.nextBoolean(), now);
            case 2 -> gate.decideVisit(Entry.RETURNING, now);
            default -> gate.decideNew(now);
          };
      long no = gate.counters().refusedTotal() + gate.counters().wouldRefuseTotal();
      all.add(no > noes ? "no" : decision.toString());
      noes = no;
      assertThat(shadow && decision.outcome() == Outcome.REFUSE).isFalse();
      if (decision.entry() == Entry.NEW && random.nextInt(5) == 0) {
        gate.outcomes().refundAbandoned();
      }
    }
    return all;
  }

  /** If those above the capacity were charged as visits, none would fit under overload. */
  @Test
  void marksOnlyVisitsWithinCapacityAsNew() {
    AdmissionGate gate = gate(true);
    for (int i = 0; i < 10_000; i++) {
      gate.decideNew(i * (SECOND / 1000));
    }
    // 50 a second for ten seconds, less the cost of refusing 950 a second (1.2), and the bucket.
    assertThat(gate.counters().admittedTotal(Entry.NEW)).isBetween(485L, 492L);
    assertThat(gate.counters().admittedTotal()).isEqualTo(10_000);
  }

  @Test
  void listenerHearsEveryDecisionOnce() {
    List<String> heard = new ArrayList<>();
    DecisionListener listener =
        new DecisionListener() {
          @Override
          public void admitted(Entry entry) {
            heard.add("admitted " + entry);
          }

          @Override
          public void refused(RefusalReason reason, Entry entry) {
            heard.add("refused " + reason + " " + entry);
          }

          @Override
          public void wouldRefuse(RefusalReason reason, Entry entry) {
            heard.add("would " + reason + " " + entry);
          }
        };
    work.set(5);
    AdmissionGate shadow = gate(true);
    shadow.counters().listen(listener);
    shadow.decideNew(0);
    AdmissionGate acting = gate(false);
    acting.counters().listen(listener);
    acting.decideVisit(Entry.RETURNING, 0);
    acting.noteRefusal(RefusalReason.CLIENT_LEFT, 0);
    acting.noteLost(RefusalReason.CONTAINER_FAILED);
    acting.outcomes().noteStoppedResumption();
    acting.admitBypass();
    assertThat(heard)
        .containsExactly(
            "would WORK_WAITING NEW",
            "admitted SHADOW",
            "refused WORK_WAITING RETURNING",
            "refused CLIENT_LEFT null",
            "refused CONTAINER_FAILED null",
            "refused RESUMPTION_STOPPED null",
            "admitted BYPASS");
  }
}
