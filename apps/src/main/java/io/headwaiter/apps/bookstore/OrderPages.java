package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.Address;
import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.bookstore.CustomerQueries.Customer;
import io.headwaiter.apps.bookstore.OrderQueries.Order;
import io.headwaiter.apps.bookstore.OrderQueries.Sold;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Order Inquiry and Order Display: a customer's last order. */
final class OrderPages {
  private final Bookshop shop;

  OrderPages(Bookshop shop) {
    this.shop = shop;
  }

  HtmlPage orderInquiry(Parameters in) throws SQLException {
    Visitor visitor = Visitor.of(in);
    int id = visitor.customerId();
    String name =
        id == 0
            ? ""
            : shop.read(
                reads ->
                    reads
                        .row("customer", id, c -> CustomerQueries.find(c, id))
                        .map(Customer::userName)
                        .orElse(""));
    HtmlPage out = shop.page(BookstorePages.ORDER_INQUIRY);
    out.form(BookstorePages.ORDER_DISPLAY.path(), "post");
    PageParts.hidden(out, visitor);
    out.input("Name", "userName", "text", name).input("Password", "password", "password", "");
    return shop.ways(out.endForm("Show my last order"), visitor);
  }

  private record Found(Order order, List<Sold> sold, Address billTo, Address shipTo) {}

  HtmlPage orderDisplay(Parameters in) throws SQLException {
    String userName = in.text("userName", 1, 20);
    String password = in.text("password", 1, 20);
    Visitor visitor = Visitor.of(in);
    Optional<Found> found =
        shop.read(
            reads -> {
              int id = reads.once(c -> CustomerQueries.authenticate(c, userName, password).id());
              Optional<Order> order = reads.once(c -> OrderQueries.lastOf(c, id));
              return order.isEmpty() ? Optional.empty() : Optional.of(found(reads, order.get()));
            });
    HtmlPage out = shop.page(BookstorePages.ORDER_DISPLAY);
    if (found.isEmpty()) {
      out.element("p", "You have not ordered anything yet.");
    } else {
      show(out, visitor, found.get());
    }
    return shop.ways(out, visitor);
  }

  private static Found found(Reads reads, Order order) throws SQLException {
    return new Found(
        order,
        reads.once(c -> OrderQueries.sold(c, order.id())),
        reads.row("address", order.billTo(), c -> CustomerQueries.address(c, order.billTo())),
        reads.row("address", order.shipTo(), c -> CustomerQueries.address(c, order.shipTo())));
  }

  private void show(HtmlPage out, Visitor visitor, Found found) {
    Order order = found.order();
    out.markup("<table><tbody>")
        .fact("Number", order.id())
        .fact("Date (UTC)", order.date().toInstant())
        .fact("State", order.status())
        .fact("Books", order.subTotal())
        .fact("Tax", order.tax())
        .fact("Total", order.total())
        .fact("Sent by", order.shipping())
        .fact("Bill to", line(found.billTo()))
        .fact("Ship to", line(found.shipTo()))
        .endTable();
    out.table("Title", "Price now", "Pieces", "Discount");
    for (Sold sold : found.sold()) {
      out.open("tr")
          .cell(PageParts.item(visitor, shop.itemPath(), sold.item()), sold.title())
          .cell(sold.cost())
          .cell(sold.quantity())
          .cell(sold.discount())
          .close("tr");
    }
    out.endTable();
  }

  private static String line(Address a) {
    return a.street1() + ", " + a.street2() + ", " + a.zip() + " " + a.city() + ", " + a.state();
  }
}
