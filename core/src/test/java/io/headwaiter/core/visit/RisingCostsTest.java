package io.headwaiter.core.visit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Customers are the same, and all pages cost more from one moment to the next. */
class RisingCostsTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;
  private static final double THINK_NANOS_MEAN = 300 * MILLI;

  private final VisitAccounts accounts = new VisitAccounts(65_536, 100 * SECOND, Long.MAX_VALUE);
  private final Random random = new Random(1);
  private final PriorityQueue<Page> pages =
      new PriorityQueue<>(Comparator.comparingLong(Page::nanos));
  private long now;
  private long visits;
  private long over;
  private double pagesMean = 8;

  private record Page(long visit, long nanos, VisitAccount account) {}

  private long exponential(double mean) {
    return (long) (-mean * Math.log(1 - random.nextDouble()));
  }

  /** Customers come, 60 a second, and visits under way go on. */
  private void pass(double seconds, long pageNanos) {
    long end = now + (long) (seconds * SECOND);
    long next = now + exponential(SECOND / 60.0);
    while (Math.min(next, pages.isEmpty() ? end : pages.peek().nanos) < end) {
      if (pages.isEmpty() || next < pages.peek().nanos) {
        now = next;
        long name = ++visits;
        page(new Page(name, now, accounts.active(name, now, now)), pageNanos);
        next = now + exponential(SECOND / 60.0);
      } else {
        Page page = pages.remove();
        now = page.nanos;
        accounts.active(page.visit, page.account.beganNanos(), now);
        page(page, pageNanos);
      }
    }
    now = end;
  }

  private void page(Page page, long pageNanos) {
    over += accounts.isOver(page.account, now) ? 1 : 0;
    accounts.spend(page.account, 1, pageNanos, /* deferred= */ false, now);
    if (random.nextDouble() >= 1 / pagesMean) {
      pages.add(new Page(page.visit, now + exponential(THINK_NANOS_MEAN), page.account));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "3, 1", "3, 5", "10, 1"})
  void longVisitsStayWithinAccountOnceVisitCostHasRisen(int factor, int secondsUntilItHas) {
    accounts.setPrice(8 * MILLI);
    pass(120, MILLI);
    assertThat(over).as("pages of visits over their accounts, before").isZero();
    pass(secondsUntilItHas, factor * MILLI);
    accounts.setPrice(8.0 * factor * MILLI);
    long meanwhile = over;
    pass(30, factor * MILLI);
    assertThat(over - meanwhile).as("after").isZero();
  }

  /** Short visits join, and the mean falls: what a long visit may use stays. */
  @Test
  void longVisitsStayWithinAccountWhenVisitCostFalls() {
    accounts.setPrice(8 * MILLI);
    pass(120, MILLI);
    accounts.setPrice(4 * MILLI);
    pass(30, MILLI);
    assertThat(over).isZero();
  }

  /**
   * Machines ask for one page, and then customers come whose pages cost three times as much: a
   * visit costs 24 times as much, and the visit cost follows late, since it does not count work
   * beyond accounts.
   */
  @Test
  void longVisitsAfterShortOnesStayWithinAccountBeforeVisitCostHasRisen() {
    pagesMean = 1;
    accounts.setPrice(MILLI);
    pass(120, MILLI);
    pagesMean = 8;
    pass(2, 3 * MILLI);
    long meanwhile = over;
    pass(10, 3 * MILLI);
    assertThat(over - meanwhile).as("of some 4,800 pages").isZero();
  }
}
