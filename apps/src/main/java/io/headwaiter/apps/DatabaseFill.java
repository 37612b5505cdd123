package io.headwaiter.apps;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Creates and fills the tables of a shop once, and later recognises the data that they were filled
 * with.
 *
 * @param shop name of the shop for messages: "auction"
 * @param tables every table of the shop in the order of creation; the last one records what the
 *     shop was filled with, and {@link #once} creates it
 * @param probe a table that exists once the filling has begun
 */
public record DatabaseFill(String shop, List<String> tables, String probe) {
  /** Creates and fills all tables but the last one; the connection is not in auto-commit mode. */
  @FunctionalInterface
  public interface Filler {
    /** Creates and fills the tables. */
    void fill(Connection c, Dialect dialect) throws SQLException;
  }

  private record Meta(long seed, String scale, Instant filledAt) {}

  /**
   * Fills the shop, or does nothing if the same scale and seed were filled in before.
   *
   * @param scale the amount of data as text, at most 200 characters
   * @return the time of the earlier filling; empty if the shop was filled now
   * @throws IllegalStateException if the database fails or holds something else; the message says
   *     what to do
   */
  public Optional<Instant> once(
      DataSource ds, String scale, long seed, Instant now, Filler filler) {
    try (Connection c = ds.getConnection()) {
      Dialect dialect = Dialect.of(c);
      if (exists(c, metaTable())) {
        return Optional.of(checkSame(readMeta(c), scale, seed));
      }
      if (exists(c, probe)) {
        throw new IllegalStateException(
            "The database holds a table " + probe + " but no finished " + shop + "." + cleanUp());
      }
      c.setAutoCommit(false);
      filler.fill(c, dialect);
      Sql.execute(c, dialect.analyze(tables.subList(0, tables.size() - 1)));
      writeMeta(c, dialect, new Meta(seed, scale, now));
      c.commit();
      c.setAutoCommit(true);
      return Optional.empty();
    } catch (SQLException e) {
      throw new IllegalStateException(
          "The " + shop + " cannot be created and filled: " + e.getMessage() + "." + cleanUp(), e);
    }
  }

  /** Returns the steps for starting again, as a sentence that begins with a blank. */
  public String cleanUp() {
    return " Give another database, or drop the tables " + String.join(", ", tables) + ".";
  }

  private String metaTable() {
    return tables.get(tables.size() - 1);
  }

  private Instant checkSame(Optional<Meta> found, String scale, long seed) {
    Meta meta =
        found.orElseThrow(
            () ->
                new IllegalStateException(
                    "The filling of the " + shop + " broke off." + cleanUp()));
    if (meta.seed() != seed || !meta.scale().equals(scale)) {
      throw new IllegalStateException(
          "The database holds "
              + ("aeiou".indexOf(shop.charAt(0)) >= 0 ? "an " : "a ")
              + shop
              + " with seed "
              + meta.seed()
              + " and "
              + meta.scale()
              + ", asked for are seed "
              + seed
              + " and "
              + scale
              + "."
              + cleanUp());
    }
    return meta.filledAt();
  }

  private Optional<Meta> readMeta(Connection c) throws SQLException {
    return Sql.first(
        c,
        "SELECT seed, scale, filled_at FROM " + metaTable(),
        row -> new Meta(row.getLong(1), row.getString(2), row.getTimestamp(3).toInstant()));
  }

  private void writeMeta(Connection c, Dialect dialect, Meta meta) throws SQLException {
    Sql.execute(
        c,
        "CREATE TABLE "
            + metaTable()
            + " (seed BIGINT NOT NULL, scale VARCHAR(200) NOT NULL, filled_at "
            + dialect.timestamp()
            + " NOT NULL)"
            + dialect.tableOptions());
    Sql.update(
        c,
        "INSERT INTO " + metaTable() + " (seed, scale, filled_at) VALUES (?, ?, ?)",
        meta.seed(),
        meta.scale(),
        Timestamp.from(meta.filledAt()));
  }

  private static boolean exists(Connection c, String table) throws SQLException {
    DatabaseMetaData meta = c.getMetaData();
    String stored = meta.storesUpperCaseIdentifiers() ? table.toUpperCase(Locale.ROOT) : table;
    try (ResultSet tables = meta.getTables(c.getCatalog(), c.getSchema(), stored, null)) {
      return tables.next();
    }
  }
}
