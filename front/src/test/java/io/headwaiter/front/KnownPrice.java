package io.headwaiter.front;

import io.headwaiter.core.visit.VisitAccount;
import io.headwaiter.core.visit.VisitAccounts;

/** Accounts of a server that knows what visits cost, and what is usual. */
final class KnownPrice {
  private static final long SECOND = 1_000_000_000L;
  // Named far from those of any test.
  private static final long FIRST_NAME = 1L << 40;
  private static final int VISITS = 250;

  private KnownPrice() {}

  /**
   * Lets some visits pass that take 1 ns in their first second and end.
   *
   * @param price of a visit
   * @param nowNanos when the last of them has ended
   */
  static void teach(VisitAccounts accounts, double price, long nowNanos) {
    for (int i = 0; i < VISITS; i++) {
      long visit = FIRST_NAME + i;
      long began = nowNanos - SECOND;
      VisitAccount account = accounts.active(visit, began, began);
      accounts.spend(account, 1, 1, /* deferred= */ false, nowNanos);
    }
    accounts.setPrice(price);
  }
}
