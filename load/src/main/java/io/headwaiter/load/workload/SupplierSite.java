package io.headwaiter.load.workload;

/**
 * The facts about the supplier that every client knows in advance. Immutable and thread-safe.
 *
 * @param customers registered customers; the password of customer n is "password" and n
 * @param items numbers of items run from 1 to this number, at least 10
 */
public record SupplierSite(int customers, int items) {
  private static final int MIN_ITEMS = 10;

  /** Checks the ranges. */
  public SupplierSite {
    if (customers < 1 || items < MIN_ITEMS) {
      throw new IllegalArgumentException(
          "The supplier has "
              + customers
              + " customers and "
              + items
              + " items; give at least 1 and "
              + MIN_ITEMS
              + ".");
    }
  }
}
