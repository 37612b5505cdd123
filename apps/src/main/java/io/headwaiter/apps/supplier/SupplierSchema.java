package io.headwaiter.apps.supplier;

import io.headwaiter.apps.Dialect;
import io.headwaiter.apps.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The tables of the supplier: those of TPC-App, with names of their own, so that another shop may
 * be in the same database, and with keys that are all called id. No foreign keys; indexes for every
 * search. Only standard types and names that no database reserves.
 */
final class SupplierSchema {
  /** Every table; the last one records what the supplier was filled with. */
  static final List<String> TABLES =
      List.of(
          "sup_country",
          "sup_author",
          "sup_item",
          "sup_stock",
          "sup_address",
          "sup_customer",
          "sup_orders",
          "sup_order_line",
          "supplier_meta");

  private SupplierSchema() {}

  static void createTables(Connection c, Dialect dialect) throws SQLException {
    create(c, dialect, country(), author(), item(), stock());
    create(c, dialect, address(dialect), customer(dialect), orders(dialect), orderLine());
  }

  private static void create(Connection c, Dialect dialect, String... tables) throws SQLException {
    for (String table : tables) {
      Sql.execute(c, table + dialect.tableOptions());
    }
  }

  private static String country() {
    return "CREATE TABLE sup_country (id INTEGER PRIMARY KEY, co_name VARCHAR(50) NOT NULL,"
        + " co_tax DECIMAL(5,4) NOT NULL, co_zone INTEGER NOT NULL)";
  }

  private static String author() {
    return "CREATE TABLE sup_author (id INTEGER PRIMARY KEY, a_fname VARCHAR(20) NOT NULL,"
        + " a_lname VARCHAR(20) NOT NULL)";
  }

  private static String item() {
    return "CREATE TABLE sup_item (id INTEGER PRIMARY KEY, i_title VARCHAR(60) NOT NULL,"
        + " i_a_id INTEGER NOT NULL, i_pub_date DATE NOT NULL, i_publisher VARCHAR(60) NOT NULL,"
        + " i_subject VARCHAR(60) NOT NULL, i_desc VARCHAR(500) NOT NULL,"
        + " i_srp DECIMAL(15,2) NOT NULL, i_cost DECIMAL(15,2) NOT NULL,"
        + " i_isbn VARCHAR(13) NOT NULL, i_page INTEGER NOT NULL, i_backing VARCHAR(15) NOT NULL)";
  }

  private static String stock() {
    return "CREATE TABLE sup_stock (s_i_id INTEGER PRIMARY KEY, s_qty INTEGER NOT NULL)";
  }

  private static String address(Dialect dialect) {
    return "CREATE TABLE sup_address ("
        + dialect.generatedId()
        + ", addr_street1 VARCHAR(40) NOT NULL, addr_street2 VARCHAR(40) NOT NULL,"
        + " addr_city VARCHAR(30) NOT NULL, addr_state VARCHAR(20) NOT NULL,"
        + " addr_zip VARCHAR(10) NOT NULL, addr_co_id INTEGER NOT NULL)";
  }

  private static String customer(Dialect dialect) {
    return "CREATE TABLE sup_customer ("
        + dialect.generatedId()
        + ", c_name VARCHAR(50) NOT NULL, c_info VARCHAR(100) NOT NULL,"
        + " c_passwd VARCHAR(20) NOT NULL, c_fname VARCHAR(20) NOT NULL,"
        + " c_lname VARCHAR(20) NOT NULL, c_addr_id INTEGER NOT NULL,"
        + " c_phone VARCHAR(18) NOT NULL, c_email VARCHAR(50) NOT NULL,"
        + " c_method VARCHAR(2) NOT NULL, c_account VARCHAR(20) NOT NULL,"
        + " c_discount DECIMAL(3,2) NOT NULL)";
  }

  private static String orders(Dialect dialect) {
    return "CREATE TABLE sup_orders ("
        + dialect.generatedId()
        + ", o_c_id INTEGER NOT NULL, o_date "
        + dialect.timestamp()
        + " NOT NULL, o_sub_total DECIMAL(15,2) NOT NULL, o_tax DECIMAL(15,2) NOT NULL,"
        + " o_ship_cost DECIMAL(15,2) NOT NULL, o_total DECIMAL(15,2) NOT NULL,"
        + " o_carrier VARCHAR(10) NOT NULL, o_addr_id INTEGER NOT NULL,"
        + " o_status VARCHAR(10) NOT NULL, o_auth VARCHAR(20) NOT NULL,"
        + " o_tracking VARCHAR(20) NOT NULL)";
  }

  private static String orderLine() {
    return "CREATE TABLE sup_order_line (ol_o_id INTEGER NOT NULL, ol_id INTEGER NOT NULL,"
        + " ol_i_id INTEGER NOT NULL, ol_qty INTEGER NOT NULL, ol_cost DECIMAL(15,2) NOT NULL,"
        + " PRIMARY KEY (ol_o_id, ol_id))";
  }

  /** Creates the indexes; after the rows this is several times faster than before them. */
  static void createIndexes(Connection c) throws SQLException {
    Sql.execute(
        c,
        "CREATE INDEX sup_item_subject_date ON sup_item (i_subject, i_pub_date)",
        "CREATE INDEX sup_orders_customer ON sup_orders (o_c_id)");
  }
}
