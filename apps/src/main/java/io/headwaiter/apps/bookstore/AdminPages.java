package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.bookstore.ItemQueries.Item;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Admin Request and Admin Confirm: change a book, and recompute the books related to it. */
final class AdminPages {
  /** The number of latest orders in which related books are searched. */
  static final int ORDERS_OF_RELATED = 10_000;

  private static final int RELATED = 5;
  private static final BigDecimal LEAST = new BigDecimal("0.01");
  private static final BigDecimal MOST = new BigDecimal("9999.99");

  private final Bookshop shop;

  AdminPages(Bookshop shop) {
    this.shop = shop;
  }

  HtmlPage adminRequest(Parameters in) throws SQLException {
    Visitor visitor = Visitor.of(in);
    int id = in.id("itemId");
    Item item = shop.read(reads -> reads.row("item", id, c -> ItemQueries.get(c, id)));
    HtmlPage out = shop.page(BookstorePages.ADMIN_REQUEST, item.title());
    CataloguePages.detail(out, item);
    out.form(BookstorePages.ADMIN_CONFIRM.path(), "post").hidden("itemId", id);
    PageParts.hidden(out, visitor);
    out.input("Price", "newCost", "text", item.cost())
        .input("Picture", "newImage", "text", item.image())
        .input("Thumbnail", "newThumbnail", "text", item.thumbnail());
    return shop.ways(out.endForm("Change"), visitor);
  }

  HtmlPage adminConfirm(Parameters in) throws SQLException {
    Visitor visitor = Visitor.of(in);
    int id = in.id("itemId");
    BigDecimal cost = in.money("newCost", LEAST, MOST);
    String image = picture(in, "newImage");
    String thumbnail = picture(in, "newThumbnail");
    LocalDate today = LocalDate.ofInstant(shop.now().toInstant(), ZoneOffset.UTC);
    Item item =
        Sql.inTransaction(
            shop.source(),
            c -> {
              Item before = ItemQueries.get(c, id);
              update(c, before, cost, List.of(image, thumbnail), today);
              return ItemQueries.get(c, id);
            });
    HtmlPage out = shop.page(BookstorePages.ADMIN_CONFIRM, item.title());
    return shop.ways(CataloguePages.detail(out, item), visitor);
  }

  private static String picture(Parameters in, String name) {
    String path = in.text(name, 1, 60);
    if (!Pictures.known(path)) {
      throw PageError.badRequest(
          "The parameter " + name + " is no picture of the shop; give one like /thumb/7.png.");
    }
    return path;
  }

  private static void update(
      Connection c, Item before, BigDecimal cost, List<String> pictures, LocalDate today)
      throws SQLException {
    List<Integer> related = related(c, before);
    Sql.update(
        c,
        "UPDATE item SET i_cost = ?, i_image = ?, i_thumbnail = ?, i_pub_date = ?,"
            + " i_related1 = ?, i_related2 = ?, i_related3 = ?, i_related4 = ?, i_related5 = ?"
            + " WHERE id = ?",
        cost,
        pictures.get(0),
        pictures.get(1),
        today,
        related.get(0),
        related.get(1),
        related.get(2),
        related.get(3),
        related.get(4),
        before.id());
  }

  /**
   * Returns the five books that recent buyers of the book bought most besides it. If there are
   * fewer, books that were related before fill the list.
   */
  private static List<Integer> related(Connection c, Item item) throws SQLException {
    String latest = ItemQueries.latestOrders(ORDERS_OF_RELATED);
    List<Integer> bought =
        Sql.list(
            c,
            "SELECT other.ol_i_id FROM orders o JOIN order_line other ON other.ol_o_id = o.id"
                + " WHERE o.id >="
                + latest
                + " AND other.ol_i_id <> ? AND o.o_c_id IN"
                + " (SELECT b.o_c_id FROM orders b JOIN order_line ol ON ol.ol_o_id = b.id"
                + " WHERE ol.ol_i_id = ? AND b.id >="
                + latest
                + ") GROUP BY other.ol_i_id ORDER BY SUM(other.ol_qty) DESC, other.ol_i_id"
                + " FETCH FIRST "
                + RELATED
                + " ROWS ONLY",
            row -> row.getInt(1),
            item.id(),
            item.id());
    Set<Integer> five = new LinkedHashSet<>(bought);
    for (int before : item.related()) {
      if (five.size() < RELATED) {
        five.add(before);
      }
    }
    return List.copyOf(five);
  }
}
