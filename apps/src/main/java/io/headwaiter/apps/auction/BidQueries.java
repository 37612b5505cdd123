package io.headwaiter.apps.auction;

import io.headwaiter.apps.Sql;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;

/** Reads and writes bids. */
final class BidQueries {
  private BidQueries() {}

  /** A bid with its bidder. */
  record Bid(int bidder, String nickname, int qty, BigDecimal amount, Timestamp when) {}

  /** The number of bids on an item, and the highest bid. */
  record Summary(int count, BigDecimal highest) {}

  private record Offer(int qty, BigDecimal amount) {}

  /** Returns the newest bids on the item, newest first, at most {@link Shop#LIST_LIMIT}. */
  static List<Bid> history(Connection c, int item) throws SQLException {
    return Sql.list(
        c,
        "SELECT b.user_id, u.nickname, b.qty, b.bid, b.bid_date FROM bids b"
            + " JOIN users u ON u.id = b.user_id WHERE b.item_id = ?"
            + " ORDER BY b.bid_date DESC, b.id DESC FETCH FIRST ? ROWS ONLY",
        row ->
            new Bid(
                row.getInt(1),
                row.getString(2),
                row.getInt(3),
                row.getBigDecimal(4),
                row.getTimestamp(5)),
        item,
        Shop.LIST_LIMIT);
  }

  /** Counts the rows of bids, as RUBiS does, and not the counter in the item. */
  static Summary summary(Connection c, int item) throws SQLException {
    return Sql.first(
            c,
            "SELECT COUNT(*), COALESCE(MAX(bid), 0) FROM bids WHERE item_id = ?",
            row -> new Summary(row.getInt(1), row.getBigDecimal(2)),
            item)
        .orElseThrow();
  }

  /**
   * Returns the price to beat if several pieces are sold. Bids are served from the highest down,
   * and the bid that takes the last piece sets the price. While pieces are left over, it is the
   * first price.
   */
  static BigDecimal priceOfLastPiece(Connection c, Item item) throws SQLException {
    int wanted = Math.min(item.quantity(), Shop.LIST_LIMIT);
    List<Offer> best =
        Sql.list(
            c,
            "SELECT qty, bid FROM bids WHERE item_id = ? ORDER BY bid DESC FETCH FIRST ? ROWS ONLY",
            row -> new Offer(row.getInt(1), row.getBigDecimal(2)),
            item.id(),
            wanted);
    int served = 0;
    for (Offer offer : best) {
      served += offer.qty();
      if (served >= wanted) {
        return offer.amount();
      }
    }
    return item.initialPrice();
  }

  /**
   * Counts a bid in its item, and raises the highest bid if this one is higher. One statement does
   * both, so that bids made at the same moment all count and the highest wins.
   *
   * @return whether the auction is open and has that many pieces
   */
  static boolean count(Connection c, int item, int qty, BigDecimal bid, Timestamp now)
      throws SQLException {
    return Sql.update(
            c,
            "UPDATE items SET nb_of_bids = nb_of_bids + 1,"
                + " max_bid = CASE WHEN max_bid < ? THEN ? ELSE max_bid END"
                + " WHERE id = ? AND quantity >= ? AND end_date >= ?",
            bid,
            bid,
            item,
            qty,
            now)
        == 1;
  }

  /** Inserts a bid and returns its id. */
  static int insert(
      Connection c, int user, int item, int qty, BigDecimal bid, BigDecimal maxBid, Timestamp now)
      throws SQLException {
    return Sql.insert(
        c,
        "INSERT INTO bids (user_id, item_id, qty, bid, max_bid, bid_date) VALUES (?, ?, ?, ?, ?, ?)",
        user,
        item,
        qty,
        bid,
        maxBid,
        now);
  }
}
