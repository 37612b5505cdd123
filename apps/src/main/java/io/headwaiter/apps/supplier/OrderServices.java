package io.headwaiter.apps.supplier;

import io.headwaiter.apps.Address;
import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.TpcLists;
import io.headwaiter.apps.supplier.CustomerQueries.Buyer;
import io.headwaiter.apps.supplier.OrderQueries.Line;
import io.headwaiter.apps.supplier.OrderQueries.Order;
import io.headwaiter.apps.supplier.OrderQueries.OrderedLine;
import io.headwaiter.apps.supplier.OrderQueries.Purchase;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Create Order and Order Status. */
final class OrderServices {
  /** The most lines of an order. */
  static final int LINES_MAX = 20;

  /** The most pieces of a line. */
  static final int QUANTITY_MAX = 50;

  /** The most orders that Order Status shows. */
  static final int ORDERS_SHOWN_MAX = 5;

  private static final String LINES = "lines";

  private final SupplierShop shop;

  OrderServices(SupplierShop shop) {
    this.shop = shop;
  }

  /** The data that a client sends; the quantities by item, in the order of the items. */
  private record Request(
      int customer,
      String password,
      String carrier,
      SortedMap<Integer, Integer> quantities,
      Optional<Address> shipTo) {
    static Request of(Fields in) {
      Parameters parameters = in.parameters();
      return new Request(
          parameters.id("customerId"),
          CustomerServices.password(parameters),
          Choices.one(parameters, "carrier", TpcLists.CARRIERS),
          quantities(in),
          parameters.has("street1")
              ? Optional.of(Address.of(parameters, Choices.COUNTRIES))
              : Optional.empty());
    }

    private static SortedMap<Integer, Integer> quantities(Fields in) {
      SortedMap<Integer, Integer> quantities = new TreeMap<>();
      for (Fields line : in.entries(LINES, LINES_MAX)) {
        Parameters parameters = line.parameters();
        int item = parameters.id("itemId");
        if (quantities.put(item, parameters.integer("quantity", 1, QUANTITY_MAX)) != null) {
          throw PageError.badRequest("The item " + item + " is in two lines; give it in one.");
        }
      }
      return quantities;
    }
  }

  /** An order before it is paid. */
  private record Offer(Buyer buyer, Invoice invoice, List<Line> lines) {}

  /**
   * Makes a paid order. Neither payment nor shipment hold a database connection while they are
   * waited for. An order that cannot be shipped now is made all the same and stays pending: a
   * client that tried again would order twice.
   */
  Fields createOrder(Fields in) throws SQLException, ServiceFailure {
    Timestamp now = shop.now();
    Request request = Request.of(in);
    Offer offer = Sql.read(shop.source(), c -> offer(c, request));
    String authorisation = authorise(offer);
    int order =
        Sql.inTransaction(shop.source(), c -> insert(c, request, offer, authorisation, now));
    String tracking = ship(order, request.carrier(), offer.invoice().pieces());
    if (!tracking.isEmpty()) {
      Sql.inTransaction(
          shop.source(),
          c -> {
            OrderQueries.ship(c, order, tracking);
            return order;
          });
    }
    Invoice invoice = offer.invoice();
    return new Fields()
        .with("orderId", order)
        .with("subTotal", invoice.subTotal())
        .with("tax", invoice.tax())
        .with("shipping", invoice.shipping())
        .with("total", invoice.total())
        .with("authorisation", authorisation)
        .with("status", tracking.isEmpty() ? OrderQueries.PENDING : OrderQueries.SHIPPED)
        .with("tracking", tracking);
  }

  private static Offer offer(Connection c, Request request) throws SQLException {
    Buyer buyer = CustomerQueries.authenticate(c, request.customer(), request.password());
    Map<Integer, BigDecimal> costs = ItemQueries.costs(c, request.quantities().keySet());
    Invoice invoice = Invoice.empty(buyer.taxRate(), buyer.zone());
    List<Line> lines = new ArrayList<>(costs.size());
    for (Map.Entry<Integer, Integer> wanted : request.quantities().entrySet()) {
      BigDecimal cost = costs.get(wanted.getKey());
      invoice = invoice.with(cost, wanted.getValue(), buyer.discount());
      lines.add(new Line(wanted.getKey(), wanted.getValue(), cost));
    }
    return new Offer(buyer, invoice, lines);
  }

  private String authorise(Offer offer) throws ServiceFailure {
    Buyer buyer = offer.buyer();
    BigDecimal total = offer.invoice().total();
    String answer = shop.options().payment().authorise(buyer.method(), buyer.account(), total);
    if (answer.isEmpty()) {
      throw PageError.conflict("Sorry, the payment was declined; change the payment method.");
    }
    if (answer.length() > PaymentService.AUTHORISATION_CHARS_MAX) {
      throw new ServiceFailure("The authorisation of the payment is too long.");
    }
    return answer;
  }

  private static int insert(
      Connection c, Request request, Offer offer, String authorisation, Timestamp now)
      throws SQLException {
    int address = offer.buyer().address();
    if (request.shipTo().isPresent()) {
      address = CustomerQueries.insert(c, request.shipTo().get());
    }
    Purchase purchase =
        new Purchase(
            request.customer(),
            address,
            request.carrier(),
            authorisation,
            offer.invoice(),
            offer.lines());
    return OrderQueries.insert(c, purchase, now);
  }

  /** Returns the tracking number; empty if the order cannot be shipped now. */
  private String ship(int order, String carrier, int pieces) {
    try {
      String tracking = shop.options().shipment().ship(order, carrier, pieces);
      if (tracking.length() > ShipmentService.TRACKING_CHARS_MAX) {
        throw new ServiceFailure("The tracking number of the shipment is too long.");
      }
      return tracking;
    } catch (ServiceFailure e) {
      shop.log().failed("The shipment of order " + order, e);
      return "";
    }
  }

  Fields orderStatus(Fields in) throws SQLException {
    Parameters parameters = in.parameters();
    int customer = parameters.id("customerId");
    String password = CustomerServices.password(parameters);
    record Found(List<Order> orders, List<OrderedLine> lines) {}
    Found found =
        Sql.read(
            shop.source(),
            c -> {
              CustomerQueries.authenticate(c, customer, password);
              List<Order> orders = OrderQueries.latest(c, customer, ORDERS_SHOWN_MAX);
              return new Found(
                  orders, orders.isEmpty() ? List.of() : OrderQueries.lines(c, orders));
            });
    List<Fields> orders =
        found.orders().stream().map(order -> shown(order, found.lines())).toList();
    return new Fields().with("customerId", customer).with("orders", orders);
  }

  private static Fields shown(Order order, List<OrderedLine> all) {
    List<Fields> lines =
        all.stream()
            .filter(line -> line.order() == order.id())
            .map(OrderedLine::line)
            .map(
                line ->
                    new Fields()
                        .with("itemId", line.item())
                        .with("quantity", line.quantity())
                        .with("cost", line.cost()))
            .toList();
    return new Fields()
        .with("orderId", order.id())
        .with("date", order.date().toInstant().toString())
        .with("subTotal", order.subTotal())
        .with("tax", order.tax())
        .with("shipping", order.shipping())
        .with("total", order.total())
        .with("carrier", order.carrier())
        .with("status", order.status())
        .with("tracking", order.tracking())
        .with(LINES, lines);
  }
}
