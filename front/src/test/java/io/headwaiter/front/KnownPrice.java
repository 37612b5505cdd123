package io.headwaiter.front;

import io.headwaiter.core.visit.VisitAccount;
import io.headwaiter.core.visit.VisitAccounts;

/** Gives accounts a known visit cost and usual amount. */
public final class KnownPrice {
  private static final long SECOND = 1_000_000_000L;
  // Far from the visit names of any test.
  private static final long FIRST_NAME = 1L << 40;
  private static final int VISITS = 250;

  private KnownPrice() {}

  /**
   * Records some visits that use 1 ns in their first second.
   *
   * @param price visit cost, in ns
   * @param nowNanos end of that second
   */
  public static void teach(VisitAccounts accounts, double price, long nowNanos) {
    for (int i = 0; i < VISITS; i++) {
      long visit = FIRST_NAME + i;
      long began = nowNanos - SECOND;
      VisitAccount account = accounts.active(visit, began, began);
      accounts.spend(account, 1, 1, /* deferred= */ false, nowNanos);
    }
    accounts.setPrice(price);
  }
}
