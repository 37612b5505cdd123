package io.headwaiter.apps.supplier;

import io.headwaiter.apps.BatchInsert;
import io.headwaiter.apps.Dialect;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.TpcLists;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.SplittableRandom;

/**
 * Fills empty tables. The name of customer n is "Business n", the password "password" and n; half
 * of the customers pay by card. The amounts of orders agree with their lines ({@link Invoice});
 * later orders have higher numbers.
 *
 * <p>The same seed and scale give the same rows on the same day, except that dates of orders are
 * offsets from the moment of filling. The range of publication dates ends on the day of filling.
 * Not thread-safe; used once.
 */
final class SupplierGenerator {
  private static final long ORDERS_SINCE_MILLIS = Duration.ofDays(60).toMillis();
  private static final LocalDate FIRST_DAY = LocalDate.of(1950, 1, 1);
  private static final int ZONES = 8;
  private static final int DISCOUNT_PERCENT_MAX = 50;

  private final Connection connection;
  private final SupplierScale scale;
  private final SplittableRandom random;
  private final SupplierText text;
  private final long nowMillis;
  private final LocalDate today;
  private final int[] costCents;
  private final byte[] discountPercent;
  private final byte[] countryOf;
  private final Invoice[] nothingOf = new Invoice[Choices.COUNTRIES + 1];

  SupplierGenerator(Connection connection, SupplierScale scale, long seed, Instant now) {
    this.connection = connection;
    this.scale = scale;
    this.random = new SplittableRandom(seed);
    this.text = new SupplierText(random.split());
    this.nowMillis = now.toEpochMilli();
    this.today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    this.costCents = new int[scale.items() + 1];
    this.discountPercent = new byte[scale.customers() + 1];
    this.countryOf = new byte[scale.customers() + 1];
  }

  /** Writes all rows and sets the generated keys to continue after them; the caller commits. */
  void fill(Dialect dialect) throws SQLException {
    fillCountries();
    fillAuthors();
    fillItems();
    fillAddresses();
    fillCustomers();
    fillOrders();
    int next = scale.customers() + 1;
    Sql.execute(
        connection,
        dialect.restartIds("sup_address", next),
        dialect.restartIds("sup_customer", next),
        dialect.restartIds("sup_orders", next));
  }

  private void fillCountries() throws SQLException {
    try (BatchInsert countries =
        new BatchInsert(connection, "sup_country", "id", "co_name", "co_tax", "co_zone")) {
      for (int id = 1; id <= Choices.COUNTRIES; id++) {
        BigDecimal tax = BigDecimal.valueOf(text.between(0, 2500), 4);
        int zone = text.between(1, ZONES);
        nothingOf[id] = Invoice.empty(tax, zone);
        countries.add(id, "Country " + id, tax, zone);
      }
      countries.flush();
    }
  }

  private void fillAuthors() throws SQLException {
    try (BatchInsert authors =
        new BatchInsert(connection, "sup_author", "id", "a_fname", "a_lname")) {
      for (int id = 1; id <= scale.authors(); id++) {
        authors.add(id, text.name(3, 20), text.name(3, 20));
      }
      authors.flush();
    }
  }

  private void fillItems() throws SQLException {
    try (BatchInsert items = ItemQueries.itemBatch(connection);
        BatchInsert stock = new BatchInsert(connection, "sup_stock", "s_i_id", "s_qty")) {
      for (int id = 1; id <= scale.items(); id++) {
        item(items, id);
        stock.add(id, text.between(OrderQueries.STOCK_MIN, OrderQueries.DELIVERY));
      }
      items.flush();
      stock.flush();
    }
  }

  private void item(BatchInsert items, int id) throws SQLException {
    int days = (int) (today.toEpochDay() - FIRST_DAY.toEpochDay());
    int retailCents = text.between(100, 999_999);
    costCents[id] = Math.max(1, retailCents - (int) (retailCents * 0.5 * random.nextDouble()));
    items.add(
        id,
        text.words(14, 60),
        id <= scale.authors() ? id : text.between(1, scale.authors()),
        FIRST_DAY.plusDays(text.between(0, days)),
        text.words(14, 60),
        TpcLists.SUBJECTS.get(random.nextInt(TpcLists.SUBJECTS.size())),
        text.words(100, 500),
        BigDecimal.valueOf(retailCents, 2),
        BigDecimal.valueOf(costCents[id], 2),
        text.digits(13),
        text.between(20, 9999),
        TpcLists.BACKINGS.get(random.nextInt(TpcLists.BACKINGS.size())));
  }

  private void fillAddresses() throws SQLException {
    try (BatchInsert addresses =
        new BatchInsert(
            connection,
            "sup_address",
            "id",
            "addr_street1",
            "addr_street2",
            "addr_city",
            "addr_state",
            "addr_zip",
            "addr_co_id")) {
      for (int id = 1; id <= scale.customers(); id++) {
        int country = text.between(1, Choices.COUNTRIES);
        countryOf[id] = (byte) country;
        addresses.add(
            id,
            text.words(15, 40),
            text.words(15, 40),
            text.name(4, 30),
            text.name(2, 20),
            text.digits(text.between(5, 10)),
            country);
      }
      addresses.flush();
    }
  }

  private void fillCustomers() throws SQLException {
    try (BatchInsert customers = CustomerQueries.customerBatch(connection)) {
      for (int id = 1; id <= scale.customers(); id++) {
        discountPercent[id] = (byte) random.nextInt(DISCOUNT_PERCENT_MAX + 1);
        boolean card = random.nextBoolean();
        customers.add(
            id,
            "Business " + id,
            text.words(20, 100),
            "password" + id,
            text.name(3, 20),
            text.name(3, 20),
            id,
            text.digits(text.between(9, 16)),
            "buyer" + id + "@" + text.name(2, 9) + ".example",
            (card ? PaymentMethod.CC : PaymentMethod.PO).name(),
            text.digits(card ? 16 : 10),
            BigDecimal.valueOf(discountPercent[id], 2));
      }
      customers.flush();
    }
  }

  private void fillOrders() throws SQLException {
    try (BatchInsert orders = OrderQueries.orderBatch(connection);
        BatchInsert lines = OrderQueries.lineBatch(connection)) {
      for (int id = 1; id <= scale.customers(); id++) {
        order(id, orders, lines);
      }
      orders.flush();
      lines.flush();
    }
  }

  private void order(int id, BatchInsert orders, BatchInsert lines) throws SQLException {
    int customer = text.between(1, scale.customers());
    BigDecimal discount = BigDecimal.valueOf(discountPercent[customer], 2);
    Invoice invoice = nothingOf[countryOf[customer]];
    int count = text.between(1, 5);
    for (int line = 1; line <= count; line++) {
      int item = text.between(1, scale.items());
      int quantity = text.between(1, 10);
      BigDecimal cost = BigDecimal.valueOf(costCents[item], 2);
      invoice = invoice.with(cost, quantity, discount);
      lines.add(id, line, item, quantity, cost);
    }
    String carrier = TpcLists.CARRIERS.get(random.nextInt(TpcLists.CARRIERS.size()));
    orders.add(
        id,
        customer,
        ordered(id),
        invoice.subTotal(),
        invoice.tax(),
        invoice.shipping(),
        invoice.total(),
        carrier,
        customer,
        OrderQueries.SHIPPED,
        text.digits(PaymentService.AUTHORISATION_CHARS_MAX),
        new LocalShipment().ship(id, carrier, invoice.pieces()));
  }

  /** Returns the date of an order; later ones have later dates. */
  private Timestamp ordered(int id) {
    double part = (id - random.nextDouble()) / scale.customers();
    return new Timestamp(nowMillis - Math.round((1 - part) * ORDERS_SINCE_MILLIS));
  }
}
