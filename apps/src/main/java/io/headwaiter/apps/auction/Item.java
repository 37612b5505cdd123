package io.headwaiter.apps.auction;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;

/** A row of items or old_items. A price of 0 in reserve or buyNow means that there is none. */
record Item(
    int id,
    String name,
    String description,
    BigDecimal initialPrice,
    int quantity,
    BigDecimal reservePrice,
    BigDecimal buyNow,
    int bids,
    BigDecimal maxBid,
    Timestamp start,
    Timestamp end,
    int seller,
    int category) {

  static final String COLUMNS =
      "id, name, description, initial_price, quantity, reserve_price, buy_now, nb_of_bids, max_bid,"
          + " start_date, end_date, seller, category";

  static Item read(ResultSet row) throws SQLException {
    return new Item(
        row.getInt(1),
        row.getString(2),
        row.getString(3),
        row.getBigDecimal(4),
        row.getInt(5),
        row.getBigDecimal(6),
        row.getBigDecimal(7),
        row.getInt(8),
        row.getBigDecimal(9),
        row.getTimestamp(10),
        row.getTimestamp(11),
        row.getInt(12),
        row.getInt(13));
  }

  /** Returns whether bids and purchases are still possible. */
  boolean open(Timestamp now) {
    return quantity > 0 && !end.before(now);
  }

  /** Returns the highest bid, or the first price while there is no bid. */
  BigDecimal currentPrice() {
    return maxBid.max(initialPrice);
  }

  /**
   * Returns the least bid that the form asks for: the first price, or 1 above the current price.
   */
  BigDecimal nextBid() {
    return bids == 0 ? initialPrice : currentPrice().add(BigDecimal.ONE);
  }

  /**
   * Returns the price of one piece without bidding. RUBiS lets users buy every open item. If the
   * seller named no buy-now price, it is the current price.
   */
  BigDecimal purchasePrice() {
    return buyNow.signum() > 0 ? buyNow : currentPrice();
  }
}
