package io.headwaiter.apps.bookstore;

/**
 * How much data the bookstore holds, by the two numbers of TPC-W. Everything else follows: 2880
 * customers for each browser, two addresses and 0.9 orders for each customer, one author for four
 * books, one to five lines for each order, 92 countries.
 *
 * @param items books, 100 to 10,000,000; TPC-W has 1,000 and powers of ten above it, the pool paper
 *     100
 * @param browsers emulated browsers the data is sized for, 1 to 10,000
 */
public record BookstoreScale(int items, int browsers) {
  static final int CUSTOMERS_PER_BROWSER = 2880;
  private static final int MIN_ITEMS = 100;
  private static final int MAX_ITEMS = 10_000_000;
  private static final int MAX_BROWSERS = 10_000;

  /** Checks the ranges. */
  public BookstoreScale {
    check("items", items, MIN_ITEMS, MAX_ITEMS);
    check("browsers", browsers, 1, MAX_BROWSERS);
  }

  /** The size of the pool paper: 100 books, 1 browser. */
  public static BookstoreScale poolPaper() {
    return new BookstoreScale(MIN_ITEMS, 1);
  }

  /** For a quick start: 1,000 books, 1 browser. */
  public static BookstoreScale demo() {
    return new BookstoreScale(1000, 1);
  }

  /** Registered customers. */
  public int customers() {
    return CUSTOMERS_PER_BROWSER * browsers;
  }

  /** Addresses of customers and orders. */
  public int addresses() {
    return 2 * customers();
  }

  /** Orders of the past, each with one payment. */
  public int orders() {
    return customers() / 10 * 9;
  }

  /** Authors. */
  public int authors() {
    return items / 4;
  }

  private static void check(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " is " + value + "; give a whole number from " + min + " to " + max + ".");
    }
  }
}
