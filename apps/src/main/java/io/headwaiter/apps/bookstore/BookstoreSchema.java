package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.Dialect;
import io.headwaiter.apps.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The tables of the bookstore, named as in TPC-W except for the generated keys, which are all
 * called id. No foreign keys; indexes for every search of the pages. Only standard types and names
 * that no database reserves.
 */
final class BookstoreSchema {
  /** Every table; the last one records what the bookstore was filled with. */
  static final List<String> TABLES =
      List.of(
          "country",
          "author",
          "item",
          "address",
          "customer",
          "orders",
          "order_line",
          "cc_xacts",
          "shopping_cart",
          "shopping_cart_line",
          "bookstore_meta");

  private BookstoreSchema() {}

  static void createTables(Connection c, Dialect dialect) throws SQLException {
    create(c, dialect, country(), author(), item(), address(dialect), customer(dialect));
    create(c, dialect, orders(dialect), orderLine(), payment(dialect));
    create(
        c,
        dialect,
        "CREATE TABLE shopping_cart ("
            + dialect.generatedId()
            + ", sc_time "
            + dialect.timestamp()
            + " NOT NULL)",
        "CREATE TABLE shopping_cart_line (scl_sc_id INTEGER NOT NULL, scl_i_id INTEGER NOT NULL,"
            + " scl_qty INTEGER NOT NULL, PRIMARY KEY (scl_sc_id, scl_i_id))");
  }

  private static void create(Connection c, Dialect dialect, String... tables) throws SQLException {
    for (String table : tables) {
      Sql.execute(c, table + dialect.tableOptions());
    }
  }

  private static String country() {
    return "CREATE TABLE country (id INTEGER PRIMARY KEY, co_name VARCHAR(50) NOT NULL,"
        + " co_exchange DECIMAL(12,6) NOT NULL, co_currency VARCHAR(18) NOT NULL)";
  }

  private static String author() {
    return "CREATE TABLE author (id INTEGER PRIMARY KEY, a_fname VARCHAR(20) NOT NULL,"
        + " a_lname VARCHAR(20) NOT NULL, a_mname VARCHAR(20) NOT NULL, a_dob DATE NOT NULL,"
        + " a_bio VARCHAR(500) NOT NULL)";
  }

  private static String item() {
    return "CREATE TABLE item (id INTEGER PRIMARY KEY, i_title VARCHAR(60) NOT NULL,"
        + " i_a_id INTEGER NOT NULL, i_pub_date DATE NOT NULL, i_publisher VARCHAR(60) NOT NULL,"
        + " i_subject VARCHAR(60) NOT NULL, i_desc VARCHAR(500) NOT NULL,"
        + " i_related1 INTEGER NOT NULL, i_related2 INTEGER NOT NULL, i_related3 INTEGER NOT NULL,"
        + " i_related4 INTEGER NOT NULL, i_related5 INTEGER NOT NULL,"
        + " i_thumbnail VARCHAR(60) NOT NULL, i_image VARCHAR(60) NOT NULL,"
        + " i_srp DECIMAL(15,2) NOT NULL, i_cost DECIMAL(15,2) NOT NULL, i_avail DATE NOT NULL,"
        + " i_stock INTEGER NOT NULL, i_isbn VARCHAR(13) NOT NULL, i_page INTEGER NOT NULL,"
        + " i_backing VARCHAR(15) NOT NULL, i_dimensions VARCHAR(25) NOT NULL)";
  }

  private static String address(Dialect dialect) {
    return "CREATE TABLE address ("
        + dialect.generatedId()
        + ", addr_street1 VARCHAR(40) NOT NULL, addr_street2 VARCHAR(40) NOT NULL,"
        + " addr_city VARCHAR(30) NOT NULL, addr_state VARCHAR(20) NOT NULL,"
        + " addr_zip VARCHAR(10) NOT NULL, addr_co_id INTEGER NOT NULL)";
  }

  private static String customer(Dialect dialect) {
    String date = dialect.timestamp() + " NOT NULL";
    return "CREATE TABLE customer ("
        + dialect.generatedId()
        + ", c_uname VARCHAR(20) NOT NULL, c_passwd VARCHAR(20) NOT NULL,"
        + " c_fname VARCHAR(17) NOT NULL, c_lname VARCHAR(17) NOT NULL, c_addr_id INTEGER NOT NULL,"
        + " c_phone VARCHAR(18) NOT NULL, c_email VARCHAR(50) NOT NULL, c_since "
        + date
        + ", c_last_login "
        + date
        + ", c_login "
        + date
        + ", c_expiration "
        + date
        + ", c_discount DECIMAL(3,2) NOT NULL, c_balance DECIMAL(15,2) NOT NULL,"
        + " c_ytd_pmt DECIMAL(15,2) NOT NULL, c_birthdate DATE NOT NULL,"
        + " c_data VARCHAR(500) NOT NULL)";
  }

  private static String orders(Dialect dialect) {
    String date = dialect.timestamp() + " NOT NULL";
    return "CREATE TABLE orders ("
        + dialect.generatedId()
        + ", o_c_id INTEGER NOT NULL, o_date "
        + date
        + ", o_sub_total DECIMAL(15,2) NOT NULL, o_tax DECIMAL(15,2) NOT NULL,"
        + " o_total DECIMAL(15,2) NOT NULL, o_ship_type VARCHAR(10) NOT NULL, o_ship_date "
        + date
        + ", o_bill_addr_id INTEGER NOT NULL, o_ship_addr_id INTEGER NOT NULL,"
        + " o_status VARCHAR(15) NOT NULL)";
  }

  private static String orderLine() {
    return "CREATE TABLE order_line (ol_o_id INTEGER NOT NULL, ol_id INTEGER NOT NULL,"
        + " ol_i_id INTEGER NOT NULL, ol_qty INTEGER NOT NULL, ol_discount DECIMAL(3,2) NOT NULL,"
        + " ol_comments VARCHAR(110) NOT NULL, PRIMARY KEY (ol_o_id, ol_id))";
  }

  private static String payment(Dialect dialect) {
    return "CREATE TABLE cc_xacts (cx_o_id INTEGER PRIMARY KEY, cx_type VARCHAR(10) NOT NULL,"
        + " cx_num VARCHAR(20) NOT NULL, cx_name VARCHAR(31) NOT NULL, cx_expire DATE NOT NULL,"
        + " cx_auth_id VARCHAR(15) NOT NULL, cx_xact_amt DECIMAL(15,2) NOT NULL, cx_xact_date "
        + dialect.timestamp()
        + " NOT NULL, cx_co_id INTEGER NOT NULL)";
  }

  /** Creates the indexes; after the rows this is several times faster than before them. */
  static void createIndexes(Connection c) throws SQLException {
    Sql.execute(
        c,
        "CREATE INDEX author_lname ON author (a_lname)",
        "CREATE INDEX item_title ON item (i_title)",
        "CREATE INDEX item_author ON item (i_a_id)",
        "CREATE INDEX item_subject_date ON item (i_subject, i_pub_date, i_title)",
        "CREATE INDEX item_subject_title ON item (i_subject, i_title)",
        "CREATE INDEX customer_uname ON customer (c_uname)",
        "CREATE INDEX orders_customer ON orders (o_c_id)",
        "CREATE INDEX order_line_item ON order_line (ol_i_id)",
        "CREATE INDEX address_zip ON address (addr_zip)");
  }
}
