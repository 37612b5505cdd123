package io.headwaiter.apps.supplier;

/**
 * The amount of data of the supplier. The two numbers determine the rest: one author for four
 * items, one address and one past order of one to five lines for each customer, 92 countries.
 *
 * @param items items for sale, 100 to 10,000,000
 * @param customers businesses that are customers, 10 to 10,000,000
 */
public record SupplierScale(int items, int customers) {
  private static final int ITEMS_MIN = 100;
  private static final int CUSTOMERS_MIN = 10;
  private static final int MAX = 10_000_000;
  private static final int ITEMS_OF_AUTHOR = 4;

  /** Checks the ranges. */
  public SupplierScale {
    check("items", items, ITEMS_MIN);
    check("customers", customers, CUSTOMERS_MIN);
  }

  /** Returns a scale for a quick start: 1,000 items and 1,000 customers. */
  public static SupplierScale demo() {
    return new SupplierScale(1000, 1000);
  }

  /** Returns the number of authors. */
  public int authors() {
    return items / ITEMS_OF_AUTHOR;
  }

  private static void check(String name, int value, int min) {
    if (value < min || value > MAX) {
      throw new IllegalArgumentException(
          name + " is " + value + "; give a whole number from " + min + " to " + MAX + ".");
    }
  }
}
