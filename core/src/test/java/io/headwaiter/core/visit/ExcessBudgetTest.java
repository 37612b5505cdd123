package io.headwaiter.core.visit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** CPU time for visits over their account, at the rate that is granted. */
class ExcessBudgetTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;

  private static final int MANY = 100;

  private final ExcessBudget budget = new ExcessBudget();

  @Test
  void allMayBeginBeforeAnythingIsGranted() {
    for (int i = 0; i < 100; i++) {
      assertThat(budget.tryBegin(i, 1)).isNotNull();
    }
  }

  @Test
  void asManyAtATimeAsProcessorsAreGranted() {
    budget.grant(1.5, 0);

    ExcessBudget.Slot first = budget.tryBegin(0, MANY);
    assertThat(budget.tryBegin(0, MANY)).isNotNull();
    assertThat(budget.tryBegin(0, MANY)).isNull();
    budget.ended(first, 0);
    assertThat(budget.tryBegin(0, MANY)).isNotNull();
  }

  @Test
  void turnThatWaitsForSomethingMakesRoomForAnother() {
    budget.grant(1, 0);
    assertThat(budget.tryBegin(0, 2)).isNotNull();
    assertThat(budget.tryBegin(50 * MILLI, 2)).isNull();

    ExcessBudget.Slot second = budget.tryBegin(51 * MILLI, 2);

    assertThat(second).isNotNull();
    assertThat(budget.tryBegin(500 * MILLI, 2)).as("no more than so many").isNull();
    budget.ended(second, 0);
    assertThat(budget.tryBegin(500 * MILLI, 2)).isNotNull();
  }

  @Test
  void turnsTakeNoMoreThanIsGranted() {
    budget.grant(0.02, 0);
    long took = 0;
    for (long now = 0; now < 60 * SECOND; now += MILLI) {
      ExcessBudget.Slot slot = budget.tryBegin(now, MANY);
      if (slot != null) {
        budget.ended(slot, 5 * MILLI);
        took += 5 * MILLI;
      }
    }

    assertThat(took)
        .isBetween((long) (0.02 * 60 * SECOND), (long) (0.02 * 60 * SECOND) + 25 * MILLI);
  }

  @Test
  void longTurnIsPaidOff() {
    budget.grant(0.5, 0);
    budget.ended(budget.tryBegin(0, MANY), 520 * MILLI);

    assertThat(budget.tryBegin(999 * MILLI, MANY)).isNull();
    assertThat(budget.tryBegin(1_001 * MILLI, MANY)).isNotNull();
  }

  @Test
  void debtIsBounded() {
    budget.grant(1, 0);
    budget.ended(budget.tryBegin(0, MANY), Long.MAX_VALUE / 2);

    assertThat(budget.tryBegin(SECOND + MILLI, MANY)).isNotNull();
  }

  @Test
  void whoWaitsIsToldOfAGrant() {
    int[] told = {0};
    budget.listen(() -> told[0]++);

    budget.grant(1, 0);

    assertThat(told[0]).isEqualTo(1);
  }
}
