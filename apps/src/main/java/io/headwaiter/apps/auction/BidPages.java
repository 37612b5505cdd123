package io.headwaiter.apps.auction;

import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.auction.ViewPages.Offer;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;

/** Interactions 15 to 17: bid on an item. */
final class BidPages {
  private final Shop shop;

  BidPages(Shop shop) {
    this.shop = shop;
  }

  HtmlPage putBidAuth(Parameters in) {
    int item = in.id("itemId");
    HtmlPage out = shop.page("Bid: who are you?").form(AuctionPages.PUT_BID.path(), "get");
    return Credentials.fields(out.hidden("itemId", item)).endForm("Go on");
  }

  HtmlPage putBid(Parameters in) throws SQLException {
    int id = in.id("itemId");
    Credentials who = Credentials.of(in);
    record Found(int user, Offer offer) {}
    Found found =
        Sql.read(
            shop.source(), c -> new Found(UserQueries.authenticate(c, who).id(), Offer.of(c, id)));
    Item item = found.offer().item();
    HtmlPage out = shop.page("Bid on " + item.name());
    found.offer().facts(out);
    if (!item.open(shop.now())) {
      return out.element("p", "Sorry, this auction is over.");
    }
    out.form(AuctionPages.STORE_BID.path(), "get");
    BigDecimal least = item.nextBid();
    out.hidden("itemId", id).hidden("userId", found.user()).hidden("minBid", least);
    out.hidden("maxQty", item.quantity());
    out.input("Your bid, at least " + least, "bid", "text", least);
    out.input("Your highest bid", "maxBid", "text", least);
    out.input("Pieces, at most " + item.quantity(), "qty", "text", 1);
    return out.endForm("Bid");
  }

  HtmlPage storeBid(Parameters in) throws SQLException {
    Order order = Order.of(in);
    BigDecimal minBid = in.money("minBid", BigDecimal.ZERO, Money.MAX);
    BigDecimal bid = in.money("bid", minBid.max(Money.LEAST), Money.MAX);
    BigDecimal maxBid = in.money("maxBid", bid, Money.MAX);
    Timestamp now = shop.now();
    Item item = Sql.inTransaction(shop.source(), c -> store(c, order, bid, maxBid, now));
    HtmlPage out = shop.page("Your bid is noted");
    out.element("p", "You bid " + bid + " for " + order.qty() + " of " + item.name() + ".");
    if (bid.compareTo(item.maxBid()) < 0) {
      out.element("p", "It does not lead: the highest bid is " + item.maxBid() + ".");
    }
    return out.linkLine(ItemTables.item(item.id()), "Back to the item");
  }

  /** Stores a bid. It changes the item first: the item's row lock serialises the bids on it. */
  private static Item store(
      Connection c, Order order, BigDecimal bid, BigDecimal maxBid, Timestamp now)
      throws SQLException {
    boolean counted = BidQueries.count(c, order.item(), order.qty(), bid, now);
    Item item = ItemQueries.get(c, order.item());
    if (!counted) {
      throw PageError.conflict(
          "Sorry, this auction is over or has no " + order.qty() + " pieces left.");
    }
    if (bid.compareTo(item.initialPrice()) < 0) {
      throw PageError.badRequest(
          "The parameter bid is \""
              + bid.toPlainString()
              + "\"; give at least the first price, "
              + item.initialPrice()
              + ".");
    }
    UserQueries.get(c, order.user());
    BidQueries.insert(c, order.user(), order.item(), order.qty(), bid, maxBid, now);
    return item;
  }

  /** The item that a user orders, and the number of pieces. */
  record Order(int item, int user, int qty) {
    static final int MAX_PIECES = 1000;

    static Order of(Parameters in) {
      int maxQty = in.integer("maxQty", 1, MAX_PIECES);
      return new Order(in.id("itemId"), in.id("userId"), in.integer("qty", 1, maxQty));
    }
  }
}
