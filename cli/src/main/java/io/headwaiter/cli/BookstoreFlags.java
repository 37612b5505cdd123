package io.headwaiter.cli;

import io.headwaiter.apps.PageTime;
import io.headwaiter.apps.bookstore.BookstoreOptions;
import io.headwaiter.apps.bookstore.BookstoreScale;
import io.headwaiter.apps.bookstore.PageGap;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Flags of {@code serve} for the bookstore alone. */
final class BookstoreFlags {
  private static final int FOURTEEN = 14;
  private static final int EIGHT = 8;

  @Option(
      names = "--request-types",
      description =
          "Bookstore: 14 for TPC-W's interactions, 8 for those of the pool paper. Default: 14.")
  private Integer requestTypes;

  @Option(
      names = "--items",
      description =
          "Bookstore and supplier: items for sale, 100 to 10000000. Default: 1000; with 8 request"
              + " types 100.")
  private Integer items;

  @Option(
      names = "--browsers",
      description =
          "Bookstore: emulated browsers the data is sized for, 1 to 10000; 2880 customers each."
              + " Default: 1.")
  private Integer browsers;

  @Option(
      names = "--entity-access",
      description =
          "Bookstore: reads row by row, each on a connection of its own, as entity beans do.")
  private boolean entityAccess;

  @Option(
      names = "--cycle-micros",
      description =
          "Bookstore with 8 request types: processor time for one of the paper's cycles,"
              + " which took about 1000, 0 to 10000. Default: 0.")
  private Integer cycleMicros;

  @Option(
      names = "--use-micros",
      description =
          "Bookstore: processor time of one use of a connection, at least, 0 to 10000000."
              + " Default: 0.")
  private Integer useMicros;

  @Option(
      names = "--gap-work-micros",
      description =
          "Bookstore: processor time between two uses of the database in a page, 0 to 10000000."
              + " Default: 0.")
  private Integer gapWorkMicros;

  @Option(
      names = "--gap-pause-millis",
      description =
          "Bookstore: pause between two uses of the database in a page, 0 to 10000. Default: 0.")
  private Integer gapPauseMillis;

  /** Throws if one of these flags is given: one that has no effect is a mistake. */
  void refuseAnyGiven(CommandLine line) {
    refuse(line, items != null);
  }

  /** As {@link #refuseAnyGiven}, but not for {@code --items}, which the supplier has, too. */
  void refuseAllButItems(CommandLine line) {
    refuse(line, false);
  }

  /** Returns the number of items that the flag gives; null if it gives none. */
  Integer items() {
    return items;
  }

  private void refuse(CommandLine line, boolean itemsToo) {
    if (itemsToo
        || entityAccess
        || given(requestTypes, browsers, cycleMicros, useMicros, gapWorkMicros, gapPauseMillis)) {
      throw new ParameterException(
          line,
          "--request-types, --items, --browsers, --entity-access, --cycle-micros,"
              + " --use-micros, --gap-work-micros and --gap-pause-millis are for --app bookstore. Leave them out, or add it.");
    }
  }

  /** Checks the flags before any work; throws an IllegalArgumentException with a sentence. */
  void check() {
    scale();
    options();
  }

  private static boolean given(Integer... values) {
    for (Integer value : values) {
      if (value != null) {
        return true;
      }
    }
    return false;
  }

  private static int or(Integer value, int otherwise) {
    return value == null ? otherwise : value;
  }

  BookstoreScale scale() {
    BookstoreScale usual =
        types() == BookstoreOptions.Types.EIGHT
            ? BookstoreScale.poolPaper()
            : BookstoreScale.demo();
    return new BookstoreScale(or(items, usual.items()), or(browsers, usual.browsers()));
  }

  BookstoreOptions options() {
    PageGap gap = new PageGap(new PageTime(or(gapWorkMicros, 0)), or(gapPauseMillis, 0));
    PageTime use = new PageTime(or(useMicros, 0));
    return new BookstoreOptions(types(), entityAccess, or(cycleMicros, 0), use, gap);
  }

  private BookstoreOptions.Types types() {
    return switch (or(requestTypes, FOURTEEN)) {
      case FOURTEEN -> BookstoreOptions.Types.FOURTEEN;
      case EIGHT -> BookstoreOptions.Types.EIGHT;
      default ->
          throw new IllegalArgumentException(
              "--request-types is " + requestTypes + "; give 14 or 8.");
    };
  }
}
