package io.headwaiter.apps.supplier;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.Parameters;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each of the seven interactions in its regular use, in both formats. */
class InteractionsTest {
  private static HikariDataSource source;
  private static SupplierServer server;

  @BeforeAll
  static void start() throws Exception {
    source = Suppliers.small();
    server = new SupplierServer(source, SupplierOptions.local(BusinessLogic.LIGHT));
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
    source.close();
  }

  static Stream<MessageFormat> formats() {
    return Stream.of(MessageFormats.JSON, MessageFormats.XML);
  }

  private static String text(String query, Object... values) throws Exception {
    return Suppliers.text(source, query, values);
  }

  private static long number(String query, Object... values) throws Exception {
    return Suppliers.number(source, query, values);
  }

  private static int status(SupplierServices which, Fields content) throws Exception {
    return server.call(MessageFormats.JSON, which, content).statusCode();
  }

  @ParameterizedTest
  @MethodSource("formats")
  void newCustomerCanOrder(MessageFormat format) throws Exception {
    long before = number("SELECT COUNT(*) FROM sup_customer");
    Fields reply = server.read(format, SupplierServices.NEW_CUSTOMER, Messages.newCustomer());
    int id = reply.parameters().id("customerId");
    assertThat(number("SELECT COUNT(*) FROM sup_customer")).isEqualTo(before + 1);
    assertThat(text("SELECT c_name FROM sup_customer WHERE id = ?", id))
        .isEqualTo("Byron & Sons <Ltd>");
    Fields order =
        new Fields()
            .with("customerId", id)
            .with("password", "secret")
            .with("carrier", "MAIL")
            .with("lines", Messages.order(1, 5).entries("lines", 1));
    server.good(format, SupplierServices.CREATE_ORDER, order);
    assertThat(number("SELECT COUNT(*) FROM sup_orders WHERE o_c_id = ?", id)).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void paymentMethodIsChangedWithPasswordOnly(MessageFormat format) throws Exception {
    Fields valid =
        Messages.login(6)
            .with("paymentMethod", "PO")
            .with("account", format == MessageFormats.XML ? "XML1" : "JSON1");
    server.good(format, SupplierServices.CHANGE_PAYMENT_METHOD, valid);
    assertThat(text("SELECT c_account FROM sup_customer WHERE id = 6"))
        .isEqualTo(valid.parameters().text("account", 1, 20));
    Fields wrong =
        new Fields()
            .with("customerId", 6)
            .with("password", "password7")
            .with("paymentMethod", "PO")
            .with("account", "4");
    assertThat(status(SupplierServices.CHANGE_PAYMENT_METHOD, wrong)).isEqualTo(403);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void orderIsPricedPaidStockedAndShipped(MessageFormat format) throws Exception {
    long stock = number("SELECT s_qty FROM sup_stock WHERE s_i_id = 11");
    Fields reply = server.read(format, SupplierServices.CREATE_ORDER, Messages.order(2, 12, 11));
    Parameters order = reply.parameters();
    int id = order.id("orderId");
    assertThat(order.text("status", 1, 10)).isEqualTo("SHIPPED");
    assertThat(order.text("authorisation", 1, 20)).matches("(CC|PO)[0-9]{10}");
    Invoice invoice = invoice(2, 11, 12);
    BigDecimal most = new BigDecimal("9999999");
    assertThat(order.money("subTotal", BigDecimal.ZERO, most)).isEqualTo(invoice.subTotal());
    assertThat(order.money("tax", BigDecimal.ZERO, most)).isEqualTo(invoice.tax());
    assertThat(order.money("total", BigDecimal.ZERO, most)).isEqualTo(invoice.total());
    assertThat(text("SELECT o_status FROM sup_orders WHERE id = ?", id)).isEqualTo("SHIPPED");
    assertThat(text("SELECT o_tracking FROM sup_orders WHERE id = ?", id))
        .isEqualTo(order.text("tracking", 1, 20));
    assertThat(number("SELECT COUNT(*) FROM sup_order_line WHERE ol_o_id = ?", id)).isEqualTo(2);
    long left = stock - 2 < 10 ? stock - 2 + 100 : stock - 2;
    assertThat(number("SELECT s_qty FROM sup_stock WHERE s_i_id = 11")).isEqualTo(left);
  }

  /** Computes the price of two pieces of each item from the database. */
  private static Invoice invoice(int customer, int... items) throws Exception {
    String of =
        " FROM sup_customer c JOIN sup_address a ON a.id = c.c_addr_id"
            + " JOIN sup_country co ON co.id = a.addr_co_id WHERE c.id = ?";
    BigDecimal discount = new BigDecimal(text("SELECT c.c_discount" + of, customer));
    Invoice invoice =
        Invoice.empty(
            new BigDecimal(text("SELECT co.co_tax" + of, customer)),
            (int) number("SELECT co.co_zone" + of, customer));
    for (int item : items) {
      String cost = text("SELECT i_cost FROM sup_item WHERE id = ?", item);
      invoice = invoice.with(new BigDecimal(cost), 2, discount);
    }
    return invoice;
  }

  @Test
  void declinedPaymentOrdersNothing() throws Exception {
    Fields declined =
        Messages.login(8).with("paymentMethod", "CC").with("account", "0000000000000000");
    server.good(MessageFormats.JSON, SupplierServices.CHANGE_PAYMENT_METHOD, declined);
    long orders = number("SELECT COUNT(*) FROM sup_orders");
    HttpResponse<byte[]> reply =
        server.call(MessageFormats.JSON, SupplierServices.CREATE_ORDER, Messages.order(8, 1));
    assertThat(reply.statusCode()).isEqualTo(409);
    assertThat(new String(reply.body(), StandardCharsets.UTF_8)).contains("Sorry");
    assertThat(number("SELECT COUNT(*) FROM sup_orders")).isEqualTo(orders);
  }

  @Test
  void orderGoesToOtherAddress() throws Exception {
    Fields order =
        Messages.order(9, 20)
            .with("street1", "9 Elsewhere")
            .with("city", "There")
            .with("zip", "999")
            .with("country", 92);
    Fields reply = server.read(MessageFormats.JSON, SupplierServices.CREATE_ORDER, order);
    assertThat(
            text(
                "SELECT a.addr_street1 FROM sup_orders o JOIN sup_address a ON a.id = o.o_addr_id"
                    + " WHERE o.id = ?",
                reply.parameters().id("orderId")))
        .isEqualTo("9 Elsewhere");
  }

  @Test
  void orderStatusShowsLatestOrdersFirst() throws Exception {
    for (int i = 0; i < OrderServices.ORDERS_SHOWN_MAX + 2; i++) {
      server.good(
          MessageFormats.JSON, SupplierServices.CREATE_ORDER, Messages.order(10, 30, 31 + i));
    }
    byte[] reply =
        server.good(MessageFormats.JSON, SupplierServices.ORDER_STATUS, Messages.login(10));
    JsonNode orders = new ObjectMapper().readTree(reply).at("/OrderStatusResponse/orders");
    assertThat(orders.size()).isEqualTo(OrderServices.ORDERS_SHOWN_MAX);
    long newest = number("SELECT MAX(id) FROM sup_orders WHERE o_c_id = 10");
    assertThat(orders.get(0).get("orderId").asLong()).isEqualTo(newest);
    assertThat(orders.get(0).get("lines").size()).isEqualTo(2);
    assertThat(orders.get(0).get("lines").get(1).get("itemId").asInt()).isEqualTo(37);
    assertThat(orders.get(1).get("lines").get(1).get("itemId").asInt()).isEqualTo(36);
    byte[] xml = server.good(MessageFormats.XML, SupplierServices.ORDER_STATUS, Messages.login(10));
    assertThat(new String(xml, StandardCharsets.UTF_8))
        .contains("<orders><order><orderId>" + newest + "</orderId>", "<line><itemId>37</itemId>");
  }

  @ParameterizedTest
  @MethodSource("formats")
  void newProductsListSubjectNewestFirst(MessageFormat format) throws Exception {
    String subject = text("SELECT i_subject FROM sup_item WHERE id = 50");
    Fields reply =
        server.read(format, SupplierServices.NEW_PRODUCTS, new Fields().with("subject", subject));
    List<Fields> items = reply.entries("items", ItemServices.LISTED_MAX);
    assertThat(items)
        .hasSize((int) number("SELECT COUNT(*) FROM sup_item WHERE i_subject = ?", subject));
    List<String> dates =
        items.stream().map(item -> item.parameters().text("published", 10, 10)).toList();
    assertThat(dates).isSortedAccordingTo((a, b) -> b.compareTo(a));
    String since = dates.get(dates.size() / 2);
    Fields newer = new Fields().with("subject", subject).with("publishedSince", since);
    List<Fields> fewer =
        server.read(format, SupplierServices.NEW_PRODUCTS, newer).entries("items", 50);
    assertThat(fewer)
        .hasSize(
            (int)
                number(
                    "SELECT COUNT(*) FROM sup_item WHERE i_subject = ? AND i_pub_date >= ?",
                    subject,
                    LocalDate.parse(since)));
    Fields one = new Fields().with("subject", subject).with("limit", 1);
    assertThat(server.read(format, SupplierServices.NEW_PRODUCTS, one).entries("items", 50))
        .hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void productDetailShowsItemsInOrderOfRequest(MessageFormat format) throws Exception {
    Fields reply = server.read(format, SupplierServices.PRODUCT_DETAIL, Messages.items(17, 4, 120));
    List<Fields> items = reply.entries("items", ItemServices.DETAILED_MAX);
    assertThat(items.stream().map(item -> item.parameters().id("itemId")).toList())
        .containsExactly(17, 4, 120);
    assertThat(items.get(1).parameters().text("description", 1, 500))
        .isEqualTo(text("SELECT i_desc FROM sup_item WHERE id = 4"));
    assertThat(status(SupplierServices.PRODUCT_DETAIL, Messages.items(1, 201))).isEqualTo(404);
    assertThat(status(SupplierServices.PRODUCT_DETAIL, Messages.items(new int[16]))).isEqualTo(400);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void changedItemIsNewAtItsPrice(MessageFormat format) throws Exception {
    Fields change = new Fields().with("itemId", 60).with("cost", "12.34");
    Fields reply = server.read(format, SupplierServices.CHANGE_ITEM, change);
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    assertThat(LocalDate.parse(reply.parameters().text("published", 10, 10)))
        .isBetween(today.minusDays(1), today);
    assertThat(new BigDecimal(text("SELECT i_cost FROM sup_item WHERE id = 60")))
        .isEqualTo(new BigDecimal("12.34"));
    Fields unknown = new Fields().with("itemId", 999_999).with("cost", 1);
    assertThat(status(SupplierServices.CHANGE_ITEM, unknown)).isEqualTo(404);
  }

  @Test
  void directoryListsServices() throws Exception {
    HttpResponse<String> reply = server.get("/");
    assertThat(reply.statusCode()).isEqualTo(200);
    for (SupplierServices which : SupplierServices.values()) {
      assertThat(reply.body()).contains("\"path\":\"" + which.path() + "\"");
    }
  }
}
