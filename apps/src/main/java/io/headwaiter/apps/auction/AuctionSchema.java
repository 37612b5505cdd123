package io.headwaiter.apps.auction;

import io.headwaiter.apps.Dialect;
import io.headwaiter.apps.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The tables of the auction, as in RUBiS: no foreign keys, the indexes of the specification. Three
 * things differ on purpose. Money is exact (DECIMAL, not FLOAT). The index on the category also
 * holds the end date, so that a list of 20 items costs 20 rows and not the whole category. Old and
 * active items share one range of ids.
 */
final class AuctionSchema {
  /** Every table; the last one records what the auction was filled with. */
  static final List<String> TABLES =
      List.of(
          "categories",
          "regions",
          "users",
          "items",
          "old_items",
          "bids",
          "comments",
          "buy_now",
          "auction_meta");

  private AuctionSchema() {}

  static void createTables(Connection c, Dialect dialect) throws SQLException {
    String id = dialect.generatedId();
    String date = dialect.timestamp() + " NOT NULL";
    create(
        c,
        dialect,
        "CREATE TABLE categories (id INTEGER PRIMARY KEY, name VARCHAR(50) NOT NULL)",
        "CREATE TABLE regions (id INTEGER PRIMARY KEY, name VARCHAR(25) NOT NULL)",
        "CREATE TABLE users ("
            + id
            + ", firstname VARCHAR(20) NOT NULL,"
            + " lastname VARCHAR(20) NOT NULL, nickname VARCHAR(20) NOT NULL UNIQUE,"
            + " password VARCHAR(20) NOT NULL, email VARCHAR(50) NOT NULL, rating INTEGER NOT NULL,"
            + " balance DECIMAL(12,2) NOT NULL, creation_date "
            + date
            + ", region INTEGER NOT NULL)",
        "CREATE TABLE items (" + id + itemColumns(date),
        "CREATE TABLE old_items (id INTEGER PRIMARY KEY" + itemColumns(date),
        "CREATE TABLE bids ("
            + id
            + ", user_id INTEGER NOT NULL, item_id INTEGER NOT NULL,"
            + " qty INTEGER NOT NULL, bid DECIMAL(12,2) NOT NULL, max_bid DECIMAL(12,2) NOT NULL,"
            + " bid_date "
            + date
            + ")",
        "CREATE TABLE comments ("
            + id
            + ", from_user_id INTEGER NOT NULL,"
            + " to_user_id INTEGER NOT NULL, item_id INTEGER NOT NULL, rating INTEGER NOT NULL,"
            + " comment_date "
            + date
            + ", comment_text VARCHAR(2048) NOT NULL)",
        "CREATE TABLE buy_now ("
            + id
            + ", buyer_id INTEGER NOT NULL, item_id INTEGER NOT NULL,"
            + " qty INTEGER NOT NULL, buy_date "
            + date
            + ")");
  }

  /** Creates the indexes; after the rows this is several times faster than before them. */
  static void createIndexes(Connection c) throws SQLException {
    Sql.execute(
        c,
        "CREATE INDEX users_auth ON users (nickname, password)",
        "CREATE INDEX users_region ON users (region, id)",
        "CREATE INDEX items_seller ON items (seller)",
        "CREATE INDEX items_category ON items (category, end_date, id, seller)",
        "CREATE INDEX old_items_seller ON old_items (seller)",
        "CREATE INDEX old_items_category ON old_items (category, end_date, id)",
        "CREATE INDEX bids_item ON bids (item_id)",
        "CREATE INDEX bids_user ON bids (user_id)",
        "CREATE INDEX comments_from ON comments (from_user_id)",
        "CREATE INDEX comments_to ON comments (to_user_id)",
        "CREATE INDEX comments_item ON comments (item_id)",
        "CREATE INDEX buy_now_buyer ON buy_now (buyer_id)",
        "CREATE INDEX buy_now_item ON buy_now (item_id)");
  }

  private static void create(Connection c, Dialect dialect, String... tables) throws SQLException {
    for (String table : tables) {
      Sql.execute(c, table + dialect.tableOptions());
    }
  }

  private static String itemColumns(String date) {
    return ", name VARCHAR(100) NOT NULL, description VARCHAR(8192) NOT NULL,"
        + " initial_price DECIMAL(12,2) NOT NULL, quantity INTEGER NOT NULL,"
        + " reserve_price DECIMAL(12,2) NOT NULL, buy_now DECIMAL(12,2) NOT NULL,"
        + " nb_of_bids INTEGER NOT NULL, max_bid DECIMAL(12,2) NOT NULL, start_date "
        + date
        + ", end_date "
        + date
        + ", seller INTEGER NOT NULL, category INTEGER NOT NULL)";
  }
}
