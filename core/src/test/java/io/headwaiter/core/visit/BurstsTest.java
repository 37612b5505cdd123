package io.headwaiter.core.visit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BurstsTest {
  private static final long MILLI = 1_000_000L;
  private static final double COST = 20 * MILLI;

  private final VisitAccounts accounts =
      new VisitAccounts(/* visitsMax= */ 1000, 300_000 * MILLI, 7_200_000 * MILLI);
  private final Bursts bursts = accounts.bursts();

  private long visits = 100;

  /** Makes a visit that has used this CPU time without a pause. */
  private VisitAccount after(long cpuMillis) {
    VisitAccount account = accounts.active(visits++, 0, 0);
    accounts.spend(account, 1, cpuMillis * MILLI, /* deferred= */ false, 0);
    bursts.turnEnded(account, 10 * MILLI, cpuMillis * MILLI, 0);
    return account;
  }

  /** Customers use 10 ms, and pause. */
  private void learn() {
    for (int i = 0; i < BurstNorm.BURSTS_MIN; i++) {
      bursts.turnEnded(after(10), 10 * MILLI, /* cpuNanos= */ 0, 500 * MILLI);
    }
  }

  @BeforeEach
  void setCost() {
    accounts.setPrice(COST);
  }

  private boolean isLongAfter(long cpuMillis) {
    return bursts.isLong(after(cpuMillis), /* moreNanos= */ 0, /* cameNanos= */ 0);
  }

  @Test
  void nothingIsLongWhileNobodyWaits() {
    learn();
    assertThat(isLongAfter(1000)).isFalse();
  }

  @Test
  void burstIsLongFromOneAndHalfTimesUsualOn() {
    learn();
    bursts.setStrict(true);
    assertThat(isLongAfter(14)).isFalse();
    assertThat(isLongAfter(16)).isTrue();
  }

  @Test
  void visitCostCountsWhileUsualIsUnknown() {
    bursts.setStrict(true);
    assertThat(isLongAfter(29)).isFalse();
    assertThat(isLongAfter(31)).isTrue();
  }

  @Test
  void pauseEndsBurst() {
    learn();
    bursts.setStrict(true);
    VisitAccount account = after(1000);
    assertThat(bursts.isLong(account, 0, 99 * MILLI)).isTrue();
    assertThat(bursts.isLong(account, 0, 100 * MILLI)).isFalse();
  }

  /**
   * Otherwise customers whose pages all became longer would never end the burst that teaches it.
   */
  @Test
  void burstsThatAreDeferredTeachToo() {
    learn();
    bursts.setStrict(true);
    int deferred = 0;
    while (isLongAfter(30)) {
      deferred++;
      assertThat(deferred).isLessThan(200);
    }
    assertThat(deferred).as("a few customers are not enough").isGreaterThan(20);
  }

  @Test
  void burstTeachesOnce() {
    learn();
    bursts.setStrict(true);
    VisitAccount account = after(1000);
    for (int i = 0; i < 1000; i++) {
      assertThat(bursts.isLong(account, 0, 0)).isTrue();
    }
    assertThat(isLongAfter(17)).isTrue();
  }

  /** A visit that asks without pause on an idle server does not end the rule. */
  @Test
  void longBurstsRaiseNormToTwoVisitCostsAtMost() {
    for (int i = 0; i < 1000; i++) {
      bursts.turnEnded(after(10_000), 10 * MILLI, /* cpuNanos= */ 0, 500 * MILLI);
    }
    bursts.setStrict(true);
    assertThat(isLongAfter(59)).isFalse();
    assertThat(isLongAfter(61)).isTrue();
  }
}
