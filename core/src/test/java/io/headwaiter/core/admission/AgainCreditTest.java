package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AgainCreditTest {
  private static final long SECOND = 1_000_000_000L;

  private final AgainCredit credit = new AgainCredit();

  private void admit(int visits) {
    for (int i = 0; i < visits; i++) {
      credit.admitted();
    }
  }

  @Test
  void givesOneForTwentyVisits() {
    admit(19);
    assertThat(credit.take(1, 0)).isFalse();
    admit(1);
    assertThat(credit.take(1, 0)).isTrue();
    assertThat(credit.take(2, 0)).isFalse();
  }

  @Test
  void savesUpNoMoreThanThree() {
    admit(1_000);
    for (int visit = 1; visit <= 3; visit++) {
      assertThat(credit.take(visit, 0)).isTrue();
    }
    assertThat(credit.take(4, 0)).isFalse();
  }

  /** Otherwise the visit that asks most often would get them all. */
  @Test
  void givesVisitOneInTenSeconds() {
    admit(100);
    assertThat(credit.take(1, 0)).isTrue();
    assertThat(credit.take(1, 10 * SECOND - 1)).isFalse();
    assertThat(credit.take(2, 10 * SECOND - 1)).isTrue();
    assertThat(credit.take(1, 10 * SECOND)).isTrue();
  }

  @Test
  void takesBackWhatVisitsThatDoNotBeginHaveAdded() {
    admit(60);
    credit.abandoned(41);
    assertThat(credit.take(1, 0)).isFalse();
    admit(1);
    assertThat(credit.take(1, 0)).isTrue();
    credit.abandoned(Long.MAX_VALUE);
    admit(79);
    assertThat(credit.take(2, 0)).as("it owes no more than three").isFalse();
    admit(1);
    assertThat(credit.take(2, 0)).isTrue();
  }

  @Test
  void forgetsOldestVisitBeyondItsBound() {
    for (int visit = 0; visit < AgainCredit.VISITS_MAX; visit++) {
      admit(20);
      assertThat(credit.take(visit, 0)).isTrue();
    }
    admit(20);
    assertThat(credit.take(1, 0)).isFalse();
    assertThat(credit.take(0, 0)).as("forgotten").isTrue();
  }
}
