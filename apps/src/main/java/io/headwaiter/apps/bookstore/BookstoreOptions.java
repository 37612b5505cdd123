package io.headwaiter.apps.bookstore;

/**
 * What kind of bookstore is served.
 *
 * @param types the 14 interactions of TPC-W or the eight of the pool paper
 * @param entityAccess whether rows are read one by one, each on a connection taken and given back
 *     for it as entity beans do: a search for 50 books then takes 101, a Buy Request 10
 * @param kibibytesPerCycle how much is hashed for one unit of {@link EightPages#cycles}, 0 to 1000;
 *     ignored with 14 types. Find the amount that takes 1 ms on the machine at hand to repeat the
 *     paper.
 * @param gap what a page does between two uses of the database
 */
public record BookstoreOptions(
    Types types, boolean entityAccess, int kibibytesPerCycle, PageGap gap) {
  /** The request types that a bookstore has. */
  public enum Types {
    FOURTEEN,
    EIGHT
  }

  private static final int MAX_KIBIBYTES_PER_CYCLE = 1000;

  /** Checks the range. */
  public BookstoreOptions {
    if (kibibytesPerCycle < 0 || kibibytesPerCycle > MAX_KIBIBYTES_PER_CYCLE) {
      throw new IllegalArgumentException(
          "kibibytesPerCycle is "
              + kibibytesPerCycle
              + "; give a whole number from 0 to "
              + MAX_KIBIBYTES_PER_CYCLE
              + ".");
    }
  }

  /** The 14 interactions with joined queries and nothing additional. */
  public static BookstoreOptions plain() {
    return new BookstoreOptions(Types.FOURTEEN, false, 0, PageGap.NONE);
  }

  /** The eight request types of the pool paper, row by row. */
  public static BookstoreOptions poolPaper(int kibibytesPerCycle) {
    return new BookstoreOptions(Types.EIGHT, true, kibibytesPerCycle, PageGap.NONE);
  }
}
