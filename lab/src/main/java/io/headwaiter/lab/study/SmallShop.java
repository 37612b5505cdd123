package io.headwaiter.lab.study;

import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.ShopSpec;

/** A small shop with light pages: handshakes are what counts. */
public final class SmallShop {
  private static final String[] SIZE = {"--scale", "0.001", "--active-scale", "0.01"};
  private static final int USERS = 1000;
  private static final int ITEMS = 826;

  private SmallShop() {}

  /** Returns who comes to it. */
  public static Customers customers(Customers others) {
    return others.hasty().withShop(USERS, ITEMS).withPageWorkKib(0);
  }

  /** Returns the shop. */
  public static ShopSpec spec(Customers others) {
    return ShopSpec.of(customers(others), SIZE);
  }

  /** Returns arguments with which Headwaiter has a budget of nothing: each new visit is refused. */
  public static String[] noBudget() {
    // N(k) of the formula is 0: a new visit costs more than an interval has
    return new String[] {
      "--admission", "formula", "--formula-new-millis", "60000", "--formula-resumed-millis", "0"
    };
  }
}
