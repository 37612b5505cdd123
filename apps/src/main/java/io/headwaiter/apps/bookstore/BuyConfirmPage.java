package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.Address;
import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.TpcLists;
import io.headwaiter.apps.bookstore.CartQueries.Line;
import io.headwaiter.apps.bookstore.CustomerQueries.Customer;
import io.headwaiter.apps.bookstore.OrderQueries.Delivery;
import io.headwaiter.apps.bookstore.OrderQueries.Payment;
import io.headwaiter.apps.bookstore.OrderQueries.Purchase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** Buy Confirm: makes a paid order of the cart in one transaction. */
final class BuyConfirmPage {
  private static final int MAX_CARD_MONTHS = 120;

  private final Bookshop shop;

  BuyConfirmPage(Bookshop shop) {
    this.shop = shop;
  }

  /** The data that the customer sends. */
  private record Request(
      int cart, int customer, Payment payment, String shipping, Optional<Address> shipTo) {}

  private record Done(int order, Bill bill, Customer customer, String authorisation) {}

  HtmlPage buyConfirm(Parameters in) throws SQLException {
    Timestamp now = shop.now();
    Request request = request(in, now);
    Done done = Sql.inTransaction(shop.source(), c -> buy(c, request, now));
    HtmlPage out = shop.page(BookstorePages.BUY_CONFIRM);
    out.element(
        "p", "Your order has the number " + done.order() + ". It is on its way in three days.");
    PageParts.bill(out, done.bill(), done.customer().discount());
    out.element("p", "Authorisation of the payment: " + done.authorisation());
    return shop.ways(out, new Visitor(request.customer(), request.cart()));
  }

  private static Request request(Parameters in, Timestamp now) {
    String number = in.text("cardNumber", 16, 16);
    if (!number.matches("[0-9]{16}")) {
      throw PageError.badRequest("The parameter cardNumber is no number; give 16 digits.");
    }
    LocalDate today = LocalDate.ofInstant(now.toInstant(), ZoneOffset.UTC);
    Payment payment =
        new Payment(
            CataloguePages.choice(in, "cardType", Choices.CARDS),
            number,
            in.text("cardName", 1, 31),
            today.plusMonths(in.integer("cardMonths", 1, MAX_CARD_MONTHS)),
            in.integerOr("country", 1, 1, Choices.COUNTRIES.size()));
    return new Request(
        in.id("cartId"),
        in.id("customerId"),
        payment,
        CataloguePages.choice(in, "shipping", TpcLists.CARRIERS),
        in.has("street1")
            ? Optional.of(Address.of(in, Choices.COUNTRIES.size()))
            : Optional.empty());
  }

  /**
   * Buys the cart. It locks the cart first, so that a cart is bought once. It changes the books
   * last and in the order of their numbers, so that buyers cannot deadlock, nor wait for each
   * other's slow gateway.
   */
  private Done buy(Connection c, Request request, Timestamp now) throws SQLException {
    CartQueries.lock(c, request.cart(), now);
    List<Line> lines = CartQueries.lines(c, request.cart());
    if (lines.isEmpty()) {
      throw PageError.conflict("Sorry, your cart is empty; perhaps you have bought it already.");
    }
    Customer customer = CustomerQueries.get(c, request.customer());
    if (customer.loginExpires().before(now)) {
      throw PageError.forbidden("Your login is over; please say again who you are.");
    }
    Bill bill = Bill.EMPTY;
    for (Line line : lines) {
      bill = bill.with(line.cost(), line.quantity(), customer.discount());
    }
    int shipTo = customer.address();
    if (request.shipTo().isPresent()) {
      shipTo = CustomerQueries.addressOf(c, request.shipTo().get());
    }
    String authorisation = authorise(request.payment(), bill);
    Purchase purchase = new Purchase(customer.id(), customer.discount(), bill, lines);
    Delivery delivery = new Delivery(request.shipping(), customer.address(), shipTo);
    int order = OrderQueries.insert(c, purchase, delivery, now);
    OrderQueries.pay(c, order, request.payment(), authorisation, bill.total(), now);
    CartQueries.empty(c, request.cart());
    return new Done(order, bill, customer, authorisation);
  }

  private String authorise(Payment payment, Bill bill) throws SQLException {
    String answer = shop.gateway().authorise(payment.type(), payment.number(), bill.total());
    if (answer.isEmpty()) {
      throw PageError.conflict("Sorry, the card was declined; try another one.");
    }
    if (answer.length() > PaymentGateway.MAX_AUTHORISATION_CHARS) {
      throw new SQLException("The payment gateway's authorisation is too long: " + answer);
    }
    return answer;
  }
}
