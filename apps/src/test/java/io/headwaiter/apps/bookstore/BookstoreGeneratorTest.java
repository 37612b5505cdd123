package io.headwaiter.apps.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.Sql;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The generated rows: as many as TPC-W has, consistent with each other, the same for the same seed.
 */
@Tag("slow")
class BookstoreGeneratorTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-20T10:00:00Z"), ZoneOffset.UTC);
  private static final BookstoreScale SCALE = new BookstoreScale(1000, 1);

  private static HikariDataSource source;

  @BeforeAll
  static void start() {
    source = filled(SCALE, 7);
  }

  @AfterAll
  static void stop() {
    source.close();
  }

  private static HikariDataSource filled(BookstoreScale scale, long seed) {
    HikariDataSource filled = Bookstores.empty();
    BookstoreFill.createAndFill(filled, scale, seed, CLOCK);
    return filled;
  }

  private static long number(String query, Object... values) throws SQLException {
    return Sql.read(source, c -> Sql.first(c, query, row -> row.getLong(1), values).orElseThrow());
  }

  private static String text(String query) throws SQLException {
    return Sql.read(source, c -> Sql.first(c, query, row -> row.getString(1)).orElseThrow());
  }

  @Test
  void rowsAreDeterminedBySeed() throws Exception {
    try (HikariDataSource second = filled(SCALE, 7);
        HikariDataSource third = filled(SCALE, 8)) {
      assertThat(dump(second)).isEqualTo(dump(source));
      assertThat(dump(third)).isNotEqualTo(dump(source));
    }
  }

  private static List<String> dump(DataSource filled) throws SQLException {
    List<String> rows = new ArrayList<>();
    for (String table : BookstoreSchema.TABLES) {
      Sql.read(
          filled,
          c ->
              rows.addAll(
                  Sql.list(
                      c,
                      "SELECT * FROM " + table + " ORDER BY 1, 2",
                      BookstoreGeneratorTest::line)));
    }
    return rows;
  }

  private static String line(ResultSet row) throws SQLException {
    StringBuilder line = new StringBuilder();
    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
      line.append(row.getString(i)).append('|');
    }
    return line.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "country, 92",
    "author, 250",
    "item, 1000",
    "customer, 2880",
    "address, 5760",
    "orders, 2592",
    "cc_xacts, 2592",
    "shopping_cart, 0",
    "shopping_cart_line, 0"
  })
  void rowCountsMatchTpcw(String table, long rows) throws Exception {
    assertThat(number("SELECT COUNT(*) FROM " + table)).isEqualTo(rows);
  }

  @Test
  void ordersHaveOneToFiveLines() throws Exception {
    String counts = "(SELECT COUNT(*) AS n FROM order_line GROUP BY ol_o_id) counts";
    assertThat(number("SELECT MIN(n) FROM " + counts)).isEqualTo(1);
    assertThat(number("SELECT MAX(n) FROM " + counts)).isEqualTo(5);
    assertThat(number("SELECT COUNT(*) FROM " + counts)).isEqualTo(SCALE.orders());
    assertThat(number("SELECT COUNT(*) FROM order_line") / (double) SCALE.orders())
        .isBetween(2.9, 3.1);
  }

  @ParameterizedTest
  @CsvSource({
    "item, i_a_id, author",
    "item, i_related1, item",
    "item, i_related5, item",
    "author, id, item(i_a_id)",
    "address, addr_co_id, country",
    "customer, c_addr_id, address",
    "orders, o_c_id, customer",
    "orders, o_bill_addr_id, address",
    "orders, o_ship_addr_id, address",
    "order_line, ol_o_id, orders",
    "order_line, ol_i_id, item",
    "cc_xacts, cx_o_id, orders",
    "cc_xacts, cx_co_id, country"
  })
  void everyReferenceLeadsToARow(String table, String column, String target) throws Exception {
    String[] parts = target.split("[()]", -1);
    String key = parts.length > 1 ? parts[1] : "id";
    assertThat(
            number(
                "SELECT COUNT(*) FROM "
                    + table
                    + " WHERE "
                    + column
                    + " NOT IN (SELECT "
                    + key
                    + " FROM "
                    + parts[0]
                    + ")"))
        .isZero();
  }

  @Test
  void relatedBooksAreFiveOthers() throws Exception {
    assertThat(
            number(
                "SELECT COUNT(*) FROM item WHERE id IN (i_related1, i_related2, i_related3,"
                    + " i_related4, i_related5) OR i_related1 IN (i_related2, i_related3,"
                    + " i_related4, i_related5) OR i_related2 IN (i_related3, i_related4,"
                    + " i_related5) OR i_related3 IN (i_related4, i_related5)"
                    + " OR i_related4 = i_related5"))
        .isZero();
  }

  @Test
  void orderTotalsMatchTheirLines() throws Exception {
    Map<Integer, Bill> bills = new HashMap<>();
    Sql.read(
        source,
        c ->
            Sql.list(
                c,
                "SELECT ol.ol_o_id, i.i_cost, ol.ol_qty, ol.ol_discount FROM order_line ol"
                    + " JOIN item i ON i.id = ol.ol_i_id",
                row ->
                    bills.merge(
                        row.getInt(1),
                        Bill.EMPTY.with(row.getBigDecimal(2), row.getInt(3), row.getBigDecimal(4)),
                        (a, b) ->
                            new Bill(a.subTotal().add(b.subTotal()), a.pieces() + b.pieces()))));
    record Costs(int id, BigDecimal sub, BigDecimal tax, BigDecimal total, BigDecimal paid) {}
    List<Costs> orders =
        Sql.read(
            source,
            c ->
                Sql.list(
                    c,
                    "SELECT o.id, o.o_sub_total, o.o_tax, o.o_total, x.cx_xact_amt FROM orders o"
                        + " JOIN cc_xacts x ON x.cx_o_id = o.id",
                    row ->
                        new Costs(
                            row.getInt(1),
                            row.getBigDecimal(2),
                            row.getBigDecimal(3),
                            row.getBigDecimal(4),
                            row.getBigDecimal(5))));
    assertThat(orders).hasSize(SCALE.orders());
    for (Costs order : orders) {
      Bill bill = bills.get(order.id());
      assertThat(order.sub()).isEqualTo(bill.subTotal());
      assertThat(order.tax()).isEqualTo(bill.tax());
      assertThat(order.total()).isEqualTo(bill.total()).isEqualTo(order.paid());
    }
  }

  @Test
  void namesUseDigitSyllables() throws Exception {
    assertThat(text("SELECT c_uname FROM customer WHERE id = 207")).isEqualTo("ALBAUL");
    assertThat(text("SELECT c_passwd FROM customer WHERE id = 207")).isEqualTo("albaul");
    assertThat(number("SELECT COUNT(DISTINCT c_uname) FROM customer")).isEqualTo(2880);
    for (int word = 1; word <= 200; word++) {
      String name = Digsyl.of(word, 7);
      assertThat(number("SELECT COUNT(*) FROM item WHERE i_title LIKE ?", name + " %"))
          .isEqualTo(5);
    }
    assertThat(number("SELECT COUNT(DISTINCT a_lname) FROM author")).isEqualTo(100);
  }

  @Test
  void valuesAreInTheirRanges() throws Exception {
    assertThat(number("SELECT MIN(i_stock) FROM item")).isEqualTo(10);
    assertThat(number("SELECT MAX(i_stock) FROM item")).isEqualTo(30);
    assertThat(number("SELECT COUNT(*) FROM item WHERE i_cost > i_srp OR i_cost <= 0")).isZero();
    assertThat(number("SELECT COUNT(DISTINCT i_subject) FROM item")).isEqualTo(24);
    assertThat(number("SELECT COUNT(DISTINCT i_backing) FROM item")).isEqualTo(5);
    assertThat(number("SELECT COUNT(DISTINCT o_ship_type) FROM orders")).isEqualTo(6);
    assertThat(number("SELECT COUNT(DISTINCT cx_type) FROM cc_xacts")).isEqualTo(5);
    assertThat(number("SELECT COUNT(DISTINCT o_status) FROM orders")).isEqualTo(4);
    assertThat(number("SELECT COUNT(*) FROM item WHERE i_image LIKE '/image5/%'"))
        .isBetween(400L, 500L);
    assertThat(
            number(
                "SELECT COUNT(*) FROM customer WHERE c_discount < 0 OR c_discount > 0.5"
                    + " OR c_expiration > ?",
                java.sql.Timestamp.from(CLOCK.instant())))
        .isZero();
    assertThat(
            number(
                "SELECT COUNT(*) FROM orders a JOIN orders b ON b.id = a.id + 1"
                    + " WHERE b.o_date < a.o_date"))
        .isZero();
  }

  @Test
  void ignoresSameFillAndRefusesDifferentFill() {
    BookstoreFill.createAndFill(source, SCALE, 7, CLOCK);
    assertThatThrownBy(() -> BookstoreFill.createAndFill(source, SCALE, 8, CLOCK))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("holds a bookstore with seed 7", "asked for are seed 8", "drop");
    BookstoreScale more = new BookstoreScale(1000, 2);
    assertThatThrownBy(() -> BookstoreFill.createAndFill(source, more, 7, CLOCK))
        .hasMessageContaining("browsers=2");
  }

  @Test
  void impossibleScalesAreRefused() {
    assertThatThrownBy(() -> new BookstoreScale(99, 1))
        .hasMessage("items is 99; give a whole number from 100 to 10000000.");
    assertThatThrownBy(() -> new BookstoreScale(100, 0)).hasMessageContaining("browsers is 0");
    assertThat(new BookstoreScale(10_000_000, 10_000).addresses()).isEqualTo(57_600_000);
  }
}
