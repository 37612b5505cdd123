package io.headwaiter.load.workload;

/**
 * The facts about the bookstore that every customer knows in advance. Immutable and thread-safe.
 *
 * @param customers registered customers; the name of customer n is {@code Digsyl.of(n, 0)}, the
 *     password is the name in small letters
 * @param items numbers of books run from 1 to this number, at least 10
 */
public record BookstoreSite(int customers, int items) {
  private static final int MIN_ITEMS = 10;

  /** Checks the ranges. */
  public BookstoreSite {
    if (customers < 1 || items < MIN_ITEMS) {
      throw new IllegalArgumentException(
          "The bookstore has "
              + customers
              + " customers and "
              + items
              + " items; give at least 1 and "
              + MIN_ITEMS
              + ".");
    }
  }
}
