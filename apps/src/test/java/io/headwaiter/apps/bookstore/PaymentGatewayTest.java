package io.headwaiter.apps.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.Sql;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All kinds of answers of a payment gateway. */
@Tag("once")
class PaymentGatewayTest {
  private static final String SECRET = "secret detail of the gateway";
  private static final String BUY =
      "/BuyConfirm?customerId=1&cartId=1&cardType=VISA&cardNumber=1234567890123456&cardName=A"
          + "&cardMonths=1&shipping=AIR";

  private final AtomicReference<PaymentGateway> gateway = new AtomicReference<>();

  private HikariDataSource source;
  private BookstoreServer server;

  @BeforeEach
  void start() throws Exception {
    source = Bookstores.small();
    gateway.set(new LocalGateway());
    server =
        new BookstoreServer(
            source,
            BookstoreOptions.plain(),
            (type, number, amount) -> gateway.get().authorise(type, number, amount));
    assertThat(server.get("/ShoppingCart?itemId=4").statusCode()).isEqualTo(200);
    assertThat(server.get("/BuyRequest?userName=OG&password=og&cartId=1").statusCode())
        .isEqualTo(200);
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
    source.close();
  }

  private long number(String query) throws SQLException {
    return Sql.read(source, c -> Sql.first(c, query, row -> row.getLong(1)).orElseThrow());
  }

  @Test
  void gatewayFailureSellsAndLosesNothing() throws Exception {
    long orders = number("SELECT COUNT(*) FROM orders");
    long stock = number("SELECT i_stock FROM item WHERE id = 4");
    gateway.set(
        (type, number, amount) -> {
          throw new SQLException(SECRET);
        });
    HttpResponse<String> response = server.get(BUY);
    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.body()).doesNotContain(SECRET);
    gateway.set((type, number, amount) -> "far too long an authorisation");
    assertThat(server.get(BUY).statusCode()).isEqualTo(503);
    gateway.set((type, number, amount) -> "");
    assertThat(server.get(BUY).statusCode()).isEqualTo(409);
    assertThat(number("SELECT COUNT(*) FROM orders")).isEqualTo(orders);
    assertThat(number("SELECT i_stock FROM item WHERE id = 4")).isEqualTo(stock);
    assertThat(number("SELECT COUNT(*) FROM shopping_cart_line")).isEqualTo(1);
    gateway.set(new LocalGateway());
    assertThat(server.get(BUY).statusCode()).isEqualTo(200);
    assertThat(number("SELECT COUNT(*) FROM orders")).isEqualTo(orders + 1);
    assertThat(source.getHikariPoolMXBean().getActiveConnections()).isZero();
  }

  @Test
  void theGatewayIsAskedForTheTotal() throws Exception {
    AtomicReference<BigDecimal> asked = new AtomicReference<>();
    gateway.set(
        (type, number, amount) -> {
          asked.set(amount);
          return "OK " + type;
        });
    String page = server.get(BUY).body();
    assertThat(page).contains("<th>Total</th><td>" + asked.get() + "</td>", "OK VISA");
  }

  /** Two pieces at 10.00 with 10 % discount. */
  @Test
  void billAddsDiscountTaxAndShipping() {
    Bill bill = Bill.EMPTY.with(new BigDecimal("10.00"), 2, new BigDecimal("0.10"));
    assertThat(bill.subTotal()).isEqualTo("18.00");
    assertThat(bill.tax()).isEqualTo("1.49");
    assertThat(bill.shipping()).isEqualTo("5.00");
    assertThat(bill.total()).isEqualTo("24.49");
  }
}
