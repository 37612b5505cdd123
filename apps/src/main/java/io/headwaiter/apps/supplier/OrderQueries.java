package io.headwaiter.apps.supplier;

import io.headwaiter.apps.BatchInsert;
import io.headwaiter.apps.Sql;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;

/** Reads and writes orders, their lines and the stock. */
final class OrderQueries {
  /** The least number of pieces in stock: before fewer are left, a delivery comes. */
  static final int STOCK_MIN = 10;

  /** The number of pieces of a delivery. */
  static final int DELIVERY = 100;

  static final String PENDING = "PENDING";
  static final String SHIPPED = "SHIPPED";

  private static final String[] ORDER = {
    "o_c_id",
    "o_date",
    "o_sub_total",
    "o_tax",
    "o_ship_cost",
    "o_total",
    "o_carrier",
    "o_addr_id",
    "o_status",
    "o_auth",
    "o_tracking"
  };

  private OrderQueries() {}

  /** One line of an order. */
  record Line(int item, int quantity, BigDecimal cost) {}

  /** An order that is to be made, with its lines in the order of their items. */
  record Purchase(
      int customer,
      int address,
      String carrier,
      String authorisation,
      Invoice invoice,
      List<Line> lines) {}

  /** An order with the data that its customer sees. */
  record Order(
      int id,
      Timestamp date,
      BigDecimal subTotal,
      BigDecimal tax,
      BigDecimal shipping,
      BigDecimal total,
      String carrier,
      String status,
      String tracking) {
    static Order read(ResultSet row) throws SQLException {
      return new Order(
          row.getInt(1),
          row.getTimestamp(2),
          row.getBigDecimal(3),
          row.getBigDecimal(4),
          row.getBigDecimal(5),
          row.getBigDecimal(6),
          row.getString(7),
          row.getString(8),
          row.getString(9));
    }
  }

  /** A line with the order it is of. */
  record OrderedLine(int order, Line line) {}

  static BatchInsert orderBatch(Connection c) throws SQLException {
    return new BatchInsert(c, "sup_orders", Sql.withId(ORDER));
  }

  static BatchInsert lineBatch(Connection c) throws SQLException {
    return new BatchInsert(c, "sup_order_line", "ol_o_id", "ol_id", "ol_i_id", "ol_qty", "ol_cost");
  }

  /**
   * Inserts an order with its lines, takes the pieces out of stock, and returns its number. The
   * stock is changed last and in the order of the items, so that orders cannot deadlock.
   */
  static int insert(Connection c, Purchase what, Timestamp now) throws SQLException {
    Invoice invoice = what.invoice();
    int order =
        Sql.insert(
            c,
            Sql.insertInto("sup_orders", ORDER),
            what.customer(),
            now,
            invoice.subTotal(),
            invoice.tax(),
            invoice.shipping(),
            invoice.total(),
            what.carrier(),
            what.address(),
            PENDING,
            what.authorisation(),
            "");
    try (BatchInsert lines = lineBatch(c)) {
      int number = 0;
      for (Line line : what.lines()) {
        lines.add(order, ++number, line.item(), line.quantity(), line.cost());
      }
      lines.flush();
    }
    for (Line line : what.lines()) {
      take(c, line.item(), line.quantity());
    }
    return order;
  }

  /**
   * Takes pieces out of stock in one statement, so that no piece is sold twice. A delivery comes if
   * too few would be left, so the stock has bounds.
   */
  private static void take(Connection c, int item, int quantity) throws SQLException {
    Sql.update(
        c,
        "UPDATE sup_stock SET s_qty = CASE WHEN s_qty - ? < "
            + STOCK_MIN
            + " THEN s_qty - ? + "
            + DELIVERY
            + " ELSE s_qty - ? END WHERE s_i_id = ?",
        quantity,
        quantity,
        quantity,
        item);
  }

  static void ship(Connection c, int order, String tracking) throws SQLException {
    Sql.update(
        c,
        "UPDATE sup_orders SET o_status = ?, o_tracking = ? WHERE id = ?",
        SHIPPED,
        tracking,
        order);
  }

  /**
   * Returns the latest orders of a customer, the latest first.
   *
   * @param most at least 1
   */
  static List<Order> latest(Connection c, int customer, int most) throws SQLException {
    return Sql.list(
        c,
        "SELECT id, o_date, o_sub_total, o_tax, o_ship_cost, o_total, o_carrier, o_status,"
            + " o_tracking FROM sup_orders WHERE o_c_id = ? ORDER BY id DESC FETCH FIRST "
            + most
            + " ROWS ONLY",
        Order::read,
        customer);
  }

  /** Returns the lines of some orders, at least one, in their order. */
  static List<OrderedLine> lines(Connection c, List<Order> orders) throws SQLException {
    return Sql.list(
        c,
        "SELECT ol_o_id, ol_i_id, ol_qty, ol_cost FROM sup_order_line WHERE ol_o_id IN "
            + ItemQueries.marks(orders.size())
            + " ORDER BY ol_o_id DESC, ol_id",
        row ->
            new OrderedLine(
                row.getInt(1), new Line(row.getInt(2), row.getInt(3), row.getBigDecimal(4))),
        orders.stream().map(order -> (Object) order.id()).toArray());
  }
}
