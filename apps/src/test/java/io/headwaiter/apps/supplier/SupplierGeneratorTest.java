package io.headwaiter.apps.supplier;

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
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The generated rows: as many as stated, consistent, the same for the same seed. */
class SupplierGeneratorTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-20T10:00:00Z"), ZoneOffset.UTC);
  private static final SupplierScale SCALE = new SupplierScale(400, 100);

  private static HikariDataSource source;

  @BeforeAll
  static void start() {
    source = filled(7);
  }

  @AfterAll
  static void stop() {
    source.close();
  }

  private static HikariDataSource filled(long seed) {
    HikariDataSource filled = Suppliers.empty();
    SupplierFill.createAndFill(filled, SCALE, seed, CLOCK);
    return filled;
  }

  private static long number(String query, Object... values) throws SQLException {
    return Suppliers.number(source, query, values);
  }

  @Test
  void rowsAreDeterminedBySeed() throws Exception {
    try (HikariDataSource second = filled(7);
        HikariDataSource third = filled(8)) {
      assertThat(dump(second)).isEqualTo(dump(source));
      assertThat(dump(third)).isNotEqualTo(dump(source));
    }
  }

  private static List<String> dump(DataSource filled) throws SQLException {
    List<String> rows = new ArrayList<>();
    for (String table : SupplierSchema.TABLES) {
      String query = "SELECT * FROM " + table + " ORDER BY 1, 2";
      Sql.read(filled, c -> rows.addAll(Sql.list(c, query, SupplierGeneratorTest::line)));
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
    "sup_country, 92",
    "sup_author, 100",
    "sup_item, 400",
    "sup_stock, 400",
    "sup_address, 100",
    "sup_customer, 100",
    "sup_orders, 100"
  })
  void rowCountsFollowScale(String table, long rows) throws Exception {
    assertThat(number("SELECT COUNT(*) FROM " + table)).isEqualTo(rows);
  }

  @ParameterizedTest
  @CsvSource({
    "sup_item, i_a_id, sup_author, id",
    "sup_stock, s_i_id, sup_item, id",
    "sup_address, addr_co_id, sup_country, id",
    "sup_customer, c_addr_id, sup_address, id",
    "sup_orders, o_c_id, sup_customer, id",
    "sup_orders, o_addr_id, sup_address, id",
    "sup_orders, id, sup_order_line, ol_o_id",
    "sup_order_line, ol_o_id, sup_orders, id",
    "sup_order_line, ol_i_id, sup_item, id"
  })
  void everyReferenceLeadsToARow(String table, String column, String target, String key)
      throws Exception {
    String query =
        "SELECT COUNT(*) FROM %s WHERE %s NOT IN (SELECT %s FROM %s)"
            .formatted(table, column, key, target);
    assertThat(number(query)).isZero();
  }

  @Test
  void orderTotalsMatchTheirLines() throws Exception {
    for (int order = 1; order <= SCALE.customers(); order++) {
      int id = order;
      Invoice invoice = Sql.read(source, c -> invoice(c, id));
      String of = " FROM sup_orders WHERE id = ?";
      assertThat(new BigDecimal(Suppliers.text(source, "SELECT o_total" + of, id)))
          .isEqualTo(invoice.total());
      assertThat(new BigDecimal(Suppliers.text(source, "SELECT o_tax" + of, id)))
          .isEqualTo(invoice.tax());
    }
  }

  private static Invoice invoice(java.sql.Connection c, int order) throws SQLException {
    record Line(BigDecimal cost, int quantity, BigDecimal discount, BigDecimal tax, int zone) {}
    List<Line> lines =
        Sql.list(
            c,
            "SELECT l.ol_cost, l.ol_qty, k.c_discount, co.co_tax, co.co_zone FROM sup_orders o"
                + " JOIN sup_order_line l ON l.ol_o_id = o.id"
                + " JOIN sup_customer k ON k.id = o.o_c_id"
                + " JOIN sup_address a ON a.id = k.c_addr_id"
                + " JOIN sup_country co ON co.id = a.addr_co_id WHERE o.id = ?",
            row ->
                new Line(
                    row.getBigDecimal(1),
                    row.getInt(2),
                    row.getBigDecimal(3),
                    row.getBigDecimal(4),
                    row.getInt(5)),
            order);
    Invoice invoice = Invoice.empty(lines.get(0).tax(), lines.get(0).zone());
    for (Line line : lines) {
      invoice = invoice.with(line.cost(), line.quantity(), line.discount());
    }
    return invoice;
  }

  @Test
  void laterOrdersHaveLaterDates() throws Exception {
    assertThat(
            number(
                "SELECT COUNT(*) FROM sup_orders a JOIN sup_orders b ON b.id = a.id + 1"
                    + " WHERE b.o_date < a.o_date"))
        .isZero();
  }

  @Test
  void ignoresSameFillAndRefusesDifferentFill() {
    SupplierFill.createAndFill(source, SCALE, 7, CLOCK);
    assertThatThrownBy(() -> SupplierFill.createAndFill(source, SCALE, 8, CLOCK))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("holds a supplier with seed 7", "asked for are seed 8");
  }

  @Test
  void impossibleScalesAreRefused() {
    assertThatThrownBy(() -> new SupplierScale(99, 10))
        .hasMessage("items is 99; give a whole number from 100 to 10000000.");
    assertThatThrownBy(() -> new SupplierScale(100, 9)).hasMessageContaining("customers is 9");
  }

  @Test
  void invoiceAddsDiscountTaxAndShipping() {
    Invoice invoice =
        Invoice.empty(new BigDecimal("0.0500"), 4)
            .with(new BigDecimal("10.00"), 2, new BigDecimal("0.10"));
    assertThat(invoice.subTotal()).isEqualTo(new BigDecimal("18.00"));
    assertThat(invoice.tax()).isEqualTo(new BigDecimal("0.90"));
    assertThat(invoice.shipping()).isEqualTo(new BigDecimal("5.00"));
    assertThat(invoice.total()).isEqualTo(new BigDecimal("23.90"));
  }

  @Test
  void heavyLogicTakesTimeByInteraction() {
    assertThat(BusinessLogic.HEAVY.of(SupplierServices.CREATE_ORDER).micros()).isEqualTo(10_000);
    assertThat(BusinessLogic.HEAVY.of(SupplierServices.CHANGE_ITEM).micros()).isEqualTo(1000);
    for (SupplierServices which : SupplierServices.values()) {
      assertThat(BusinessLogic.LIGHT.of(which).micros()).isZero();
    }
  }
}
