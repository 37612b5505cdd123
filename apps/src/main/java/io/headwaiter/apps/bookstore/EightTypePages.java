package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.Url;
import io.headwaiter.apps.bookstore.CartQueries.Line;
import io.headwaiter.apps.bookstore.ItemQueries.Choice;
import io.headwaiter.apps.bookstore.ItemQueries.Item;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;

/**
 * The eight request types where they differ from TPC-W's pages. Home, Cart and Register do not use
 * the database, as in the paper's shop (no advertisements; the cart was in the server's memory).
 * Search always finds as many books as a list holds. For that it reads every title: the paper's
 * shop has a hundred.
 */
final class EightTypePages {
  private final Bookshop shop;
  private final CheckOutPages checkOut;

  EightTypePages(Bookshop shop) {
    this.shop = shop;
    this.checkOut = new CheckOutPages(shop);
  }

  HtmlPage home(Parameters in) {
    Visitor visitor = Visitor.of(in);
    HtmlPage out = shop.page(BookstorePages.HOME);
    PageParts.searchForm(out, visitor, EightPages.SEARCH.path());
    return shop.ways(out, visitor);
  }

  HtmlPage search(Parameters in) throws SQLException {
    Visitor visitor = Visitor.of(in);
    String words = CataloguePages.words(in);
    List<ItemQueries.Line> found =
        shop.read(reads -> ItemQueries.list(reads, Choice.fromTitle(words)));
    HtmlPage out = shop.page(BookstorePages.SEARCH_RESULTS, words);
    return shop.ways(PageParts.lines(out, visitor, shop.itemPath(), found), visitor);
  }

  HtmlPage item(Parameters in) throws SQLException {
    Visitor visitor = Visitor.of(in);
    CataloguePages.Detail found = CataloguePages.found(shop, in.id("itemId"));
    Item item = found.item();
    HtmlPage out = shop.page(BookstorePages.PRODUCT_DETAIL, item.title());
    CataloguePages.detail(out, item);
    out.linkLine(
        PageParts.item(visitor, EightPages.ADD_TO_CART.path(), item.id()), "Put it into the cart");
    PageParts.lines(out, visitor, shop.itemPath(), found.related());
    return shop.ways(out, visitor);
  }

  HtmlPage addToCart(Parameters in) throws SQLException {
    Visitor before = Visitor.of(in);
    int item = in.id("itemId");
    Timestamp now = shop.now();
    record Found(int cart, List<Line> lines) {}
    Found found =
        Sql.inTransaction(
            shop.source(),
            c -> {
              int cart = CartPages.use(c, before.cartId(), now);
              CartQueries.add(c, cart, item);
              return new Found(cart, CartQueries.lines(c, cart));
            });
    Visitor visitor = before.withCart(found.cart());
    HtmlPage out = shop.page(BookstorePages.SHOPPING_CART);
    PageParts.cart(out, visitor, shop.itemPath(), found.lines());
    return shop.ways(out.linkLine(visitor.to(EightPages.REGISTER.path()), "Check out"), visitor);
  }

  /** Shows the cart as the request gives it: {@code items=3,14} are the numbers of its books. */
  HtmlPage cart(Parameters in) {
    Visitor visitor = Visitor.of(in);
    String items = in.text("items", 0, 1100);
    if (!items.matches("|[1-9][0-9]{0,8}(,[1-9][0-9]{0,8}){0,99}")) {
      throw PageError.badRequest(
          "The parameter items is no list of books; give up to 100 numbers parted by commas.");
    }
    HtmlPage out = shop.page(BookstorePages.SHOPPING_CART);
    out.open("ul");
    for (String id : items.isEmpty() ? new String[0] : items.split(",", -1)) {
      Url to = PageParts.item(visitor, shop.itemPath(), Integer.parseInt(id));
      out.open("li").link(to, "Book " + id).close("li");
    }
    out.close("ul").linkLine(visitor.to(EightPages.REGISTER.path()), "Check out");
    return shop.ways(out, visitor);
  }

  HtmlPage register(Parameters in) {
    return checkOut.registration(Visitor.of(in), "");
  }
}
