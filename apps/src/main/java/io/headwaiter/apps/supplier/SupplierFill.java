package io.headwaiter.apps.supplier;

import io.headwaiter.apps.DatabaseFill;
import java.time.Clock;
import java.time.Instant;
import javax.sql.DataSource;

/** Creates and fills the supplier once, and later recognises the data that it was filled with. */
final class SupplierFill {
  private static final DatabaseFill FILL =
      new DatabaseFill("supplier", SupplierSchema.TABLES, "sup_item");

  private SupplierFill() {}

  static void createAndFill(DataSource ds, SupplierScale scale, long seed, Clock clock) {
    Instant now = clock.instant();
    FILL.once(
        ds,
        scale.toString(),
        seed,
        now,
        (c, dialect) -> {
          SupplierSchema.createTables(c, dialect);
          new SupplierGenerator(c, scale, seed, now).fill(dialect);
          SupplierSchema.createIndexes(c);
        });
  }
}
