package io.headwaiter.apps.auction;

import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.Url;
import io.headwaiter.apps.auction.BidQueries.Bid;
import io.headwaiter.apps.auction.UserQueries.Comment;
import io.headwaiter.apps.auction.UserQueries.User;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Interactions 9 to 11: an item, a user, the bids on an item. */
final class ViewPages {
  private final Shop shop;

  ViewPages(Shop shop) {
    this.shop = shop;
  }

  HtmlPage viewItem(Parameters in) throws SQLException {
    int id = in.id("itemId");
    Offer offer = Sql.read(shop.source(), c -> Offer.of(c, id));
    Item item = offer.item();
    HtmlPage out = shop.page(item.name());
    offer.facts(out);
    Url history = Url.of(AuctionPages.VIEW_BID_HISTORY.path()).with("itemId", id);
    out.linkLine(history, "Bid history");
    if (item.open(shop.now())) {
      actions(out, item);
    } else {
      out.element("p", "This auction is over.");
    }
    Url comment = Url.of(AuctionPages.PUT_COMMENT_AUTH.path());
    out.linkLine(comment.with("itemId", id).with("to", item.seller()), "Comment on the seller");
    return out.element("h2", "Description").element("p", item.description());
  }

  private static void actions(HtmlPage out, Item item) {
    out.open("p")
        .imageLink(
            Url.of(AuctionPages.PUT_BID_AUTH.path()).with("itemId", item.id()),
            StaticPages.BID_NOW,
            "Bid now")
        .text(" ");
    if (item.buyNow().signum() > 0) {
      out.imageLink(
          Url.of(AuctionPages.BUY_NOW_AUTH.path()).with("itemId", item.id()),
          StaticPages.BUY_IT_NOW,
          "Buy it now");
    }
    out.close("p");
  }

  HtmlPage viewUserInfo(Parameters in) throws SQLException {
    int id = in.id("userId");
    record Found(User user, List<Comment> comments) {}
    Found found =
        Sql.read(
            shop.source(), c -> new Found(UserQueries.get(c, id), UserQueries.commentsOn(c, id)));
    User user = found.user();
    HtmlPage out = shop.page("User " + user.nickname());
    facts(out, user);
    return ItemTables.comments(out, found.comments());
  }

  /** Appends the public data of a user. */
  static HtmlPage facts(HtmlPage out, User user) {
    return out.markup("<table><tbody>")
        .fact("Name", user.firstname() + " " + user.lastname())
        .fact("Nickname", user.nickname())
        .fact("Email", user.email())
        .fact("Rating", user.rating())
        .fact("Member since", ItemTables.date(user.since()))
        .endTable();
  }

  HtmlPage viewBidHistory(Parameters in) throws SQLException {
    int id = in.id("itemId");
    record Found(Item item, List<Bid> bids) {}
    Found found =
        Sql.read(shop.source(), c -> new Found(ItemQueries.get(c, id), BidQueries.history(c, id)));
    HtmlPage out = shop.page("Bids on " + found.item().name());
    out.linkLine(ItemTables.item(id), "Back to the item");
    if (found.bids().isEmpty()) {
      return out.element("p", "Sorry, nobody has bid on this item.");
    }
    out.table("Bidder", "Pieces", "Bid", "Date (UTC)");
    for (Bid bid : found.bids()) {
      out.open("tr")
          .cell(ItemTables.user(bid.bidder()), bid.nickname())
          .cell(bid.qty())
          .cell(bid.amount())
          .cell(ItemTables.date(bid.when()))
          .close("tr");
    }
    return ItemTables.newestOnly(out.endTable(), found.bids().size());
  }

  /** An item with its seller, the summary of its bids and its price, for ViewItem and PutBid. */
  record Offer(Item item, User seller, BidQueries.Summary bids, BigDecimal price) {
    static Offer of(Connection c, int itemId) throws SQLException {
      Item item = ItemQueries.get(c, itemId);
      User seller = UserQueries.get(c, item.seller());
      BidQueries.Summary bids = BidQueries.summary(c, itemId);
      BigDecimal price =
          item.quantity() > 1
              ? BidQueries.priceOfLastPiece(c, item)
              : bids.highest().max(item.initialPrice());
      return new Offer(item, seller, bids, price);
    }

    HtmlPage facts(HtmlPage out) {
      out.markup("<table><tbody>")
          .fact("Current price", price)
          .fact("First price", item.initialPrice())
          .fact("Reserve price", reserve())
          .fact("Buy it now", item.buyNow().signum() > 0 ? item.buyNow() : "not offered")
          .fact("Pieces", item.quantity())
          .fact("Bids", bids.count())
          .fact("Started (UTC)", ItemTables.date(item.start()))
          .fact("Ends (UTC)", ItemTables.date(item.end()));
      out.open("tr").element("th", "Seller").cell(ItemTables.user(seller.id()), seller.nickname());
      return out.close("tr").endTable();
    }

    /** Returns the state of the reserve price; the amount is the seller's secret. */
    private String reserve() {
      if (item.reservePrice().signum() == 0) {
        return "none";
      }
      return bids.highest().compareTo(item.reservePrice()) >= 0 ? "reached" : "not yet reached";
    }
  }
}
