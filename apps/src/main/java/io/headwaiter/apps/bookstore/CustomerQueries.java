package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.Address;
import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.Sql;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** Reads and writes customers and their addresses. */
final class CustomerQueries {
  /** The time after a Buy Request in which the customer may confirm. */
  static final Duration LOGIN_LASTS = Duration.ofHours(2);

  private static final String COLUMNS =
      "id, c_uname, c_passwd, c_fname, c_lname, c_addr_id, c_phone, c_email, c_discount,"
          + " c_expiration";

  private CustomerQueries() {}

  /** The data of a customer that pages show. */
  record Customer(
      int id,
      String userName,
      String password,
      String firstName,
      String lastName,
      int address,
      String phone,
      String email,
      BigDecimal discount,
      Timestamp loginExpires) {
    static Customer read(ResultSet row) throws SQLException {
      return new Customer(
          row.getInt(1),
          row.getString(2),
          row.getString(3),
          row.getString(4),
          row.getString(5),
          row.getInt(6),
          row.getString(7),
          row.getString(8),
          row.getBigDecimal(9),
          row.getTimestamp(10));
    }
  }

  /** The data that a new customer enters. */
  record Newcomer(
      String firstName,
      String lastName,
      Address address,
      String phone,
      String email,
      String about) {
    static Newcomer of(Parameters in) {
      return new Newcomer(
          in.text("firstName", 1, 17),
          in.text("lastName", 1, 17),
          Address.of(in, Choices.COUNTRIES.size()),
          in.text("phone", 1, 18),
          in.email("email"),
          in.text("about", 0, 500));
    }
  }

  static Optional<Customer> find(Connection c, int id) throws SQLException {
    return Sql.first(c, "SELECT " + COLUMNS + " FROM customer WHERE id = ?", Customer::read, id);
  }

  static Customer get(Connection c, int id) throws SQLException {
    return find(c, id)
        .orElseThrow(
            () ->
                PageError.notFound(
                    "There is no customer " + id + "; register, or say who you are."));
  }

  /**
   * Returns the customer with this name and password.
   *
   * @throws PageError with status 403; it does not say which of the two is wrong
   */
  static Customer authenticate(Connection c, String userName, String password) throws SQLException {
    return Sql.first(
            c,
            "SELECT " + COLUMNS + " FROM customer WHERE c_uname = ?",
            Customer::read,
            userName.toUpperCase(Locale.ROOT))
        .filter(customer -> customer.password().equals(password))
        .orElseThrow(
            () -> PageError.forbidden("No customer has this name and password; try again."));
  }

  /** Records a login of the customer; it lasts for {@link #LOGIN_LASTS}. */
  static int logIn(Connection c, int id, Timestamp now) throws SQLException {
    return Sql.update(
        c,
        "UPDATE customer SET c_last_login = c_login, c_login = ?, c_expiration = ? WHERE id = ?",
        now,
        new Timestamp(now.getTime() + LOGIN_LASTS.toMillis()),
        id);
  }

  /** Creates a customer with a name that follows from the number, and returns the number. */
  static int create(Connection c, Newcomer who, Timestamp now) throws SQLException {
    int address = addressOf(c, who.address());
    int discountPercent = ThreadLocalRandom.current().nextInt(51);
    int id =
        Sql.insert(
            c,
            "INSERT INTO customer (c_uname, c_passwd, c_fname, c_lname, c_addr_id, c_phone,"
                + " c_email, c_since, c_last_login, c_login, c_expiration, c_discount, c_balance,"
                + " c_ytd_pmt, c_birthdate, c_data)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            "",
            "",
            who.firstName(),
            who.lastName(),
            address,
            who.phone(),
            who.email(),
            now,
            now,
            now,
            now,
            BigDecimal.valueOf(discountPercent, 2),
            BigDecimal.ZERO,
            BigDecimal.ZERO,
            LocalDate.of(1970, 1, 1),
            who.about());
    String name = Digsyl.of(id, 0);
    Sql.update(
        c,
        "UPDATE customer SET c_uname = ?, c_passwd = ? WHERE id = ?",
        name,
        name.toLowerCase(Locale.ROOT),
        id);
    return id;
  }

  /** Returns the number of an existing address, or of a new one. */
  static int addressOf(Connection c, Address a) throws SQLException {
    Optional<Integer> known =
        Sql.first(
            c,
            "SELECT id FROM address WHERE addr_zip = ? AND addr_street1 = ? AND addr_street2 = ?"
                + " AND addr_city = ? AND addr_state = ? AND addr_co_id = ? ORDER BY id",
            row -> row.getInt(1),
            a.zip(),
            a.street1(),
            a.street2(),
            a.city(),
            a.state(),
            a.country());
    if (known.isPresent()) {
      return known.get();
    }
    return Sql.insert(
        c,
        "INSERT INTO address (addr_street1, addr_street2, addr_city, addr_state, addr_zip,"
            + " addr_co_id) VALUES (?, ?, ?, ?, ?, ?)",
        a.street1(),
        a.street2(),
        a.city(),
        a.state(),
        a.zip(),
        a.country());
  }

  static Address address(Connection c, int id) throws SQLException {
    return Sql.first(
            c,
            "SELECT addr_street1, addr_street2, addr_city, addr_state, addr_zip, addr_co_id"
                + " FROM address WHERE id = ?",
            row ->
                new Address(
                    row.getString(1),
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    row.getString(5),
                    row.getInt(6)),
            id)
        .orElseThrow(() -> new SQLException("The address " + id + " is missing."));
  }

  static String country(Connection c, int id) throws SQLException {
    return Sql.first(c, "SELECT co_name FROM country WHERE id = ?", row -> row.getString(1), id)
        .orElseThrow(() -> new SQLException("The country " + id + " is missing."));
  }
}
