package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.PageTime;

/**
 * The kind of bookstore that is served.
 *
 * @param types the 14 interactions of TPC-W or the eight of the pool paper
 * @param entityAccess whether rows are read one by one, each on a connection taken and returned for
 *     it as entity beans do: a search for 50 books then takes 101, a Buy Request 10
 * @param microsPerCycle CPU time of one unit of {@link EightPages#cycles} in microseconds, 0 to
 *     10,000; ignored with 14 types. The paper's was about 1,000.
 * @param use CPU time of one use of a connection, from taking to returning it. The thread computes
 *     for the time that its queries have not used, and then returns the connection.
 * @param gap the computing and waiting of a page between two uses of the database
 */
public record BookstoreOptions(
    Types types, boolean entityAccess, int microsPerCycle, PageTime use, PageGap gap) {
  /** The request types that a bookstore has. */
  public enum Types {
    FOURTEEN,
    EIGHT
  }

  private static final int MAX_MICROS_PER_CYCLE = 10_000;

  /** Checks the range. */
  public BookstoreOptions {
    if (microsPerCycle < 0 || microsPerCycle > MAX_MICROS_PER_CYCLE) {
      throw new IllegalArgumentException(
          "microsPerCycle is "
              + microsPerCycle
              + "; give a whole number from 0 to "
              + MAX_MICROS_PER_CYCLE
              + ".");
    }
  }

  /** Returns the 14 interactions with joined queries and nothing additional. */
  public static BookstoreOptions plain() {
    return new BookstoreOptions(Types.FOURTEEN, false, 0, PageTime.NONE, PageGap.NONE);
  }

  /** Returns the eight request types of the pool paper, with rows read one by one. */
  public static BookstoreOptions poolPaper(int microsPerCycle) {
    return new BookstoreOptions(Types.EIGHT, true, microsPerCycle, PageTime.NONE, PageGap.NONE);
  }
}
