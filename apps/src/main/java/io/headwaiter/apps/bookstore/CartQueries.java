package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Sql;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;

/** Reads and changes carts. */
final class CartQueries {
  /** The largest number of different books in a cart. */
  static final int MAX_LINES = 100;

  /**
   * The largest number of pieces of one book in a cart, the size of a delivery: with at least ten
   * pieces in stock, one delivery is then enough for any order.
   */
  static final int MAX_QUANTITY = 21;

  private CartQueries() {}

  /** One book in a cart. */
  record Line(int item, int quantity, String title, BigDecimal cost, String backing) {}

  static int create(Connection c, Timestamp now) throws SQLException {
    return Sql.insert(c, "INSERT INTO shopping_cart (sc_time) VALUES (?)", now);
  }

  /** Records the use of a cart, and prevents other changes of it until the transaction ends. */
  static void lock(Connection c, int cart, Timestamp now) throws SQLException {
    if (Sql.update(c, "UPDATE shopping_cart SET sc_time = ? WHERE id = ?", now, cart) == 0) {
      throw PageError.notFound("There is no cart " + cart + "; leave cartId out to get one.");
    }
  }

  /** Returns the books in the cart, in the order of their numbers. */
  static List<Line> lines(Connection c, int cart) throws SQLException {
    return Sql.list(
        c,
        "SELECT l.scl_i_id, l.scl_qty, i.i_title, i.i_cost, i.i_backing FROM shopping_cart_line l"
            + " JOIN item i ON i.id = l.scl_i_id WHERE l.scl_sc_id = ? ORDER BY l.scl_i_id",
        row ->
            new Line(
                row.getInt(1),
                row.getInt(2),
                row.getString(3),
                row.getBigDecimal(4),
                row.getString(5)),
        cart);
  }

  /**
   * Adds one piece to a locked cart.
   *
   * @throws PageError with status 404 if there is no such book, 409 if the cart is full
   */
  static void add(Connection c, int cart, int item) throws SQLException {
    if (Sql.first(c, "SELECT id FROM item WHERE id = ?", row -> row.getInt(1), item).isEmpty()) {
      throw ItemQueries.noSuchItem(item);
    }
    int held =
        Sql.first(
                c,
                "SELECT scl_qty FROM shopping_cart_line WHERE scl_sc_id = ? AND scl_i_id = ?",
                row -> row.getInt(1),
                cart,
                item)
            .orElse(0);
    if (held == 0) {
      insert(c, cart, item);
    } else if (held < MAX_QUANTITY) {
      set(c, cart, item, held + 1);
    } else {
      throw PageError.conflict(
          "Sorry, a cart holds at most " + MAX_QUANTITY + " pieces of one book.");
    }
  }

  private static void insert(Connection c, int cart, int item) throws SQLException {
    int lines =
        Sql.first(
                c,
                "SELECT COUNT(*) FROM shopping_cart_line WHERE scl_sc_id = ?",
                row -> row.getInt(1),
                cart)
            .orElseThrow();
    if (lines >= MAX_LINES) {
      throw PageError.conflict("Sorry, a cart holds at most " + MAX_LINES + " different books.");
    }
    Sql.update(
        c,
        "INSERT INTO shopping_cart_line (scl_sc_id, scl_i_id, scl_qty) VALUES (?, ?, 1)",
        cart,
        item);
  }

  /** Sets the number of pieces of a book in a locked cart; 0 removes the book. */
  static void set(Connection c, int cart, int item, int quantity) throws SQLException {
    if (quantity == 0) {
      Sql.update(
          c, "DELETE FROM shopping_cart_line WHERE scl_sc_id = ? AND scl_i_id = ?", cart, item);
    } else {
      Sql.update(
          c,
          "UPDATE shopping_cart_line SET scl_qty = ? WHERE scl_sc_id = ? AND scl_i_id = ?",
          quantity,
          cart,
          item);
    }
  }

  static void empty(Connection c, int cart) throws SQLException {
    Sql.update(c, "DELETE FROM shopping_cart_line WHERE scl_sc_id = ?", cart);
  }
}
