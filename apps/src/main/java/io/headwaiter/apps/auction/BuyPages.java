package io.headwaiter.apps.auction;

import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.auction.BidPages.Order;
import io.headwaiter.apps.auction.UserQueries.User;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;

/** Interactions 12 to 14: buy an item at once. */
final class BuyPages {
  private final Shop shop;

  BuyPages(Shop shop) {
    this.shop = shop;
  }

  HtmlPage buyNowAuth(Parameters in) {
    int item = in.id("itemId");
    HtmlPage out = shop.page("Buy: who are you?").form(AuctionPages.BUY_NOW.path(), "get");
    return Credentials.fields(out.hidden("itemId", item)).endForm("Go on");
  }

  HtmlPage buyNow(Parameters in) throws SQLException {
    int id = in.id("itemId");
    Credentials who = Credentials.of(in);
    record Found(int buyer, Item item, User seller) {}
    Found found =
        Sql.read(
            shop.source(),
            c -> {
              int buyer = UserQueries.authenticate(c, who).id();
              Item item = ItemQueries.get(c, id);
              return new Found(buyer, item, UserQueries.get(c, item.seller()));
            });
    Item item = found.item();
    HtmlPage out = shop.page("Buy " + item.name()).open("p").text("Offered by ");
    out.link(ItemTables.user(found.seller().id()), found.seller().nickname()).close("p");
    if (!item.open(shop.now())) {
      return out.element("p", "Sorry, this auction is over.");
    }
    out.element("p", "One piece costs " + item.purchasePrice() + ".");
    out.form(AuctionPages.STORE_BUY_NOW.path(), "get").hidden("itemId", id);
    out.hidden("userId", found.buyer()).hidden("maxQty", item.quantity());
    out.input("Pieces, at most " + item.quantity(), "qty", "text", 1);
    return out.endForm("Buy").element("p", item.description());
  }

  HtmlPage storeBuyNow(Parameters in) throws SQLException {
    Order order = Order.of(in);
    Timestamp now = shop.now();
    Item item = Sql.inTransaction(shop.source(), c -> store(c, order, now));
    BigDecimal price = item.purchasePrice().multiply(BigDecimal.valueOf(order.qty()));
    return shop.page("You have bought it")
        .element("p", order.qty() + " of " + item.name() + " for " + price + ".")
        .linkLine(ItemTables.item(item.id()), "Back to the item");
  }

  private static Item store(Connection c, Order order, Timestamp now) throws SQLException {
    boolean taken = ItemQueries.take(c, order.item(), order.qty(), now);
    Item item = ItemQueries.get(c, order.item());
    if (!taken) {
      throw PageError.conflict(
          "Sorry, this auction is over or has no " + order.qty() + " pieces left.");
    }
    UserQueries.get(c, order.user());
    ItemQueries.insertPurchase(c, order.user(), order.item(), order.qty(), now);
    return item;
  }
}
