package io.headwaiter.apps.bookstore;

/**
 * The amount of data in the bookstore, by the two numbers of TPC-W. They determine the rest: 2880
 * customers for each browser, two addresses and 0.9 orders for each customer, one author for four
 * books, one to five lines for each order, 92 countries.
 *
 * @param items books, 100 to 10,000,000; TPC-W has 1,000 and powers of ten above it, the pool paper
 *     100
 * @param browsers number of emulated browsers for which the data is sized, 1 to 10,000
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

  /** Returns the size of the pool paper: 100 books, 1 browser. */
  public static BookstoreScale poolPaper() {
    return new BookstoreScale(MIN_ITEMS, 1);
  }

  /** Returns a scale for a quick start: 1,000 books, 1 browser. */
  public static BookstoreScale demo() {
    return new BookstoreScale(1000, 1);
  }

  /** Returns the number of registered customers. */
  public int customers() {
    return CUSTOMERS_PER_BROWSER * browsers;
  }

  /** Returns the number of addresses of customers and orders. */
  public int addresses() {
    return 2 * customers();
  }

  /** Returns the number of past orders, each with one payment. */
  public int orders() {
    return customers() / 10 * 9;
  }

  /** Returns the number of authors. */
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
