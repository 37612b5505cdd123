package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CourtesyBudgetTest {
  private static final long SECOND = 1_000_000_000L;

  /** Counts the pages granted to 500 clients a second, if each page costs this CPU time. */
  private static int granted(CourtesyBudget budget, long toSecond, long costNanos) {
    int pages = 0;
    for (long now = 0; now < toSecond * SECOND; now += SECOND / 500) {
      if (budget.tryTake(now) > 0) {
        budget.spent(costNanos);
        pages++;
      }
    }
    return pages;
  }

  @Test
  void grantsPagesByShareOfCpuTime() {
    assertThat(granted(new CourtesyBudget(1000, 0.02, 1), 200, 4_000_000)).isBetween(990, 1005);
  }

  @Test
  void boundsPagesPerSecondAtAnyCost() {
    CourtesyBudget budget = new CourtesyBudget(3, 1, 4);
    assertThat(granted(budget, 100, 1)).isBetween(300, 304);
    assertThat(budget.grantedTotal()).isBetween(300L, 304L);
  }

  @Test
  void grantsLessThanOnePagePerSecond() {
    assertThat(granted(new CourtesyBudget(0.1, 1, 1), 99, 1)).isEqualTo(10);
  }

  @Test
  void grantsFewerPagesAtHigherCost() {
    CourtesyBudget budget = new CourtesyBudget(1000, 0.02, 1);
    assertThat(budget.costNanos()).isEqualTo(5e6);
    assertThat(granted(budget, 200, 20_000_000)).isBetween(200, 230);
    assertThat(budget.costNanos()).isBetween(19e6, 20e6);
  }

  @Test
  void grantsFewerPagesWithFewerProcessors() {
    CourtesyBudget budget = new CourtesyBudget(1000, 0.02, 4);
    budget.setProcessors(1);
    assertThat(granted(budget, 200, 4_000_000)).isBetween(990, 1005);
  }

  @Test
  void zeroBudgetGrantsNoPages() {
    assertThat(granted(CourtesyBudget.NONE, 5, 1)).isZero();
    assertThat(granted(new CourtesyBudget(10, 0, 1), 5, 1)).isZero();
    assertThat(granted(new CourtesyBudget(0, 0.5, 1), 5, 1)).isZero();
  }

  @Test
  void grantsNothingWhenClockGoesBack() {
    CourtesyBudget budget = new CourtesyBudget(1, 1, 1);
    assertThat(budget.tryTake(SECOND)).isEqualTo(5_000_000);
    assertThat(budget.tryTake(0)).isZero();
  }

  @Test
  void rejectsArgumentsOutOfRange() {
    assertThatThrownBy(() -> new CourtesyBudget(-1, 0, 1))
        .hasMessage("perSecond must be at least 0, got -1.0");
    assertThatThrownBy(() -> new CourtesyBudget(1, 1.1, 1))
        .hasMessage("share must be from 0 to 1, got 1.1");
    assertThatThrownBy(() -> new CourtesyBudget(1, 1, 0))
        .hasMessage("processors must be above 0, got 0.0");
  }

  @Test
  void grantsTwiceThePagesWithTwiceTheProcessors() {
    CourtesyBudget two = new CourtesyBudget(1000, 0.02, 2);
    assertThat(granted(two, 200, 4_000_000)).isBetween(1980, 2010);
    CourtesyBudget more = new CourtesyBudget(1000, 0.02, 1);
    more.setProcessors(2);
    assertThat(granted(more, 200, 4_000_000)).isBetween(1980, 2010);
  }
}
