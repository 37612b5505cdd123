package io.headwaiter.apps.auction;

import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Sql;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;
import java.util.Optional;

/** Reads and writes items, old items and purchases. */
final class ItemQueries {
  private static final String LINE =
      "i.id, i.name, i.initial_price, i.max_bid, i.nb_of_bids, i.end_date";
  private static final String PAGE =
      " ORDER BY i.category, i.end_date, i.id OFFSET ? ROWS FETCH NEXT ? ROWS ONLY";

  private ItemQueries() {}

  /** An item as shown in a list. */
  record Line(int id, String name, BigDecimal price, int bids, Timestamp end) {
    static Line read(ResultSet row) throws SQLException {
      BigDecimal price = row.getBigDecimal(3).max(row.getBigDecimal(4));
      return new Line(row.getInt(1), row.getString(2), price, row.getInt(5), row.getTimestamp(6));
    }
  }

  /** Returns open auctions of a category, the next to end first. */
  static List<Line> inCategory(Connection c, int category, Timestamp now, int skip, int count)
      throws SQLException {
    return Sql.list(
        c,
        "SELECT " + LINE + " FROM items i WHERE i.category = ? AND i.end_date >= ?" + PAGE,
        Line::read,
        category,
        now,
        skip,
        count);
  }

  /**
   * Returns open auctions of a category with a seller in the region, the next to end first. If this
   * is a join, H2 plans it sometimes from the items and sometimes from the users, which took twenty
   * times as long.
   */
  static List<Line> inRegion(
      Connection c, int region, int category, Timestamp now, int skip, int count)
      throws SQLException {
    return Sql.list(
        c,
        "SELECT "
            + LINE
            + " FROM items i WHERE EXISTS"
            + " (SELECT 1 FROM users u WHERE u.region = ? AND u.id = i.seller)"
            + " AND i.category = ? AND i.end_date >= ?"
            + PAGE,
        Line::read,
        region,
        category,
        now,
        skip,
        count);
  }

  /** Returns the item, active or old. */
  static Item get(Connection c, int id) throws SQLException {
    Optional<Item> active = from(c, "items", id);
    if (active.isPresent()) {
      return active.get();
    }
    return from(c, "old_items", id)
        .orElseThrow(() -> PageError.notFound("There is no item with the number " + id + "."));
  }

  private static Optional<Item> from(Connection c, String table, int id) throws SQLException {
    return Sql.first(
        c, "SELECT " + Item.COLUMNS + " FROM " + table + " WHERE id = ?", Item::read, id);
  }

  /** Returns the open auctions of the seller. */
  static List<Line> selling(Connection c, int user, Timestamp now) throws SQLException {
    return Sql.list(
        c,
        "SELECT "
            + LINE
            + " FROM items i WHERE i.seller = ? AND i.end_date >= ?"
            + " ORDER BY i.end_date, i.id FETCH FIRST ? ROWS ONLY",
        Line::read,
        user,
        now,
        Shop.LIST_LIMIT);
  }

  /** Returns auctions of the seller that ended since the given time with a bid. */
  static List<Line> sold(Connection c, int user, Timestamp since, Timestamp now)
      throws SQLException {
    String where =
        " i WHERE i.seller = ? AND i.end_date >= ? AND i.end_date < ? AND i.nb_of_bids > 0";
    return ended(
        c,
        "SELECT "
            + LINE
            + " FROM items"
            + where
            + " UNION ALL SELECT "
            + LINE
            + " FROM old_items"
            + where,
        user,
        since,
        now,
        user,
        since,
        now);
  }

  /** Returns auctions that ended since the given time with the user's bid as the highest. */
  static List<Line> won(Connection c, int user, Timestamp since, Timestamp now)
      throws SQLException {
    String where =
        " i ON i.id = b.item_id WHERE b.user_id = ? AND b.bid = i.max_bid"
            + " AND i.end_date >= ? AND i.end_date < ?";
    return ended(
        c,
        "SELECT "
            + LINE
            + " FROM bids b JOIN items"
            + where
            + " UNION ALL SELECT "
            + LINE
            + " FROM bids b JOIN old_items"
            + where,
        user,
        since,
        now,
        user,
        since,
        now);
  }

  /**
   * Returns open auctions on which the user has bid; the price is the item's, not the user's bid.
   */
  static List<Line> bidOn(Connection c, int user, Timestamp now) throws SQLException {
    return Sql.list(
        c,
        "SELECT DISTINCT "
            + LINE
            + " FROM bids b JOIN items i ON i.id = b.item_id"
            + " WHERE b.user_id = ? AND i.end_date >= ?"
            + " ORDER BY i.end_date, i.id FETCH FIRST ? ROWS ONLY",
        Line::read,
        user,
        now,
        Shop.LIST_LIMIT);
  }

  /** Returns items that the user bought without bidding since the given time. */
  static List<Line> bought(Connection c, int user, Timestamp since) throws SQLException {
    String where = " i ON i.id = p.item_id WHERE p.buyer_id = ? AND p.buy_date >= ?";
    return ended(
        c,
        "SELECT "
            + LINE
            + " FROM buy_now p JOIN items"
            + where
            + " UNION ALL SELECT "
            + LINE
            + " FROM buy_now p JOIN old_items"
            + where,
        user,
        since,
        user,
        since);
  }

  private static List<Line> ended(Connection c, String union, Object... values)
      throws SQLException {
    String newestFirst =
        " ORDER BY end_date DESC, id FETCH FIRST " + Shop.LIST_LIMIT + " ROWS ONLY";
    return Sql.list(c, union + newestFirst, Line::read, values);
  }

  /** Puts an item up for auction and returns its number. */
  static int insert(Connection c, Item item) throws SQLException {
    return Sql.insert(
        c,
        "INSERT INTO items (name, description, initial_price, quantity, reserve_price, buy_now,"
            + " nb_of_bids, max_bid, start_date, end_date, seller, category)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        item.name(),
        item.description(),
        item.initialPrice(),
        item.quantity(),
        item.reservePrice(),
        item.buyNow(),
        item.bids(),
        item.maxBid(),
        item.start(),
        item.end(),
        item.seller(),
        item.category());
  }

  /**
   * Takes pieces from an open auction, and ends the auction with the last piece. One statement does
   * both, so that no two buyers get the same piece. It sets the end date first, because MariaDB
   * sees assigned values in later assignments.
   *
   * @return whether the auction is open and has that many pieces
   */
  static boolean take(Connection c, int item, int qty, Timestamp now) throws SQLException {
    return Sql.update(
            c,
            "UPDATE items SET end_date = CASE WHEN quantity = ? THEN ? ELSE end_date END,"
                + " quantity = quantity - ? WHERE id = ? AND quantity >= ? AND end_date >= ?",
            qty,
            now,
            qty,
            item,
            qty,
            now)
        == 1;
  }

  /** Inserts a purchase and returns its id. */
  static int insertPurchase(Connection c, int buyer, int item, int qty, Timestamp now)
      throws SQLException {
    return Sql.insert(
        c,
        "INSERT INTO buy_now (buyer_id, item_id, qty, buy_date) VALUES (?, ?, ?, ?)",
        buyer,
        item,
        qty,
        now);
  }
}
