package io.headwaiter.core.visit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** The CPU time that a visit may use, and its charges. */
class VisitSpendingTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;
  private static final long IDLE = 100 * SECOND;
  private static final long FOREVER = Long.MAX_VALUE;
  private static final long ANNA = 1;
  private static final long BERT = 2;

  private final VisitAccounts accounts = new VisitAccounts(1000, IDLE, FOREVER);

  /** Sets a visit cost of 10; visits have used 1 in their first second. */
  private void teach() {
    for (long visit = 1000; visit < 1250; visit++) {
      VisitAccount account = accounts.active(visit, -SECOND, -SECOND);
      accounts.spend(account, 1, 1, /* deferred= */ false, 0);
    }
    accounts.setPrice(10);
  }

  private long spend(VisitAccount account, long cpuNanos, long now) {
    return accounts.spend(account, 1, cpuNanos, /* deferred= */ false, now);
  }

  @Test
  void visitMayUseThreeVisitCostsAtOnce() {
    teach();
    VisitAccount anna = accounts.active(ANNA, 0, 0);
    spend(anna, 30, 1);
    assertThat(accounts.isOver(anna, 1)).isFalse();
    assertThat(accounts.mustPay(ANNA, 1)).isFalse();

    assertThat(spend(anna, 7, 2)).as("beyond what it may take").isEqualTo(7);
    assertThat(accounts.isOver(anna, 2)).isTrue();
    assertThat(accounts.mustPay(ANNA, 2)).isTrue();
    assertThat(accounts.isUnderWay(ANNA, 2)).isTrue();
  }

  @Test
  void fineIsTakenOffBalanceAndIsNoWork() {
    teach();
    VisitAccount anna = accounts.active(ANNA, 0, 0);
    accounts.fine(anna, 31, 1);
    assertThat(accounts.isOver(anna, 1)).isTrue();
    assertThat(anna.cpuNanos()).isZero();
    assertThat(anna.excessNanos()).isZero();
  }

  @Test
  void detectsOverdraftBeforeSpending() {
    teach();
    VisitAccount anna = accounts.active(ANNA, 0, 0);

    assertThat(accounts.isOverAfter(anna, 30, 1)).isFalse();
    assertThat(accounts.isOverAfter(anna, 31, 1)).isTrue();
  }

  /** Work above twice the usual amount says nothing about a mean; the visit may use it. */
  @Test
  void unusualWorkWithinAccountIsExcess() {
    teach();
    VisitAccount anna = accounts.active(ANNA, 0, 0);

    assertThat(spend(anna, 20, 1)).isEqualTo(18);

    assertThat(anna.cpuNanos()).isEqualTo(20);
    assertThat(anna.excessNanos()).isEqualTo(18);
    assertThat(accounts.isOver(anna, 1)).isFalse();
  }

  /** Work on a connection alone, such as its end, is no sample of the work of visits. */
  @Test
  void silentVisitsDoNotLowerUsualAmount() {
    teach();
    for (long visit = 2000; visit < 6000; visit++) {
      VisitAccount silent = accounts.active(visit, -SECOND, -SECOND);
      accounts.spend(silent, /* turns= */ 0, 0, /* deferred= */ false, 0);
    }
    VisitAccount anna = accounts.active(ANNA, 0, 0);

    assertThat(spend(anna, 2, 1)).as("excess").isZero();
  }

  @Test
  void deferredWorkDoesNotReduceBalance() {
    teach();
    VisitAccount anna = accounts.active(ANNA, 0, 0);

    assertThat(accounts.spend(anna, 1, 100, /* deferred= */ true, 1)).isEqualTo(100);

    assertThat(accounts.isOver(anna, 1)).isFalse();
    assertThat(anna.cpuNanos()).isEqualTo(100);
  }

  @Test
  void furtherChargeAddsOneVisitCost() {
    teach();
    VisitAccount anna = accounts.active(ANNA, 0, 0);
    spend(anna, 35, 1);

    accounts.noteAdmitted(ANNA, 2);

    assertThat(anna.paidVisits()).isEqualTo(2);
    assertThat(accounts.mustPay(ANNA, 3)).isFalse();
    spend(anna, 6, 3);
    assertThat(accounts.mustPay(ANNA, 3)).as("-5, then 5, then -1").isTrue();
  }

  @Test
  void singleChargeDoesNotCancelLargerDebt() {
    teach();
    VisitAccount anna = accounts.active(ANNA, 0, 0);
    spend(anna, 1_000, 1);

    accounts.noteAdmitted(ANNA, 2);

    assertThat(accounts.mustPay(ANNA, 3)).isTrue();
  }

  @Test
  void balanceGrowsByThreeTimesUsualAmount() {
    teach();
    VisitAccount anna = accounts.active(ANNA, 0, 0);
    spend(anna, 40, 1);

    // The usual amount is 1.2 in the first second, and as much in each further one.
    assertThat(accounts.isOver(anna, 3 * SECOND)).isTrue();
    assertThat(accounts.isOver(anna, 5 * SECOND)).isFalse();
  }

  @Test
  void idleVisitSavesUpAtMostInitialBalance() {
    teach();
    VisitAccount anna = accounts.active(ANNA, 0, 0);
    spend(anna, 1, 1);

    assertThat(accounts.isOverAfter(anna, 30, 3_600 * SECOND)).isFalse();
    assertThat(accounts.isOverAfter(anna, 31, 3_600 * SECOND)).isTrue();
  }

  /** Its first three visit costs are in those of now, less what it has used. */
  @Test
  void balanceRisesWithVisitCostOnce() {
    teach();
    VisitAccount anna = accounts.active(ANNA, 0, 0);
    spend(anna, 25, 0);
    for (int i = 0; i < 10; i++) {
      accounts.setPrice(20);
      spend(anna, 0, 0);
      accounts.setPrice(10);
      spend(anna, 0, 0);
    }
    spend(anna, 35, 0);
    assertThat(accounts.isOver(anna, 0)).as("60 used, and three times 20 allowed").isFalse();
    spend(anna, 1, 0);
    assertThat(accounts.isOver(anna, 0)).isTrue();
  }

  @Test
  void noVisitIsOverAccountWithoutKnownCost() {
    VisitAccount anna = accounts.active(ANNA, 0, 0);

    assertThat(spend(anna, Long.MAX_VALUE / 2, 1)).isZero();
    assertThat(accounts.mustPay(ANNA, 1)).isFalse();
  }

  @Test
  void visitMayUseTenCostsWhileNormIsUnknown() {
    accounts.setPrice(10);
    VisitAccount anna = accounts.active(ANNA, 0, 0);

    assertThat(spend(anna, 100, 1)).as("of it 3 visit costs count").isEqualTo(70);
    assertThat(accounts.mustPay(ANNA, 1)).isFalse();
    assertThat(spend(anna, 1, 1)).isEqualTo(1);
    assertThat(accounts.mustPay(ANNA, 1)).isTrue();
    accounts.setPrice(20);
    assertThat(accounts.mustPay(ANNA, 1)).as("visits have become more expensive").isFalse();
    assertThat(spend(anna, 100, 1)).as("60 in all").isEqualTo(70);
  }

  /** A twentieth of a processor, from its beginning. */
  @Test
  void longVisitIsNotOverAccountWhileNormIsUnknown() {
    accounts.setPrice(10);
    VisitAccount anna = accounts.active(ANNA, 0, 0);
    spend(anna, 600, 10_000);

    assertThat(accounts.isOver(anna, 10_000)).isFalse();
    assertThat(accounts.isOver(anna, 9_979)).isTrue();
  }

  /** Visits of one burst of 1, which they end with a pause. */
  private void teachBursts() {
    for (long visit = 5000; visit < 5000 + BurstNorm.BURSTS_MIN; visit++) {
      VisitAccount account = accounts.active(visit, 0, 0);
      accounts.spend(account, 1, 1, /* deferred= */ false, 0);
      accounts.bursts().turnEnded(account, 10, 1, 0);
      accounts.bursts().turnEnded(account, 10, 1, SECOND);
    }
  }

  /** A visit that asks without pause may still have saved a balance. */
  @Test
  void strictRuleAlsoCoversVisitsThatAskWithoutPause() {
    teach();
    teachBursts();
    accounts.setPrice(10);
    VisitAccount anna = accounts.active(ANNA, 0, 0);
    spend(anna, 7, 0);
    accounts.bursts().turnEnded(anna, 100, 7, 0);
    assertThat(accounts.isOver(anna, 0)).isFalse();

    accounts.bursts().setStrict(true);

    assertThat(accounts.isOver(anna, 0)).as("7 used, others use 1").isTrue();
    assertThat(accounts.isOver(anna, SECOND)).as("after a pause").isFalse();
    assertThat(accounts.mustPay(ANNA, 0)).as("its new connections are as before").isFalse();
    accounts.bursts().setStrict(false);
    assertThat(accounts.isOver(anna, 0)).isFalse();
  }

  @Test
  void strictRuleSparesUsualBursts() {
    teach();
    teachBursts();
    accounts.setPrice(10);
    accounts.bursts().setStrict(true);
    VisitAccount anna = accounts.active(ANNA, 0, 0);
    spend(anna, 1, 0);
    accounts.bursts().turnEnded(anna, 100, 1, 0);

    assertThat(accounts.isOver(anna, 0)).isFalse();
    assertThat(accounts.isOverAfter(anna, 6, 0)).as("7 in all").isTrue();
  }

  /** While usual bursts are not known, one and a half visit costs count. */
  @Test
  void strictRuleAllowsOneAndHalfCostsWhileBurstsAreUnknown() {
    accounts.setPrice(10);
    accounts.bursts().setStrict(true);
    VisitAccount anna = accounts.active(ANNA, 0, 0);
    spend(anna, 15, 0);
    accounts.bursts().turnEnded(anna, 100, 15, 0);

    assertThat(accounts.isOver(anna, 0)).isFalse();
    assertThat(accounts.isOverAfter(anna, 1, 0)).isTrue();
  }

  @Test
  void countsTwiceTheUsualAmountOfOneVisit() {
    assertThat(accounts.countedNanosMax()).as("not known").isZero();
    teach();
    assertThat(accounts.countedNanosMax()).isBetween(1.8, 2.2);
  }

  /** The CPU time that they used elsewhere is not known. */
  @Test
  void foreignVisitsDoNotTeachUsualAmount() {
    for (long visit = 1000; visit < 1250; visit++) {
      VisitAccount foreign = accounts.active(visit, -SECOND, 0);
      assertThat(foreign.isForeign()).isTrue();
      spend(foreign, 1, 0);
    }
    accounts.setPrice(10);
    VisitAccount anna = accounts.active(ANNA, 0, 0);

    spend(anna, 90, 1);

    assertThat(accounts.isOver(anna, 1)).isFalse();
  }

  @Test
  void chargesFailedHandshakesToVisitOfTicket() {
    teach();
    accounts.setPrice(1_000_000);
    VisitAccount anna = accounts.active(ANNA, 0, 0);
    for (int i = 0; i < VisitAccounts.FAILED_MAX; i++) {
      accounts.failed(ANNA, 3, 1);
    }
    assertThat(anna.cpuNanos()).isEqualTo(3 * VisitAccounts.FAILED_MAX);
    assertThat(accounts.mustPay(ANNA, 1)).isFalse();

    accounts.failed(ANNA, 3, 1);

    assertThat(anna.failedHandshakes()).isEqualTo(VisitAccounts.FAILED_MAX + 1);
    assertThat(accounts.mustPay(ANNA, 1)).isTrue();
    accounts.noteAdmitted(ANNA, 1);
    assertThat(accounts.mustPay(ANNA, 1)).as("it has paid").isFalse();
  }

  /** A client that has only observed a ticket cannot block its visit permanently. */
  @Test
  void forgivesFailedHandshakesOneByOne() {
    accounts.active(ANNA, 0, 0);
    for (int i = 0; i < VisitAccounts.FAILED_MAX + 3; i++) {
      accounts.failed(ANNA, 0, 0);
    }
    assertThat(accounts.mustPay(ANNA, 15 * SECOND - 1)).isTrue();
    assertThat(accounts.mustPay(ANNA, 15 * SECOND)).isFalse();
    accounts.failed(ANNA, 0, 15 * SECOND);
    assertThat(accounts.mustPay(ANNA, 15 * SECOND)).isTrue();
    assertThat(accounts.mustPay(ANNA, 20 * SECOND)).isFalse();
    assertThat(accounts.find(ANNA, 20 * SECOND).failedHandshakes())
        .isEqualTo(VisitAccounts.FAILED_MAX + 4);
  }

  @Test
  void failedHandshakesDoNotMakeVisitWorkExcess() {
    teach();
    accounts.setPrice(1_000_000);
    VisitAccount anna = accounts.active(ANNA, 0, 0);
    VisitAccount bert = accounts.active(BERT, 0, 0);
    for (int i = 0; i < 100; i++) {
      accounts.failed(ANNA, 50, 0);
    }
    long excess = accounts.spend(anna, 1, 1, /* deferred= */ false, 1);
    assertThat(excess).isEqualTo(accounts.spend(bert, 1, 1, /* deferred= */ false, 1));
    assertThat(anna.cpuNanos()).isEqualTo(5_001);
    assertThat(anna.workNanos()).isEqualTo(1);
    assertThat(anna.excessNanos()).isEqualTo(5_000 + excess);
  }

  @Test
  void failedHandshakeOpensAccountForUnknownVisit() {
    teach();
    accounts.setPrice(100);

    accounts.failed(BERT, 101, 1);

    assertThat(accounts.find(BERT, 1).isForeign()).isTrue();
    assertThat(accounts.find(BERT, 1).failedHandshakes()).isEqualTo(1);
    assertThat(accounts.mustPay(BERT, 1)).as("one price is what it has").isTrue();
  }

  /** Otherwise its client would be admitted as one of a visit under way. */
  @Test
  void failedHandshakeAfterCourtesyPageBeginsNoVisit() {
    accounts.courtesy(BERT, 0);

    accounts.failed(BERT, 3, 1);

    assertThat(accounts.find(BERT, 1)).isNull();
    assertThat(accounts.isCourtesy(BERT, 1)).isTrue();
  }

  @Test
  void foreignVisitStartsWithOneVisitCost() {
    teach();
    accounts.setPrice(100);
    VisitAccount foreign = accounts.active(ANNA, -1, 0);
    VisitAccount ours = accounts.active(BERT, 0, 0);
    for (VisitAccount account : new VisitAccount[] {foreign, ours}) {
      accounts.spend(account, 1, 100, /* deferred= */ false, 0);
      assertThat(accounts.isOver(account, 0)).isFalse();
      accounts.spend(account, 1, 1, /* deferred= */ false, 0);
    }
    assertThat(accounts.isOver(foreign, 0)).isTrue();
    assertThat(accounts.isOver(ours, 0)).isFalse();
  }

  /** A thousand visits without debt follow. */
  @Test
  void keepsVisitThatMustPayAmongManyOthers() {
    VisitAccounts few = new VisitAccounts(50, 300 * SECOND, Long.MAX_VALUE);
    few.active(ANNA, 0, 0);
    few.active(BERT, 0, 0);
    for (int i = 0; i <= VisitAccounts.FAILED_MAX; i++) {
      few.failed(ANNA, 1, 0);
    }
    for (long other = 1_000; other < 2_000; other++) {
      few.active(other, 0, 0);
    }
    assertThat(few.size()).isEqualTo(50);
    assertThat(few.mustPay(ANNA, 0)).isTrue();
    assertThat(few.find(BERT, 0)).isNull();
  }

  @Test
  void accountsStayBoundedWhenAllMustPay() {
    VisitAccounts few = new VisitAccounts(50, 300 * SECOND, Long.MAX_VALUE);
    for (long visit = 1_000; visit < 1_200; visit++) {
      few.active(visit, 0, 0);
      for (int i = 0; i <= VisitAccounts.FAILED_MAX; i++) {
        few.failed(visit, 1, 0);
      }
    }
    assertThat(few.size()).isEqualTo(50);
  }

  @Test
  void spacesTurnsOfOneVisit() {
    VisitAccount anna = accounts.active(ANNA, 0, 0);

    assertThat(anna.turnNanos(-100, 20)).isEqualTo(-100);
    assertThat(anna.turnNanos(-100, 20)).isEqualTo(-80);
    assertThat(anna.turnNanos(-95, 20)).isEqualTo(-60);
    assertThat(anna.turnNanos(50, 20)).isEqualTo(50);
  }

  @Test
  void turnWithoutWaitingSiblingKeepsItsPlace() {
    VisitAccount anna = accounts.active(ANNA, 0, 0);
    for (int i = 0; i < 1_000; i++) {
      assertThat(anna.turnNanos(i, 20)).isEqualTo(i);
      anna.turnLeft();
    }
    anna.turnNanos(1_000, 20);
    anna.turnNanos(1_000, 20);
    anna.turnLeft();
    assertThat(anna.turnNanos(1_000, 20)).as("one still waits").isEqualTo(1_040);
  }

  @Test
  void delaysTurnByAtMostHalfSecond() {
    VisitAccount anna = accounts.active(ANNA, 0, 0);
    for (int i = 0; i < 1_000; i++) {
      assertThat(anna.turnNanos(7, SECOND / 50)).isEqualTo(7 + Math.min(i, 25) * (SECOND / 50));
    }
    assertThat(anna.turnNanos(SECOND, SECOND / 50)).isEqualTo(SECOND);
  }

  /** A hundred streams of one connection, and a turn of another visit every 5 ms. */
  @Test
  void manyTurnsOfVisitDoNotDelayOthers() {
    VisitAccount hog = accounts.active(ANNA, 0, 0);
    long serviceNanos = SECOND / 500;
    PriorityQueue<long[]> queue = new PriorityQueue<>(Comparator.comparingLong(turn -> turn[0]));
    for (int i = 0; i < 100; i++) {
      queue.add(new long[] {hog.turnNanos(0, SECOND / 50), 0, ANNA});
    }
    long longest = 0;
    long next = 0;
    int served = 0;
    for (long now = 0; now < SECOND; now += serviceNanos) {
      for (; next <= now; next += SECOND / 200) {
        VisitAccount other = accounts.active(BERT + next, next, next);
        queue.add(new long[] {other.turnNanos(next, SECOND / 50), next, BERT});
      }
      long[] turn = queue.poll();
      if (turn != null && turn[2] == BERT) {
        longest = Math.max(longest, now - turn[1]);
      }
      served += turn != null && turn[2] == ANNA ? 1 : 0;
    }
    assertThat(longest).as("of others").isLessThanOrEqualTo(SECOND / 50);
    assertThat(served).as("in what they leave over").isEqualTo(100);
  }

  /** The accounts add up to the CPU time that was spent, and no visit is charged for another. */
  @Property(tries = 100)
  void booksSpendingOnceOnRightAccount(@ForAll @LongRange long seed) {
    Random random = new Random(seed);
    VisitAccounts any = new VisitAccounts(64, IDLE, FOREVER);
    any.setPrice(1_000);
    Map<Long, Long> spent = new LinkedHashMap<>();
    long excess = 0;
    for (int i = 0; i < 2_000; i++) {
      long visit = 1L + random.nextInt(60);
      long now = i * SECOND / 50;
      long cpu = random.nextInt(2_000);
      boolean deferred = random.nextInt(5) == 0;
      excess += any.spend(any.active(visit, now, now), 1, cpu, deferred, now);
      spent.merge(visit, cpu, Long::sum);
    }
    long end = 40 * SECOND;
    long booked = 0;
    for (Map.Entry<Long, Long> visit : spent.entrySet()) {
      VisitAccount account = any.find(visit.getKey(), end);
      assertThat(account.cpuNanos()).isEqualTo(visit.getValue());
      booked += account.excessNanos();
    }
    assertThat(booked).isEqualTo(excess).isPositive();
  }

  /** For any requests at any times, the amount that a visit uses before others is bounded. */
  @Property(tries = 100)
  void visitUsesNoMoreThanItsAllowance(
      @ForAll @LongRange long seed, @ForAll @IntRange(min = 1, max = 200) int turnMillis) {
    SteadyCustomers customers = new SteadyCustomers(new Random(seed));
    customers.pass(300);
    VisitAccounts any = customers.accounts();
    VisitAccount hog = any.active(ANNA, customers.now(), customers.now());
    Random random = new Random(seed + 1);
    long turn = turnMillis * MILLI;
    long now = customers.now();
    long end = now + 60 * SECOND;
    long taken = 0;
    while (now < end) {
      // Sometimes it is idle, to save up.
      now += random.nextInt(100) == 0 ? 5 * SECOND : turn;
      if (!any.isOver(hog, now)) {
        any.spend(hog, 1, turn, /* deferred= */ false, now);
        taken += turn;
      }
    }
    double usual = customers.usualNanos(now - hog.beganNanos());
    double most = 3 * SteadyCustomers.PRICE_NANOS + 3 * 1.5 * usual + turn;
    assertThat((double) taken).isLessThanOrEqualTo(most);
  }

  /** A customer that keeps buying is never over its account. */
  @Property(tries = 100)
  void longVisitOfBuyingCustomerStaysWithinAccount(@ForAll @LongRange long seed) {
    SteadyCustomers customers = new SteadyCustomers(new Random(seed));
    customers.pass(300);
    VisitAccounts any = customers.accounts();
    VisitAccount buyer = any.active(ANNA, customers.now(), customers.now());
    Random random = new Random(seed + 1);
    for (long now = customers.now(); now < customers.now() + 600 * SECOND; ) {
      now += (long) ((0.5 + random.nextDouble()) * SECOND);
      any.active(ANNA, now, now);
      any.spend(buyer, 1, 2 * MILLI, /* deferred= */ false, now);
      assertThat(any.isOver(buyer, now)).isFalse();
    }
    long end = customers.now() + 602 * SECOND;
    any.spend(buyer, 1, 20 * MILLI, /* deferred= */ false, end);
    assertThat(any.isOver(buyer, end)).as("a checkout of ten pages").isFalse();
  }
}
