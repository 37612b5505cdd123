package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.bookstore.CartQueries.Line;
import io.headwaiter.apps.bookstore.ItemQueries.Promotion;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;

/**
 * The cart. A request without a cart gets one; {@code itemId} adds a piece of a book; {@code
 * refresh=1} sets the pieces of every book for which there is a parameter {@code qty} followed by
 * its number, 0 removes the book; and a cart that would be empty gets a random book, as in TPC-W.
 */
final class CartPages {
  private final Bookshop shop;

  CartPages(Bookshop shop) {
    this.shop = shop;
  }

  private record Found(int cart, List<Line> lines, List<Promotion> promotions) {}

  HtmlPage shoppingCart(Parameters in) throws SQLException {
    Visitor before = Visitor.of(in);
    int added = in.has("itemId") ? in.id("itemId") : 0;
    boolean refresh = in.integerOr("refresh", 0, 0, 1) == 1;
    Timestamp now = shop.now();
    Found found =
        Sql.inTransaction(
            shop.source(),
            c -> {
              int cart = use(c, before.cartId(), now);
              if (refresh) {
                refresh(c, cart, in);
              }
              if (added != 0) {
                CartQueries.add(c, cart, added);
              }
              return new Found(cart, filled(c, cart), ItemQueries.promotions(c, shop.anyItem(c)));
            });
    return page(before.withCart(found.cart()), found);
  }

  /** Locks the cart, or creates one if {@code cart} is 0; returns its number. */
  static int use(Connection c, int cart, Timestamp now) throws SQLException {
    if (cart == 0) {
      return CartQueries.create(c, now);
    }
    CartQueries.lock(c, cart, now);
    return cart;
  }

  private static void refresh(Connection c, int cart, Parameters in) throws SQLException {
    for (Line line : CartQueries.lines(c, cart)) {
      int quantity =
          in.integerOr("qty" + line.item(), line.quantity(), 0, CartQueries.MAX_QUANTITY);
      if (quantity != line.quantity()) {
        CartQueries.set(c, cart, line.item(), quantity);
      }
    }
  }

  private List<Line> filled(Connection c, int cart) throws SQLException {
    List<Line> lines = CartQueries.lines(c, cart);
    if (!lines.isEmpty()) {
      return lines;
    }
    CartQueries.add(c, cart, shop.anyItem(c));
    return CartQueries.lines(c, cart);
  }

  private HtmlPage page(Visitor visitor, Found found) {
    HtmlPage out = shop.page(BookstorePages.SHOPPING_CART);
    PageParts.promotions(out, visitor, found.promotions());
    PageParts.cart(out, visitor, shop.itemPath(), found.lines());
    out.form(BookstorePages.SHOPPING_CART.path(), "get").hidden("refresh", 1);
    PageParts.hidden(out, visitor);
    for (Line line : found.lines()) {
      out.input(line.title(), "qty" + line.item(), "text", line.quantity());
    }
    out.endForm("Change");
    out.linkLine(visitor.to(BookstorePages.CUSTOMER_REGISTRATION.path()), "Check out");
    return shop.ways(out, visitor);
  }
}
