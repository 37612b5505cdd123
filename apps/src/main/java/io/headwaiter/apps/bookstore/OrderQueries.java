package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.BatchInsert;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.bookstore.CartQueries.Line;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** Reads and writes orders, their lines and their payments. */
final class OrderQueries {
  /** The least number of pieces in stock: before fewer are left, a delivery comes. */
  static final int LEAST_STOCK = 10;

  private static final String[] ORDER = {
    "o_c_id",
    "o_date",
    "o_sub_total",
    "o_tax",
    "o_total",
    "o_ship_type",
    "o_ship_date",
    "o_bill_addr_id",
    "o_ship_addr_id",
    "o_status"
  };
  private static final String[] LINE = {
    "ol_o_id", "ol_id", "ol_i_id", "ol_qty", "ol_discount", "ol_comments"
  };
  private static final String[] PAYMENT = {
    "cx_o_id",
    "cx_type",
    "cx_num",
    "cx_name",
    "cx_expire",
    "cx_auth_id",
    "cx_xact_amt",
    "cx_xact_date",
    "cx_co_id"
  };

  private OrderQueries() {}

  /** An order with the data that its customer sees. */
  record Order(
      int id,
      Timestamp date,
      BigDecimal subTotal,
      BigDecimal tax,
      BigDecimal total,
      String shipping,
      int billTo,
      int shipTo,
      String status) {
    static Order read(ResultSet row) throws SQLException {
      return new Order(
          row.getInt(1),
          row.getTimestamp(2),
          row.getBigDecimal(3),
          row.getBigDecimal(4),
          row.getBigDecimal(5),
          row.getString(6),
          row.getInt(7),
          row.getInt(8),
          row.getString(9));
    }
  }

  /** One book of an order. */
  record Sold(int item, String title, BigDecimal cost, int quantity, BigDecimal discount) {}

  /** A card, with the name and the country of its owner. */
  record Payment(String type, String number, String name, LocalDate expires, int country) {}

  /** The customer, the discount, the bill and the books of an order. */
  record Purchase(int customer, BigDecimal discount, Bill bill, List<Line> lines) {}

  /** The shipping and the addresses of an order. */
  record Delivery(String shipping, int billTo, int shipTo) {}

  static BatchInsert orderBatch(Connection c) throws SQLException {
    return new BatchInsert(c, "orders", Sql.withId(ORDER));
  }

  static BatchInsert lineBatch(Connection c) throws SQLException {
    return new BatchInsert(c, "order_line", LINE);
  }

  static BatchInsert paymentBatch(Connection c) throws SQLException {
    return new BatchInsert(c, "cc_xacts", PAYMENT);
  }

  /** Inserts an order with its lines, takes the books out of stock, and returns its number. */
  static int insert(Connection c, Purchase what, Delivery where, Timestamp now)
      throws SQLException {
    Bill bill = what.bill();
    Timestamp shipped = new Timestamp(now.getTime() + Duration.ofDays(3).toMillis());
    int order =
        Sql.insert(
            c,
            Sql.insertInto("orders", ORDER),
            what.customer(),
            now,
            bill.subTotal(),
            bill.tax(),
            bill.total(),
            where.shipping(),
            shipped,
            where.billTo(),
            where.shipTo(),
            "PENDING");
    try (BatchInsert lines = lineBatch(c)) {
      int number = 0;
      for (Line line : what.lines()) {
        lines.add(order, ++number, line.item(), line.quantity(), what.discount(), "");
      }
      lines.flush();
    }
    for (Line line : what.lines()) {
      takeOffTheShelf(c, line.item(), line.quantity());
    }
    return order;
  }

  /**
   * Takes pieces out of stock in one statement, so that no piece is sold twice. A delivery of
   * {@link CartQueries#MAX_QUANTITY} comes if fewer than {@link #LEAST_STOCK} would be left.
   */
  private static void takeOffTheShelf(Connection c, int item, int quantity) throws SQLException {
    Sql.update(
        c,
        "UPDATE item SET i_stock = CASE WHEN i_stock - ? < "
            + LEAST_STOCK
            + " THEN i_stock - ? + "
            + CartQueries.MAX_QUANTITY
            + " ELSE i_stock - ? END WHERE id = ?",
        quantity,
        quantity,
        quantity,
        item);
  }

  static void pay(
      Connection c, int order, Payment p, String authorisation, BigDecimal amount, Timestamp now)
      throws SQLException {
    Sql.update(
        c,
        Sql.insertInto("cc_xacts", PAYMENT),
        order,
        p.type(),
        p.number(),
        p.name(),
        p.expires(),
        authorisation,
        amount,
        now,
        p.country());
  }

  static Optional<Order> lastOf(Connection c, int customer) throws SQLException {
    return Sql.first(
        c,
        "SELECT id, o_date, o_sub_total, o_tax, o_total, o_ship_type, o_bill_addr_id,"
            + " o_ship_addr_id, o_status FROM orders WHERE o_c_id = ?"
            + " ORDER BY o_date DESC, id DESC FETCH FIRST 1 ROWS ONLY",
        Order::read,
        customer);
  }

  static List<Sold> sold(Connection c, int order) throws SQLException {
    return Sql.list(
        c,
        "SELECT ol.ol_i_id, i.i_title, i.i_cost, ol.ol_qty, ol.ol_discount FROM order_line ol"
            + " JOIN item i ON i.id = ol.ol_i_id WHERE ol.ol_o_id = ? ORDER BY ol.ol_id",
        row ->
            new Sold(
                row.getInt(1),
                row.getString(2),
                row.getBigDecimal(3),
                row.getInt(4),
                row.getBigDecimal(5)),
        order);
  }
}
