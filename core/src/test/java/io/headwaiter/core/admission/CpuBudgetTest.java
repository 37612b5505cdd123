package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class CpuBudgetTest {
  private static final long SECOND = 1_000_000_000L;
  private final CpuBudget budget = new CpuBudget();

  @Test
  void startsFullAndRefillsWithTime() {
    budget.refill(5 * SECOND, SECOND, 100);
    assertThat(budget.balanceNanos()).isEqualTo(100);
    budget.charge(100);
    assertThat(budget.balanceNanos()).isZero();
    budget.refill(5 * SECOND + 40, SECOND, 100);
    assertThat(budget.balanceNanos()).isEqualTo(40);
    budget.charge(41);
    assertThat(budget.balanceNanos()).as("it may go into debt").isEqualTo(-1);
  }

  @Test
  void boundsDebtForWorkToFourBuckets() {
    budget.refill(0, SECOND, 100);
    budget.charge(450);
    budget.refill(50, SECOND, 100);
    assertThat(budget.balanceNanos()).as("owed in full").isEqualTo(-300);
    budget.charge(1_000_000);
    budget.refill(100, SECOND, 100);
    assertThat(budget.balanceNanos()).isEqualTo(-400);
    budget.refill(600, SECOND, 100);
    assertThat(budget.balanceNanos()).isEqualTo(100);
  }

  @Test
  void boundsDebtForRefusalsToOneBucket() {
    budget.refill(0, SECOND, 100);
    for (int i = 0; i < 50; i++) {
      budget.chargeRefusal(30, 100);
    }
    assertThat(budget.balanceNanos()).isEqualTo(-100);
    budget.charge(50);
    budget.chargeRefusal(30, 100);
    assertThat(budget.balanceNanos()).as("nor do they take any away").isEqualTo(-150);
  }

  @Test
  void addsNothingUntilClockPassesItsLatestTime() {
    budget.refill(1000, SECOND, 1000);
    budget.charge(1000);
    budget.refill(400, SECOND, 1000);
    assertThat(budget.balanceNanos()).isZero();
    budget.refill(1000, SECOND, 1000);
    assertThat(budget.balanceNanos()).as("no time has passed twice").isZero();
    budget.refill(1010, SECOND, 1000);
    assertThat(budget.balanceNanos()).isEqualTo(10);
  }

  @Test
  void longPauseFillsBucketAndNoMore() {
    budget.refill(0, Long.MAX_VALUE, 100);
    budget.charge(100);
    budget.refill(Long.MAX_VALUE, Long.MAX_VALUE, 100);
    assertThat(budget.balanceNanos()).isEqualTo(100);
  }

  @Test
  void refillsAcrossClockOverflow() {
    budget.refill(Long.MAX_VALUE - 10, SECOND, 100);
    budget.charge(100);
    budget.refill(Long.MIN_VALUE + 9, SECOND, 100);
    assertThat(budget.balanceNanos()).isEqualTo(20);
  }

  @Test
  void smallerBucketReducesBalance() {
    budget.refill(0, SECOND, 100);
    budget.refill(1, SECOND, 30);
    assertThat(budget.balanceNanos()).isEqualTo(30);
  }

  @Property(tries = 300)
  void balanceStaysBetweenFourDebtBucketsAndOne(
      @ForAll @Size(max = 60) List<Long> jumps,
      @ForAll @LongRange(min = 0) long refill,
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE / 4) long max,
      @ForAll @LongRange(min = 1) long cost) {
    CpuBudget any = new CpuBudget();
    long now = 0;
    for (long jump : jumps) {
      now += jump;
      any.refill(now, refill, max);
      assertThat(any.balanceNanos()).isBetween(-4.0 * max, (double) max);
      any.charge(cost);
    }
  }
}
