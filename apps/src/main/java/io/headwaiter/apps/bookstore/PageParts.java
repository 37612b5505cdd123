package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.Url;
import io.headwaiter.apps.bookstore.ItemQueries.Line;
import io.headwaiter.apps.bookstore.ItemQueries.Promotion;
import java.math.BigDecimal;
import java.util.List;

/** The parts that several pages share. */
final class PageParts {
  private PageParts() {}

  /** Appends a list of books, or a sentence that there are none. */
  static HtmlPage lines(HtmlPage out, Visitor visitor, String itemPath, List<Line> lines) {
    if (lines.isEmpty()) {
      return out.element("p", "Sorry, there is no such book.");
    }
    out.table("Title", "Author", "Price");
    for (Line line : lines) {
      out.open("tr")
          .cell(item(visitor, itemPath, line.id()), line.title())
          .cell(line.author())
          .cell(line.cost())
          .close("tr");
    }
    return out.endTable();
  }

  static Url item(Visitor visitor, String itemPath, int id) {
    return visitor.tell(Url.of(itemPath).with("itemId", id));
  }

  /** Appends five pictures that link to books. */
  static HtmlPage promotions(HtmlPage out, Visitor visitor, List<Promotion> promotions) {
    out.open("p");
    for (Promotion promotion : promotions) {
      String label = "Book " + promotion.item();
      out.image(Url.of(promotion.thumbnail()), label)
          .link(item(visitor, BookstorePages.PRODUCT_DETAIL.path(), promotion.item()), label)
          .text(" ");
    }
    return out.close("p");
  }

  /** Appends the form of a search. */
  static HtmlPage searchForm(HtmlPage out, Visitor visitor, String path) {
    out.form(path, "get").select("Look in", "searchType", Choices.SEARCH_TYPES);
    hidden(out, visitor);
    return out.input("for", "searchString", "text", "").endForm("Search");
  }

  /** Appends the numbers of customer and cart as hidden fields of a form. */
  static HtmlPage hidden(HtmlPage out, Visitor visitor) {
    if (visitor.customerId() != 0) {
      out.hidden("customerId", visitor.customerId());
    }
    return visitor.cartId() == 0 ? out : out.hidden("cartId", visitor.cartId());
  }

  /** Appends the contents of a cart, and their price without discount. */
  static HtmlPage cart(
      HtmlPage out, Visitor visitor, String itemPath, List<CartQueries.Line> cart) {
    out.table("Title", "Backing", "Price", "Pieces");
    BigDecimal sum = new BigDecimal("0.00");
    for (CartQueries.Line line : cart) {
      sum = sum.add(line.cost().multiply(BigDecimal.valueOf(line.quantity())));
      out.open("tr")
          .cell(item(visitor, itemPath, line.item()), line.title())
          .cell(line.backing())
          .cell(line.cost())
          .cell(line.quantity())
          .close("tr");
    }
    return out.endTable().element("p", "Sum: " + sum);
  }

  /** Appends the five kinds of facts of a bill. */
  static HtmlPage bill(HtmlPage out, Bill bill, BigDecimal discount) {
    return out.markup("<table><tbody>")
        .fact("Discount", discount.movePointRight(2).toBigInteger() + " %")
        .fact("Books", bill.subTotal())
        .fact("Tax", bill.tax())
        .fact("Shipping", bill.shipping())
        .fact("Total", bill.total())
        .endTable();
  }
}
