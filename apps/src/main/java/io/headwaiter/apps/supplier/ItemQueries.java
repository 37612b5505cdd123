package io.headwaiter.apps.supplier;

import io.headwaiter.apps.BatchInsert;
import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Sql;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads and changes items. */
final class ItemQueries {
  private static final String FROM = " FROM sup_item i JOIN sup_author a ON a.id = i.i_a_id";

  private ItemQueries() {}

  /** An item in a list. */
  record Listed(int id, String title, String author, String published, BigDecimal cost) {
    static final String COLUMNS = "i.id, i.i_title, a.a_fname, a.a_lname, i.i_pub_date, i.i_cost";

    static Listed read(ResultSet row) throws SQLException {
      return new Listed(
          row.getInt(1),
          row.getString(2),
          row.getString(3) + " " + row.getString(4),
          row.getString(5),
          row.getBigDecimal(6));
    }
  }

  /** An item with all its data. */
  record Item(
      Listed listed,
      String publisher,
      String subject,
      String description,
      BigDecimal retailPrice,
      String isbn,
      int pages,
      String backing,
      int stock) {
    static final String COLUMNS =
        Listed.COLUMNS
            + ", i.i_publisher, i.i_subject, i.i_desc, i.i_srp, i.i_isbn, i.i_page, i.i_backing,"
            + " s.s_qty";

    static Item read(ResultSet row) throws SQLException {
      return new Item(
          Listed.read(row),
          row.getString(7),
          row.getString(8),
          row.getString(9),
          row.getBigDecimal(10),
          row.getString(11),
          row.getInt(12),
          row.getString(13),
          row.getInt(14));
    }
  }

  static BatchInsert itemBatch(Connection c) throws SQLException {
    return new BatchInsert(
        c,
        "sup_item",
        "id",
        "i_title",
        "i_a_id",
        "i_pub_date",
        "i_publisher",
        "i_subject",
        "i_desc",
        "i_srp",
        "i_cost",
        "i_isbn",
        "i_page",
        "i_backing");
  }

  /**
   * Returns the newest items of a subject, the newest first.
   *
   * @param most 1 to 50
   */
  static List<Listed> newest(Connection c, String subject, LocalDate since, int most)
      throws SQLException {
    return Sql.list(
        c,
        "SELECT "
            + Listed.COLUMNS
            + FROM
            + " WHERE i.i_subject = ? AND i.i_pub_date >= ?"
            + " ORDER BY i.i_pub_date DESC, i.id FETCH FIRST "
            + most
            + " ROWS ONLY",
        Listed::read,
        subject,
        since);
  }

  /**
   * Returns items in the order of these numbers.
   *
   * @throws PageError with status 404 if one is unknown
   */
  static List<Item> items(Connection c, Collection<Integer> ids) throws SQLException {
    Map<Integer, Item> found = new HashMap<>();
    for (Item item :
        Sql.list(
            c,
            "SELECT "
                + Item.COLUMNS
                + FROM
                + " JOIN sup_stock s ON s.s_i_id = i.id WHERE i.id IN "
                + marks(ids.size()),
            Item::read,
            ids.toArray())) {
      found.put(item.listed().id(), item);
    }
    List<Item> items = new ArrayList<>(ids.size());
    for (int id : ids) {
      items.add(known(found, id));
    }
    return items;
  }

  /**
   * Returns the price of each of these items.
   *
   * @throws PageError with status 404 if one is unknown
   */
  static Map<Integer, BigDecimal> costs(Connection c, Collection<Integer> ids) throws SQLException {
    record Price(int id, BigDecimal cost) {}
    Map<Integer, BigDecimal> costs = new HashMap<>();
    for (Price price :
        Sql.list(
            c,
            "SELECT id, i_cost FROM sup_item WHERE id IN " + marks(ids.size()),
            row -> new Price(row.getInt(1), row.getBigDecimal(2)),
            ids.toArray())) {
      costs.put(price.id(), price.cost());
    }
    for (int id : ids) {
      known(costs, id);
    }
    return costs;
  }

  /** Changes price and publication date of an item, and returns whether there is one. */
  static boolean change(Connection c, int id, BigDecimal cost, LocalDate published)
      throws SQLException {
    String command = "UPDATE sup_item SET i_cost = ?, i_pub_date = ? WHERE id = ?";
    return Sql.update(c, command, cost, published, id) > 0;
  }

  private static <T> T known(Map<Integer, T> found, int id) {
    T value = found.get(id);
    if (value == null) {
      throw noSuchItem(id);
    }
    return value;
  }

  static PageError noSuchItem(int id) {
    return PageError.notFound("There is no item " + id + "; NewProducts lists some.");
  }

  /** Returns as many marks for values, in brackets. */
  static String marks(int count) {
    return "(" + "?, ".repeat(count - 1) + "?)";
  }
}
