package io.headwaiter.apps.auction;

import io.headwaiter.apps.Dialect;
import io.headwaiter.apps.Sql;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import javax.sql.DataSource;

/** Creates and fills the auction once, and recognises later what it was filled with. */
final class AuctionFill {
  private static final System.Logger LOG = System.getLogger(AuctionFill.class.getName());
  private static final String CLEAN_UP =
      " Give another database, or drop the tables " + String.join(", ", AuctionSchema.TABLES) + ".";

  private AuctionFill() {}

  private record Meta(long seed, String scale, Instant filledAt) {}

  static void createAndFill(DataSource ds, AuctionScale scale, long seed, Clock clock) {
    Instant now = clock.instant();
    try (Connection c = ds.getConnection()) {
      Dialect dialect = Dialect.of(c);
      if (exists(c, "auction_meta")) {
        checkSame(readMeta(c), scale, seed, now);
        return;
      }
      if (exists(c, "items")) {
        throw new IllegalStateException(
            "The database holds a table items but no finished auction." + CLEAN_UP);
      }
      c.setAutoCommit(false);
      AuctionSchema.createTables(c, dialect);
      new AuctionGenerator(c, scale, seed, now).fill(dialect);
      AuctionSchema.createIndexes(c);
      AuctionSchema.execute(c, dialect.analyze(AuctionSchema.TABLES.subList(0, 8)));
      writeMeta(c, dialect, scale, seed, now);
      c.commit();
      c.setAutoCommit(true);
    } catch (SQLException e) {
      throw new IllegalStateException(
          "The auction cannot be created and filled: " + e.getMessage() + "." + CLEAN_UP, e);
    }
  }

  private static void checkSame(Optional<Meta> found, AuctionScale scale, long seed, Instant now) {
    Meta meta =
        found.orElseThrow(
            () -> new IllegalStateException("The filling of the auction broke off." + CLEAN_UP));
    if (meta.seed() != seed || !meta.scale().equals(scale.toString())) {
      throw new IllegalStateException(
          "The database holds an auction with seed "
              + meta.seed()
              + " and "
              + meta.scale()
              + ", asked for are seed "
              + seed
              + " and "
              + scale
              + "."
              + CLEAN_UP);
    }
    Duration age = Duration.between(meta.filledAt(), now);
    if (age.compareTo(Duration.ofDays(1)) > 0) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The auction was filled "
              + age.toHours()
              + " hours ago and its auctions are ending."
              + " For figures that compare, fill it anew."
              + CLEAN_UP);
    }
  }

  private static Optional<Meta> readMeta(Connection c) throws SQLException {
    return Sql.first(
        c,
        "SELECT seed, scale, filled_at FROM auction_meta",
        row -> new Meta(row.getLong(1), row.getString(2), row.getTimestamp(3).toInstant()));
  }

  private static void writeMeta(
      Connection c, Dialect dialect, AuctionScale scale, long seed, Instant now)
      throws SQLException {
    AuctionSchema.createMeta(c, dialect);
    Sql.update(
        c,
        "INSERT INTO auction_meta (seed, scale, filled_at) VALUES (?, ?, ?)",
        seed,
        scale.toString(),
        Timestamp.from(now));
  }

  private static boolean exists(Connection c, String table) throws SQLException {
    DatabaseMetaData meta = c.getMetaData();
    String stored = meta.storesUpperCaseIdentifiers() ? table.toUpperCase(Locale.ROOT) : table;
    try (ResultSet tables = meta.getTables(c.getCatalog(), c.getSchema(), stored, null)) {
      return tables.next();
    }
  }
}
