package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Sql;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads books. */
final class ItemQueries {
  /** The number of latest orders in which best sellers are counted. */
  static final int ORDERS_OF_BEST_SELLERS = 3333;

  private static final String FROM = " FROM item i JOIN author a ON a.id = i.i_a_id ";
  private static final String LINE = "i.id, i.i_title, a.a_fname, a.a_lname, i.i_cost";
  private static final String LIMIT = " FETCH FIRST " + Bookshop.LIST_LIMIT + " ROWS ONLY";

  private ItemQueries() {}

  /** A book in a list. */
  record Line(int id, String title, String author, BigDecimal cost) {
    static Line read(ResultSet row) throws SQLException {
      return new Line(
          row.getInt(1),
          row.getString(2),
          row.getString(3) + " " + row.getString(4),
          row.getBigDecimal(5));
    }
  }

  /** A book with all the data of its page. */
  record Item(
      int id,
      String title,
      String author,
      String published,
      String publisher,
      String subject,
      String description,
      String thumbnail,
      String image,
      BigDecimal retailPrice,
      BigDecimal cost,
      int stock,
      String isbn,
      int pages,
      String backing,
      String dimensions,
      List<Integer> related) {
    static final String COLUMNS =
        "i.id, i.i_title, a.a_fname, a.a_lname, i.i_pub_date, i.i_publisher, i.i_subject,"
            + " i.i_desc, i.i_thumbnail, i.i_image, i.i_srp, i.i_cost, i.i_stock, i.i_isbn,"
            + " i.i_page, i.i_backing, i.i_dimensions, i.i_related1, i.i_related2, i.i_related3,"
            + " i.i_related4, i.i_related5";

    static Item read(ResultSet row) throws SQLException {
      return new Item(
          row.getInt(1),
          row.getString(2),
          row.getString(3) + " " + row.getString(4),
          row.getString(5),
          row.getString(6),
          row.getString(7),
          row.getString(8),
          row.getString(9),
          row.getString(10),
          row.getBigDecimal(11),
          row.getBigDecimal(12),
          row.getInt(13),
          row.getString(14),
          row.getInt(15),
          row.getString(16),
          row.getString(17),
          List.of(row.getInt(18), row.getInt(19), row.getInt(20), row.getInt(21), row.getInt(22)));
    }
  }

  /** A picture that links to a book. */
  record Promotion(int item, String thumbnail) {}

  /**
   * Chooses the books of a list: the part after the columns of a query over item i and author a.
   */
  record Choice(String rest, List<Object> values) {
    /** Chooses the newest books of a subject. */
    static Choice newest(String subject) {
      return new Choice(
          FROM + "WHERE i.i_subject = ? ORDER BY i.i_pub_date DESC, i.i_title, i.id" + LIMIT,
          List.of(subject));
    }

    /** Chooses the books of a subject that sold most in the latest orders. */
    static Choice bestSellers(String subject) {
      return new Choice(
          FROM
              + "JOIN order_line ol ON ol.ol_i_id = i.id WHERE i.i_subject = ? AND ol.ol_o_id >="
              + latestOrders(ORDERS_OF_BEST_SELLERS)
              + " GROUP BY i.id, i.i_title, a.a_fname, a.a_lname, i.i_cost"
              + " ORDER BY SUM(ol.ol_qty) DESC, i.id"
              + LIMIT,
          List.of(subject));
    }

    static Choice ofSubject(String subject) {
      return new Choice(
          FROM + "WHERE i.i_subject = ? ORDER BY i.i_title, i.id" + LIMIT, List.of(subject));
    }

    /** Chooses books with a title that begins with the words. */
    static Choice titled(String words) {
      return new Choice(
          FROM + "WHERE i.i_title BETWEEN ? AND ? ORDER BY i.i_title, i.id" + LIMIT,
          List.of(words, after(words)));
    }

    /** Chooses books of authors with a last name that begins with the words. */
    static Choice by(String words) {
      return new Choice(
          FROM + "WHERE a.a_lname BETWEEN ? AND ? ORDER BY i.i_title, i.id" + LIMIT,
          List.of(words, after(words)));
    }

    /**
     * Chooses as many books as a list holds, by title from the words on; after the last title it
     * continues with the first.
     */
    static Choice fromTitle(String words) {
      return new Choice(
          FROM + "ORDER BY CASE WHEN i.i_title >= ? THEN 0 ELSE 1 END, i.i_title, i.id" + LIMIT,
          List.of(words));
    }

    /** Sorts after every capital word that begins with these words, in every collation. */
    private static String after(String words) {
      return words + "ZZZZZZZZ";
    }
  }

  /** Returns the number of the first of the {@code count} latest orders, as a query in brackets. */
  static String latestOrders(int count) {
    return " (SELECT MIN(latest.id) FROM (SELECT id FROM orders ORDER BY id DESC FETCH FIRST "
        + count
        + " ROWS ONLY) latest)";
  }

  /** Returns the books of a list: with one query, or their keys first and then book by book. */
  static List<Line> list(Reads reads, Choice choice) throws SQLException {
    if (!reads.rowByRow()) {
      return reads.once(
          c ->
              Sql.list(c, "SELECT " + LINE + choice.rest(), Line::read, choice.values().toArray()));
    }
    List<Integer> keys =
        reads.once(
            c ->
                Sql.list(
                    c,
                    "SELECT i.id" + choice.rest(),
                    row -> row.getInt(1),
                    choice.values().toArray()));
    reads.gap();
    List<Line> lines = new ArrayList<>(keys.size());
    for (int key : keys) {
      lines.add(reads.row("item", key, c -> line(c, key)));
    }
    return lines;
  }

  private static Line line(Connection c, int id) throws SQLException {
    return Sql.first(c, "SELECT " + LINE + FROM + "WHERE i.id = ?", Line::read, id)
        .orElseThrow(() -> noSuchItem(id));
  }

  static Item get(Connection c, int id) throws SQLException {
    return Sql.first(c, "SELECT " + Item.COLUMNS + FROM + "WHERE i.id = ?", Item::read, id)
        .orElseThrow(() -> noSuchItem(id));
  }

  /** Returns the titles of these five books, in the order of their numbers. */
  static List<Line> titles(Connection c, List<Integer> ids) throws SQLException {
    return Sql.list(
        c,
        "SELECT " + LINE + FROM + "WHERE i.id IN (?, ?, ?, ?, ?) ORDER BY i.id",
        Line::read,
        ids.toArray());
  }

  /** Returns five pictures: those of the books related to one. */
  static List<Promotion> promotions(Connection c, int item) throws SQLException {
    Object[] related =
        Sql.first(
                c,
                "SELECT i_related1, i_related2, i_related3, i_related4, i_related5 FROM item"
                    + " WHERE id = ?",
                row ->
                    new Object[] {
                      row.getInt(1), row.getInt(2), row.getInt(3), row.getInt(4), row.getInt(5)
                    },
                item)
            .orElseThrow(() -> noSuchItem(item));
    return Sql.list(
        c,
        "SELECT id, i_thumbnail FROM item WHERE id IN (?, ?, ?, ?, ?) ORDER BY id",
        row -> new Promotion(row.getInt(1), row.getString(2)),
        related);
  }

  static PageError noSuchItem(int id) {
    return PageError.notFound("There is no book " + id + "; the lists of books link to all.");
  }
}
