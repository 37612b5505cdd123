package io.headwaiter.core.visit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** CPU time for visits over their account, at the granted rate. */
class ExcessBudgetTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;

  private static final int MANY = 100;
  private static final Object VISIT = new Object();

  private final ExcessBudget budget = new ExcessBudget(/* processors= */ 1);

  /** Begins a turn of 30 ms, beside which no other one has room. */
  private ExcessBudget.Slot beginExpensive() {
    ExcessBudget.Slot slot = budget.tryBegin(VISIT, 0, MANY);
    if (slot != null) {
      budget.estimate(slot, 30 * MILLI);
    }
    return slot;
  }

  @Test
  void allTurnsBeginBeforeFirstGrant() {
    ExcessBudget anyNumber = new ExcessBudget();
    for (int i = 0; i < 100; i++) {
      assertThat(anyNumber.tryBegin(VISIT, i, 1)).isNotNull();
    }
  }

  @Test
  void runsTurnsUpToGrantedProcessorsRoundedUp() {
    budget.grant(1.5, 0);

    ExcessBudget.Slot first = beginExpensive();
    assertThat(beginExpensive()).isNotNull();
    assertThat(beginExpensive()).isNull();
    budget.ended(first, 0);
    assertThat(beginExpensive()).isNotNull();
  }

  /** One at a time would keep the short pages of many visits waiting for a second. */
  @Test
  void runsFourTurnsForEachProcessorWhileTheyAreShort() {
    budget.grant(0.05, 0);
    for (int i = 0; i < 4; i++) {
      budget.estimate(budget.tryBegin(VISIT, 0, MANY), 2 * MILLI);
    }
    assertThat(budget.tryBegin(VISIT, 0, MANY)).isNull();
  }

  @Test
  void longRunningTurnLetsAnotherBegin() {
    budget.grant(1, 0);
    assertThat(beginExpensive()).isNotNull();
    assertThat(budget.tryBegin(VISIT, 50 * MILLI, 2)).isNull();

    ExcessBudget.Slot second = budget.tryBegin(VISIT, 51 * MILLI, 2);

    assertThat(second).isNotNull();
    assertThat(budget.tryBegin(VISIT, 500 * MILLI, 2)).as("no more than so many").isNull();
    budget.ended(second, 0);
    assertThat(budget.tryBegin(VISIT, 500 * MILLI, 2)).isNotNull();
  }

  @Test
  void turnsUseNoMoreThanGranted() {
    budget.grant(0.02, 0);
    long took = 0;
    for (long now = 0; now < 60 * SECOND; now += MILLI) {
      ExcessBudget.Slot slot = budget.tryBegin(VISIT, now, MANY);
      if (slot != null) {
        budget.ended(slot, 5 * MILLI);
        took += 5 * MILLI;
      }
    }

    assertThat(took)
        .isBetween((long) (0.02 * 60 * SECOND), (long) (0.02 * 60 * SECOND) + 105 * MILLI);
  }

  @Test
  void nextTurnWaitsUntilDebtIsRepaid() {
    budget.grant(0.5, 0);
    budget.ended(budget.tryBegin(VISIT, 0, MANY), 600 * MILLI);

    assertThat(budget.tryBegin(VISIT, 999 * MILLI, MANY)).isNull();
    assertThat(budget.tryBegin(VISIT, 1_001 * MILLI, MANY)).isNotNull();
  }

  @Test
  void debtIsBoundedToSixtySeconds() {
    budget.grant(1, 0);
    budget.ended(budget.tryBegin(VISIT, 0, MANY), Long.MAX_VALUE / 2);

    assertThat(budget.tryBegin(VISIT, 60 * SECOND - MILLI, MANY)).isNull();
    assertThat(budget.tryBegin(VISIT, 60 * SECOND + MILLI, MANY)).isNotNull();
  }

  @Test
  void chargesEstimateBeforeTurnEnds() {
    budget.grant(1, 0);
    ExcessBudget.Slot slot = budget.tryBegin(VISIT, 0, MANY);
    budget.estimate(slot, 0);
    budget.ended(slot, 600 * MILLI);
    ExcessBudget.Slot next = budget.tryBegin(VISIT, 501 * MILLI, MANY);
    budget.estimate(next, 0);

    assertThat(budget.tryBegin(VISIT, 1_000 * MILLI, MANY)).as("as much as the last one").isNull();
    budget.ended(next, MILLI);
    assertThat(budget.tryBegin(VISIT, 1_000 * MILLI, MANY)).as("it took less").isNotNull();
  }

  @Test
  void estimateFollowsOwnVisitUpToOneSecond() {
    budget.grant(1, 0);
    budget.ended(budget.tryBegin(VISIT, 0, MANY), MILLI);
    budget.estimate(budget.tryBegin(VISIT, MILLI, MANY), 100 * SECOND);

    assertThat(budget.tryBegin(VISIT, 890 * MILLI, MANY)).isNull();
    assertThat(budget.tryBegin(VISIT, 920 * MILLI, MANY)).isNotNull();
  }

  /** Turns of 5 s, each on its own processor. */
  @Test
  void longTurnsUseNoMoreThanGranted() {
    budget.grant(0.5, 0);
    Map<ExcessBudget.Slot, Long> began = new HashMap<>();
    long took = 0;
    for (long now = 0; now < 600 * SECOND; now += 10 * MILLI) {
      long time = now;
      began.forEach((slot, since) -> budget.goesOn(slot, time - since));
      took += (long) began.size() * 10L * MILLI;
      began
          .entrySet()
          .removeIf(
              e -> {
                boolean over = time - e.getValue() >= 5 * SECOND;
                if (over) {
                  budget.ended(e.getKey(), 5 * SECOND);
                }
                return over;
              });
      ExcessBudget.Slot slot = budget.tryBegin(VISIT, now, MANY);
      if (slot != null) {
        budget.estimate(slot, 5 * SECOND);
        began.put(slot, now);
      }
    }

    assertThat(took).isBetween(290 * SECOND, 310 * SECOND);
  }

  @Test
  void unboundedTurnsBeginFourPerProcessorAtATime() {
    ExcessBudget two = new ExcessBudget(2);
    List<ExcessBudget.Slot> begun = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      begun.add(two.tryBegin(VISIT, 0, 1));
    }
    assertThat(begun).doesNotContainNull();
    assertThat(two.tryBegin(VISIT, 1, 1)).isNull();
    two.ended(begun.get(3), 1_000_000);
    assertThat(two.tryBegin(VISIT, 2, 1)).as("one has ended").isNotNull();
    assertThat(two.tryBegin(VISIT, 3, 1)).isNull();
    assertThat(two.tryBegin(VISIT, 51_000_000L, 1)).as("the others mostly wait").isNotNull();
  }

  private static ExcessBudget.Slot begin(ExcessBudget one, long likelyNanos, long now) {
    ExcessBudget.Slot slot = one.tryBegin(VISIT, now, MANY);
    if (slot != null) {
      one.estimate(slot, likelyNanos);
    }
    return slot;
  }

  /** When other work comes, it finds little CPU time promised to them. */
  @Test
  void unboundedExpensiveTurnsBeginOneByOne() {
    ExcessBudget one = new ExcessBudget(1);
    ExcessBudget.Slot first = begin(one, 200 * MILLI, 0);

    assertThat(begin(one, 200 * MILLI, 100 * MILLI)).isNull();
    one.goesOn(first, 174 * MILLI);
    assertThat(begin(one, 200 * MILLI, 200 * MILLI)).as("26 ms to come").isNull();
    one.goesOn(first, 176 * MILLI);
    assertThat(begin(one, 200 * MILLI, 200 * MILLI)).as("24 ms to come").isNotNull();
    one.ended(first, 200 * MILLI);
    assertThat(begin(one, 200 * MILLI, 300 * MILLI)).isNull();
  }

  /** The page before was a cheap one. */
  @Test
  void unboundedTurnThatTakesMoreThanExpectedKeepsOthersBack() {
    ExcessBudget one = new ExcessBudget(1);
    ExcessBudget.Slot first = begin(one, MILLI, 0);
    one.goesOn(first, 25 * MILLI);

    assertThat(begin(one, MILLI, 60 * MILLI)).isNull();
  }

  /** It waits for a slow client or the database. */
  @Test
  void unboundedTurnThatWaitsKeepsNobodyBack() {
    ExcessBudget one = new ExcessBudget(1);
    begin(one, 200 * MILLI, 0);

    assertThat(begin(one, MILLI, 2_050 * MILLI)).isNull();
    assertThat(begin(one, MILLI, 2_051 * MILLI)).isNotNull();
  }

  @Test
  void unboundedGrantCancelsDebtAndChargesNothing() {
    budget.grant(0.02, 0);
    ExcessBudget.Slot slot = budget.tryBegin(VISIT, 0, MANY);
    budget.ended(slot, 30 * SECOND);
    budget.grant(Double.POSITIVE_INFINITY, SECOND);
    ExcessBudget.Slot free = budget.tryBegin(VISIT, SECOND, MANY);
    budget.goesOn(free, 10 * SECOND);
    budget.grant(1, 11 * SECOND);
    budget.goesOn(free, 10 * SECOND);

    assertThat(budget.tryBegin(VISIT, 11 * SECOND + MILLI, MANY)).isNotNull();
    budget.ended(free, 12 * SECOND);
    assertThat(budget.tryBegin(VISIT, 12 * SECOND, MANY)).as("the last 2 s are owed").isNull();
  }

  @Test
  void grantCallsListener() {
    int[] told = {0};
    budget.listen(() -> told[0]++);

    budget.grant(1, 0);

    assertThat(told[0]).isEqualTo(1);
  }

  /** Its turns wait for its clients, and those of others would wait for them. */
  @Test
  void visitHoldsNoMoreThanItsPart() {
    budget.grant(1, 0);
    long now = beginAll(VISIT, 40, 100, 0);
    assertThat(budget.mayHoldMore(VISIT, 40)).isFalse();
    assertThat(budget.isFull(40)).isFalse();
    for (int other = 0; other < 3; other++) {
      now = beginAll(new Object(), 40, 10, now);
    }
    assertThat(budget.isFull(40)).as("four times ten").isTrue();
    assertThat(budget.tryBegin(new Object(), now, 40)).isNull();
  }

  /** Begins as many turns of a visit as may begin, and returns the time after that. */
  private long beginAll(Object visit, int runningMax, int asks, long fromNanos) {
    long now = fromNanos;
    int begun = 0;
    for (int i = 0; i < asks; i++) {
      begun += budget.tryBegin(visit, now, runningMax) == null ? 0 : 1;
      now += 60 * MILLI;
    }
    assertThat(begun).isEqualTo(10);
    return now;
  }

  /** Otherwise nobody else could begin a turn when the processors become short. */
  @Test
  void turnsBegunInCalmCountForNoMoreThanThePartOfTheirVisit() {
    ExcessBudget.Slot first = budget.tryBegin(VISIT, 0, 4);
    for (int i = 1; i < 20; i++) {
      assertThat(budget.tryBegin(VISIT, 60 * MILLI * i, 4)).isNotNull();
    }
    budget.grant(1, 2 * SECOND);

    assertThat(budget.tryBegin(VISIT, 2 * SECOND, 4)).isNull();
    budget.ended(first, 0);
    budget.ended(first, 0);
    assertThat(budget.tryBegin(VISIT, 2 * SECOND, 4)).as("19 are left").isNull();
    assertThat(budget.tryBegin(new Object(), 2 * SECOND, 4)).isNotNull();
    assertThat(budget.tryBegin(new Object(), 3 * SECOND, 4)).isNotNull();
    assertThat(budget.isFull(4)).isTrue();
  }
}
