package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.DatabaseFill;
import java.time.Clock;
import java.time.Instant;
import javax.sql.DataSource;

/** Creates and fills the bookstore once, and later recognises the data that it was filled with. */
final class BookstoreFill {
  private static final DatabaseFill FILL =
      new DatabaseFill("bookstore", BookstoreSchema.TABLES, "item");

  private BookstoreFill() {}

  static void createAndFill(DataSource ds, BookstoreScale scale, long seed, Clock clock) {
    Instant now = clock.instant();
    FILL.once(
        ds,
        scale.toString(),
        seed,
        now,
        (c, dialect) -> {
          BookstoreSchema.createTables(c, dialect);
          new BookstoreGenerator(c, scale, seed, now).fill(dialect);
          BookstoreSchema.createIndexes(c);
        });
  }
}
