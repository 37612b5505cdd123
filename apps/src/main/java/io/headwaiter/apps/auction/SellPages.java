package io.headwaiter.apps.auction;

import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.Url;
import io.headwaiter.apps.auction.BrowsePages.Place;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.List;

/** Interactions 22 to 24: put an item up for auction. */
final class SellPages {
  private static final int MAX_DAYS = 7;

  private final Shop shop;

  SellPages(Shop shop) {
    this.shop = shop;
  }

  HtmlPage selectCategory(Parameters in) throws SQLException {
    Credentials who = Credentials.of(in);
    record Found(int user, List<Place> categories) {}
    Found found =
        Sql.read(
            shop.source(),
            c -> new Found(UserQueries.authenticate(c, who).id(), BrowsePages.categories(c)));
    HtmlPage out = shop.page("Select a category").open("ul");
    for (Place category : found.categories()) {
      Url form = Url.of(AuctionPages.SELL_ITEM_FORM.path());
      Url to = form.with("category", category.id()).with("user", found.user());
      out.open("li").link(to, category.name()).close("li");
    }
    return out.close("ul");
  }

  HtmlPage sellItemForm(Parameters in) {
    int category = category(in, "category");
    int user = in.id("user");
    HtmlPage out = shop.page("Sell your item").form(AuctionPages.REGISTER_ITEM.path(), "post");
    out.hidden("userId", user).hidden("categoryId", category);
    out.input("Name", "name", "text", "");
    out.textarea("Description", "description", AuctionScale.MAX_DESCRIPTION_CHARS);
    out.input("First price", "initialPrice", "text", "1.00");
    out.input("Reserve price, 0 for none", "reservePrice", "text", 0);
    out.input("Buy-it-now price, 0 for none", "buyNow", "text", 0);
    out.input("Days, 1 to " + MAX_DAYS, "duration", "text", MAX_DAYS);
    return out.input("Pieces", "quantity", "text", 1).endForm("Offer it");
  }

  HtmlPage registerItem(Parameters in) throws SQLException {
    Item item = read(in);
    int id =
        Sql.inTransaction(
            shop.source(),
            c -> {
              UserQueries.get(c, item.seller());
              return ItemQueries.insert(c, item);
            });
    HtmlPage out = shop.page("Your item is on offer");
    out.element("p", item.name() + ", until " + ItemTables.date(item.end()) + " UTC.");
    return out.linkLine(ItemTables.item(id), "Your item");
  }

  private Item read(Parameters in) {
    BigDecimal first = in.money("initialPrice", Money.LEAST, Money.MAX);
    Timestamp now = shop.now();
    long days = in.integer("duration", 1, MAX_DAYS);
    return new Item(
        0,
        in.text("name", 1, 100),
        in.text("description", 1, AuctionScale.MAX_DESCRIPTION_CHARS),
        first,
        in.integer("quantity", 1, BidPages.Order.MAX_PIECES),
        noneOrAtLeast(in, "reservePrice", first),
        noneOrAtLeast(in, "buyNow", first),
        0,
        BigDecimal.ZERO,
        now,
        new Timestamp(now.getTime() + Duration.ofDays(days).toMillis()),
        in.id("userId"),
        category(in, "categoryId"));
  }

  private static BigDecimal noneOrAtLeast(Parameters in, String name, BigDecimal first) {
    if (!in.has(name)) {
      return BigDecimal.ZERO;
    }
    BigDecimal price = in.money(name, BigDecimal.ZERO, Money.MAX);
    if (price.signum() > 0 && price.compareTo(first) < 0) {
      throw PageError.badRequest(
          "The parameter "
              + name
              + " is \""
              + price.toPlainString()
              + "\"; give 0 for none, or at"
              + " least the first price, "
              + first.toPlainString()
              + ".");
    }
    return price;
  }

  private static int category(Parameters in, String name) {
    return in.integer(name, 1, Catalogue.CATEGORIES.size());
  }
}
