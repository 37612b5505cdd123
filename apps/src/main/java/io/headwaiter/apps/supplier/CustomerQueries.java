package io.headwaiter.apps.supplier;

import io.headwaiter.apps.BatchInsert;
import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.Sql;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads and writes customers and their addresses. */
final class CustomerQueries {
  private static final String[] CUSTOMER = {
    "c_name",
    "c_info",
    "c_passwd",
    "c_fname",
    "c_lname",
    "c_addr_id",
    "c_phone",
    "c_email",
    "c_method",
    "c_account",
    "c_discount"
  };

  private CustomerQueries() {}

  /** The data of a customer that an order needs. */
  record Buyer(
      int id,
      String password,
      int address,
      PaymentMethod method,
      String account,
      BigDecimal discount,
      BigDecimal taxRate,
      int zone) {
    static Buyer read(ResultSet row) throws SQLException {
      return new Buyer(
          row.getInt(1),
          row.getString(2),
          row.getInt(3),
          PaymentMethod.valueOf(row.getString(4)),
          row.getString(5),
          row.getBigDecimal(6),
          row.getBigDecimal(7),
          row.getInt(8));
    }
  }

  /** An address. */
  record Address(
      String street1, String street2, String city, String state, String zip, int country) {
    static Address of(Parameters in) {
      return new Address(
          in.text("street1", 1, 40),
          in.text("street2", 0, 40),
          in.text("city", 1, 30),
          in.text("state", 0, 20),
          in.text("zip", 1, 10),
          in.integer("country", 1, Choices.COUNTRIES));
    }
  }

  /** The data that a new customer sends. */
  record Newcomer(
      String name,
      String info,
      String password,
      String firstName,
      String lastName,
      Address address,
      String phone,
      String email,
      PaymentMethod method,
      String account) {
    static Newcomer of(Parameters in) {
      String email = in.text("email", 3, 50);
      if (!email.matches("[^@\\s]+@[^@\\s]+")) {
        throw PageError.badRequest("The parameter email is not an address; give name@host.");
      }
      PaymentMethod method = PaymentMethod.of(in);
      return new Newcomer(
          in.text("businessName", 1, 50),
          in.text("businessInfo", 0, 100),
          in.text("password", 1, 20),
          in.text("firstName", 1, 20),
          in.text("lastName", 1, 20),
          Address.of(in),
          in.text("phone", 1, 18),
          email,
          method,
          method.account(in));
    }
  }

  static BatchInsert customerBatch(Connection c) throws SQLException {
    return new BatchInsert(c, "sup_customer", withId(CUSTOMER));
  }

  /** Returns the columns with the key before them. */
  static String[] withId(String... columns) {
    String[] all = new String[columns.length + 1];
    all[0] = "id";
    System.arraycopy(columns, 0, all, 1, columns.length);
    return all;
  }

  /** Returns the command that inserts one row, all values bound. */
  static String insertInto(String table, String... columns) {
    return "INSERT INTO "
        + table
        + " ("
        + String.join(", ", columns)
        + ") VALUES ("
        + "?, ".repeat(columns.length - 1)
        + "?)";
  }

  /**
   * Returns the customer with this number and password.
   *
   * @throws PageError with status 403; it does not say which of the two is wrong
   */
  static Buyer authenticate(Connection c, int id, String password) throws SQLException {
    return Sql.first(
            c,
            "SELECT c.id, c.c_passwd, c.c_addr_id, c.c_method, c.c_account, c.c_discount,"
                + " co.co_tax, co.co_zone FROM sup_customer c"
                + " JOIN sup_address a ON a.id = c.c_addr_id"
                + " JOIN sup_country co ON co.id = a.addr_co_id WHERE c.id = ?",
            Buyer::read,
            id)
        .filter(buyer -> buyer.password().equals(password))
        .orElseThrow(
            () -> PageError.forbidden("No customer has this number and password; try again."));
  }

  /** Creates a customer and returns the number. */
  static int create(Connection c, Newcomer who, BigDecimal discount) throws SQLException {
    int address = insert(c, who.address());
    return Sql.insert(
        c,
        insertInto("sup_customer", CUSTOMER),
        who.name(),
        who.info(),
        who.password(),
        who.firstName(),
        who.lastName(),
        address,
        who.phone(),
        who.email(),
        who.method().name(),
        who.account(),
        discount);
  }

  /** Creates an address and returns its number. */
  static int insert(Connection c, Address address) throws SQLException {
    return Sql.insert(
        c,
        "INSERT INTO sup_address (addr_street1, addr_street2, addr_city, addr_state, addr_zip,"
            + " addr_co_id) VALUES (?, ?, ?, ?, ?, ?)",
        address.street1(),
        address.street2(),
        address.city(),
        address.state(),
        address.zip(),
        address.country());
  }

  static void pays(Connection c, int id, PaymentMethod method, String account) throws SQLException {
    Sql.update(
        c,
        "UPDATE sup_customer SET c_method = ?, c_account = ? WHERE id = ?",
        method.name(),
        account,
        id);
  }
}
