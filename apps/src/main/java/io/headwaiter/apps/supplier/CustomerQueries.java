package io.headwaiter.apps.supplier;

import io.headwaiter.apps.Address;
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
      PaymentMethod method = PaymentMethod.of(in);
      return new Newcomer(
          in.text("businessName", 1, 50),
          in.text("businessInfo", 0, 100),
          in.text("password", 1, 20),
          in.text("firstName", 1, 20),
          in.text("lastName", 1, 20),
          Address.of(in, Choices.COUNTRIES),
          in.text("phone", 1, 18),
          in.email("email"),
          method,
          method.account(in));
    }
  }

  static BatchInsert customerBatch(Connection c) throws SQLException {
    return new BatchInsert(c, "sup_customer", Sql.withId(CUSTOMER));
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
        Sql.insertInto("sup_customer", CUSTOMER),
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
