package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.BatchInsert;
import io.headwaiter.apps.TpcLists;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Fills customers, their addresses and their past orders. The name of customer i is {@code
 * Digsyl.of(i, 0)}, the password is the name in small letters. The amounts of orders agree with
 * their lines ({@link Bill}); later orders have higher numbers. Not thread-safe; used once.
 */
final class CustomerGenerator {
  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();
  private static final long ORDERS_SINCE_MILLIS = 60 * DAY_MILLIS;

  private final Connection connection;
  private final BookstoreScale scale;
  private final SplittableRandom random;
  private final BookText text;
  private final long nowMillis;
  private final LocalDate today;
  private final byte[] discountPercent;

  CustomerGenerator(
      Connection connection, BookstoreScale scale, SplittableRandom random, Instant now) {
    this.connection = connection;
    this.scale = scale;
    this.random = random;
    this.text = new BookText(random.split());
    this.nowMillis = now.toEpochMilli();
    this.today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    this.discountPercent = new byte[scale.customers() + 1];
  }

  /**
   * Writes the rows.
   *
   * @param costCents the price of each book in cents, by its number
   */
  void fill(int[] costCents) throws SQLException {
    fillAddresses();
    fillCustomers();
    fillOrders(costCents);
  }

  private void fillAddresses() throws SQLException {
    try (BatchInsert addresses =
        new BatchInsert(
            connection,
            "address",
            "id",
            "addr_street1",
            "addr_street2",
            "addr_city",
            "addr_state",
            "addr_zip",
            "addr_co_id")) {
      for (int id = 1; id <= scale.addresses(); id++) {
        addresses.add(
            id,
            text.between(15, 40),
            text.between(15, 40),
            text.name(4, 30),
            text.name(2, 20),
            text.digits(between(5, 10)),
            between(1, Choices.COUNTRIES.size()));
      }
      addresses.flush();
    }
  }

  private void fillCustomers() throws SQLException {
    try (BatchInsert customers =
        new BatchInsert(
            connection,
            "customer",
            "id",
            "c_uname",
            "c_passwd",
            "c_fname",
            "c_lname",
            "c_addr_id",
            "c_phone",
            "c_email",
            "c_since",
            "c_last_login",
            "c_login",
            "c_expiration",
            "c_discount",
            "c_balance",
            "c_ytd_pmt",
            "c_birthdate",
            "c_data")) {
      for (int id = 1; id <= scale.customers(); id++) {
        customer(customers, id);
      }
      customers.flush();
    }
  }

  private void customer(BatchInsert customers, int id) throws SQLException {
    String name = Digsyl.of(id, 0);
    long since = -DAY_MILLIS * between(61, 730);
    long login = since + random.nextLong(60 * DAY_MILLIS);
    discountPercent[id] = (byte) random.nextInt(51);
    customers.add(
        id,
        name,
        name.toLowerCase(Locale.ROOT),
        text.name(8, 15),
        text.name(8, 15),
        between(1, scale.addresses()),
        text.digits(between(9, 16)),
        name + "@" + text.name(2, 9) + ".example",
        at(since),
        at(login),
        at(login),
        at(login + CustomerQueries.LOGIN_LASTS.toMillis()),
        BigDecimal.valueOf(discountPercent[id], 2),
        BigDecimal.ZERO,
        BigDecimal.valueOf(random.nextInt(100_000), 2),
        today.minusDays(between(18 * 365, 100 * 365)),
        text.between(100, 500));
  }

  private void fillOrders(int[] costCents) throws SQLException {
    try (BatchInsert orders = OrderQueries.orderBatch(connection);
        BatchInsert lines = OrderQueries.lineBatch(connection);
        BatchInsert payments = OrderQueries.paymentBatch(connection)) {
      for (int id = 1; id <= scale.orders(); id++) {
        order(id, costCents, orders, lines, payments);
      }
      orders.flush();
      lines.flush();
      payments.flush();
    }
  }

  private void order(
      int id, int[] costCents, BatchInsert orders, BatchInsert lines, BatchInsert payments)
      throws SQLException {
    int customer = between(1, scale.customers());
    BigDecimal discount = BigDecimal.valueOf(discountPercent[customer], 2);
    int count = between(1, 5);
    Bill bill = Bill.EMPTY;
    for (int line = 1; line <= count; line++) {
      int item = between(1, scale.items());
      int quantity = between(1, 10);
      bill = bill.with(BigDecimal.valueOf(costCents[item], 2), quantity, discount);
      lines.add(id, line, item, quantity, discount, text.between(20, 100));
    }
    long step = ORDERS_SINCE_MILLIS / scale.orders();
    long date = -ORDERS_SINCE_MILLIS + id * step - random.nextLong(Math.max(1, step));
    orders.add(
        id,
        customer,
        at(date),
        bill.subTotal(),
        bill.tax(),
        bill.total(),
        TpcLists.CARRIERS.get(random.nextInt(TpcLists.CARRIERS.size())),
        at(date + between(0, 8) * DAY_MILLIS),
        between(1, scale.addresses()),
        between(1, scale.addresses()),
        Choices.ORDER_STATES.get(random.nextInt(Choices.ORDER_STATES.size())));
    payment(id, bill, date, payments);
  }

  private void payment(int order, Bill bill, long date, BatchInsert payments) throws SQLException {
    payments.add(
        order,
        Choices.CARDS.get(random.nextInt(Choices.CARDS.size())),
        text.digits(16),
        text.name(14, 30),
        today.plusDays(between(10, 730)),
        text.digits(15),
        bill.total(),
        at(date),
        between(1, Choices.COUNTRIES.size()));
  }

  private int between(int min, int max) {
    return min + random.nextInt(max - min + 1);
  }

  private Timestamp at(long offsetMillis) {
    return new Timestamp(nowMillis + offsetMillis);
  }
}
