package io.headwaiter.apps.auction;

import io.headwaiter.apps.DatabaseFill;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import javax.sql.DataSource;

/** Creates and fills the auction once, and later recognises the data that it was filled with. */
final class AuctionFill {
  private static final System.Logger LOG = System.getLogger(AuctionFill.class.getName());
  private static final DatabaseFill FILL =
      new DatabaseFill("auction", AuctionSchema.TABLES, "items");

  private AuctionFill() {}

  static void createAndFill(DataSource ds, AuctionScale scale, long seed, Clock clock) {
    Instant now = clock.instant();
    FILL.once(
            ds,
            scale.toString(),
            seed,
            now,
            (c, dialect) -> {
              AuctionSchema.createTables(c, dialect);
              new AuctionGenerator(c, scale, seed, now).fill(dialect);
              AuctionSchema.createIndexes(c);
            })
        .ifPresent(filledAt -> warnOfAge(Duration.between(filledAt, now)));
  }

  private static void warnOfAge(Duration age) {
    if (age.compareTo(Duration.ofDays(1)) > 0) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The auction was filled "
              + age.toHours()
              + " hours ago and its auctions are ending."
              + " For figures that compare, fill it anew."
              + FILL.cleanUp());
    }
  }
}
