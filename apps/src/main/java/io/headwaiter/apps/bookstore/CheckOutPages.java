package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.Address;
import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.TpcLists;
import io.headwaiter.apps.bookstore.CartQueries.Line;
import io.headwaiter.apps.bookstore.CustomerQueries.Customer;
import io.headwaiter.apps.bookstore.CustomerQueries.Newcomer;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;

/**
 * Customer Registration and Buy Request. A request with {@code userName} and {@code password} is
 * from a returning customer; one without {@code userName} registers a new customer.
 */
final class CheckOutPages {
  private final Bookshop shop;

  CheckOutPages(Bookshop shop) {
    this.shop = shop;
  }

  HtmlPage customerRegistration(Parameters in) throws SQLException {
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
    return registration(visitor, name);
  }

  /** Makes the page with the two forms; needs no database. */
  HtmlPage registration(Visitor visitor, String userName) {
    HtmlPage out = shop.page(BookstorePages.CUSTOMER_REGISTRATION);
    out.element("h2", "You have been here before").form(BookstorePages.BUY_REQUEST.path(), "post");
    PageParts.hidden(out, new Visitor(0, visitor.cartId()));
    out.input("Name", "userName", "text", userName).input("Password", "password", "password", "");
    out.endForm("Go on");
    out.element("h2", "You are new").form(BookstorePages.BUY_REQUEST.path(), "post");
    PageParts.hidden(out, new Visitor(0, visitor.cartId()));
    out.input("First name", "firstName", "text", "").input("Last name", "lastName", "text", "");
    address(out).input("Phone", "phone", "text", "").input("Email", "email", "text", "");
    return shop.ways(out.endForm("Register"), visitor);
  }

  static HtmlPage address(HtmlPage out) {
    return out.input("Street", "street1", "text", "")
        .input("", "street2", "text", "")
        .input("City", "city", "text", "")
        .input("State", "state", "text", "")
        .input("Zip code", "zip", "text", "")
        .input("Country, 1 to " + Choices.COUNTRIES.size(), "country", "text", 1);
  }

  private record Found(Customer customer, Address address, String country, List<Line> cart) {}

  HtmlPage buyRequest(Parameters in) throws SQLException {
    int cart = in.id("cartId");
    Timestamp now = shop.now();
    Found found = in.has("userName") ? returning(in, cart, now) : arriving(in, cart, now);
    requireBooks(found.cart());
    return page(new Visitor(found.customer().id(), cart), found);
  }

  private static void requireBooks(List<Line> cart) {
    if (cart.isEmpty()) {
      throw PageError.conflict("Sorry, your cart is empty; put a book into it.");
    }
  }

  private Found returning(Parameters in, int cart, Timestamp now) throws SQLException {
    String name = in.text("userName", 1, 20);
    String password = in.text("password", 1, 20);
    return shop.read(
        reads -> {
          int id = reads.once(c -> CustomerQueries.authenticate(c, name, password).id());
          return found(reads, id, cart, now);
        });
  }

  private Found arriving(Parameters in, int cart, Timestamp now) throws SQLException {
    Newcomer who = Newcomer.of(in);
    int id =
        Sql.inTransaction(
            shop.source(),
            c -> {
              requireBooks(CartQueries.lines(c, cart)); // an empty cart creates no customer
              return CustomerQueries.create(c, who, now);
            });
    return shop.read(reads -> found(reads, id, cart, now));
  }

  /**
   * Reads the data of the page. With entity access it takes nine connections, and its callers take
   * one before: ten for a Buy Request.
   */
  private static Found found(Reads reads, int id, int cart, Timestamp now) throws SQLException {
    Customer customer = reads.row("customer", id, c -> CustomerQueries.get(c, id));
    reads.row("customer", id, c -> CustomerQueries.logIn(c, id, now));
    Address address =
        reads.row(
            "address", customer.address(), c -> CustomerQueries.address(c, customer.address()));
    int country = address.country();
    String name = reads.row("country", country, c -> CustomerQueries.country(c, country));
    reads.gap();
    return new Found(customer, address, name, reads.once(c -> CartQueries.lines(c, cart)));
  }

  private HtmlPage page(Visitor visitor, Found found) {
    HtmlPage out = shop.page(BookstorePages.BUY_REQUEST);
    Customer who = found.customer();
    Address to = found.address();
    out.markup("<table><tbody>")
        .fact("Customer", who.firstName() + " " + who.lastName())
        .fact("Name", who.userName())
        .fact("Email", who.email())
        .fact("Phone", who.phone())
        .fact("Address", to.street1() + ", " + to.street2() + ", " + to.zip() + " " + to.city())
        .fact("State", to.state())
        .fact("Country", found.country())
        .endTable();
    PageParts.cart(out, visitor, shop.itemPath(), found.cart());
    Bill bill = Bill.EMPTY;
    for (Line line : found.cart()) {
      bill = bill.with(line.cost(), line.quantity(), who.discount());
    }
    PageParts.bill(out, bill, who.discount());
    out.form(BookstorePages.BUY_CONFIRM.path(), "post");
    PageParts.hidden(out, visitor).select("Card", "cardType", Choices.CARDS);
    out.input("Number, 16 digits", "cardNumber", "text", "").input("Owner", "cardName", "text", "");
    out.input("Good for months", "cardMonths", "text", 12);
    out.select("Shipping", "shipping", TpcLists.CARRIERS);
    out.element("p", "Leave the address empty to have it sent to yours.");
    return shop.ways(address(out).endForm("Buy"), visitor);
  }
}
