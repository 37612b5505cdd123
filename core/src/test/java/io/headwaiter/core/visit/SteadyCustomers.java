package io.headwaiter.core.visit;

import java.util.Random;

/** Customers that request a page of 2 ms about once a second, for a quarter of a minute. */
final class SteadyCustomers {
  /** The visit cost: a handshake of 4 ms, and 13 pages. */
  static final double PRICE_NANOS = 30e6;

  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;
  private static final long FIRST_NAME = 1L << 40;

  private final VisitAccounts accounts = new VisitAccounts(65_536, Long.MAX_VALUE, Long.MAX_VALUE);
  private final Random random;
  private long now;
  private long names = FIRST_NAME;

  SteadyCustomers(Random random) {
    this.random = random;
    accounts.setPrice(PRICE_NANOS);
  }

  VisitAccounts accounts() {
    return accounts;
  }

  long now() {
    return now;
  }

  /** Returns the mean CPU time that a customer has used by this age, if it is still there. */
  double usualNanos(long ageNanos) {
    return 2.0 * MILLI * (1 + (double) ageNanos / SECOND);
  }

  /** Runs visits, one after the other. */
  void pass(int visits) {
    for (int i = 0; i < visits; i++) {
      long began = now;
      VisitAccount account = accounts.active(names++, began, began);
      for (; now < began + 15 * SECOND; now += (long) ((0.5 + random.nextDouble()) * SECOND)) {
        accounts.spend(account, 1, 2 * MILLI, /* deferred= */ false, now);
      }
    }
  }
}
