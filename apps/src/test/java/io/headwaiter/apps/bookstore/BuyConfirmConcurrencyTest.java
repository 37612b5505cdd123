package io.headwaiter.apps.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.Sql;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Buyers that want the same books at the same moment. */
@Tag("slow")
class BuyConfirmConcurrencyTest {
  private static final int VISITORS = 8;
  private static final int ROUNDS = 6;
  private static final String CARD =
      "&cardType=VISA&cardNumber=1234567890123456&cardName=A&cardMonths=1&shipping=AIR";

  private HikariDataSource source;
  private BookstoreServer server;

  @BeforeEach
  void start() throws Exception {
    source = Bookstores.small();
    server = new BookstoreServer(source, BookstoreOptions.plain());
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
    source.close();
  }

  private static <T> List<T> together(IntFunction<Callable<T>> visitor) throws Exception {
    ExecutorService visitors = Executors.newFixedThreadPool(VISITORS);
    CountDownLatch go = new CountDownLatch(1);
    List<Future<T>> results = new ArrayList<>();
    for (int i = 1; i <= VISITORS; i++) {
      Callable<T> visit = visitor.apply(i);
      results.add(
          visitors.submit(
              () -> {
                go.await();
                return visit.call();
              }));
    }
    go.countDown();
    List<T> all = new ArrayList<>();
    for (Future<T> result : results) {
      all.add(result.get(60, TimeUnit.SECONDS));
    }
    visitors.shutdownNow();
    return all;
  }

  private String good(String pathAndQuery) throws Exception {
    HttpResponse<String> response = server.get(pathAndQuery);
    assertThat(response.statusCode()).as(pathAndQuery + response.body()).isEqualTo(200);
    return response.body();
  }

  private long number(String query, Object... values) throws Exception {
    return Sql.read(source, c -> Sql.first(c, query, row -> row.getLong(1), values).orElseThrow());
  }

  /**
   * Fills a cart with the first five books, 0 to 21 pieces of each and 21 of one; returns its
   * number.
   */
  private int fill(SplittableRandom random) throws Exception {
    int most = 1 + random.nextInt(5);
    int cart = BookstoreServer.number(good("/ShoppingCart?itemId=" + most), "cartId");
    StringBuilder query = new StringBuilder("/ShoppingCart?refresh=1&cartId=" + cart);
    for (int item = 1; item <= 5; item++) {
      good("/ShoppingCart?itemId=" + item + "&cartId=" + cart);
      int pieces = item == most ? CartQueries.MAX_QUANTITY : random.nextInt(22);
      query.append("&qty").append(item).append('=').append(pieces);
    }
    good(query.toString());
    return cart;
  }

  private int buy(int customer, int cart) throws Exception {
    String name = Digsyl.of(customer, 0);
    String login = "userName=" + name + "&password=" + name.toLowerCase(Locale.ROOT);
    good("/BuyRequest?" + login + "&cartId=" + cart);
    String confirm = "/BuyConfirm?customerId=" + customer + "&cartId=" + cart + CARD;
    return server.get(confirm).statusCode();
  }

  @Test
  void concurrentSalesKeepStockAndOrdersConsistent() throws Exception {
    long ordersBefore = number("SELECT COUNT(*) FROM orders");
    long linesBefore = number("SELECT COALESCE(MAX(ol_o_id), 0) FROM order_line");
    long[] stockBefore = stock();
    List<List<Integer>> statuses =
        together(
            visitor ->
                () -> {
                  SplittableRandom random = new SplittableRandom(visitor);
                  List<Integer> mine = new ArrayList<>();
                  for (int round = 0; round < ROUNDS; round++) {
                    mine.add(buy(visitor, fill(random)));
                  }
                  return mine;
                });
    assertThat(statuses).allSatisfy(mine -> assertThat(mine).hasSize(ROUNDS).containsOnly(200));
    assertThat(number("SELECT COUNT(*) FROM orders"))
        .isEqualTo(ordersBefore + (long) VISITORS * ROUNDS);
    assertThat(number("SELECT COUNT(*) FROM item WHERE i_stock < 10 OR i_stock > 30")).isZero();
    long[] stockAfter = stock();
    for (int item = 1; item <= 5; item++) {
      long sold =
          number(
              "SELECT COALESCE(SUM(ol_qty), 0) FROM order_line WHERE ol_i_id = ? AND ol_o_id > ?",
              item,
              linesBefore);
      long delivered = stockAfter[item] - stockBefore[item] + sold;
      assertThat(sold).isPositive();
      assertThat(delivered).isGreaterThanOrEqualTo(0);
      assertThat(delivered % CartQueries.MAX_QUANTITY).as("deliveries are whole").isZero();
    }
    assertThat(
            number(
                "SELECT COUNT(*) FROM orders o LEFT JOIN cc_xacts x ON x.cx_o_id = o.id"
                    + " WHERE x.cx_xact_amt IS NULL OR x.cx_xact_amt <> o.o_total OR"
                    + " o.o_total <> o.o_sub_total + o.o_tax + 3 +"
                    + " (SELECT SUM(ol.ol_qty) FROM order_line ol WHERE ol.ol_o_id = o.id)"))
        .isZero();
    assertThat(number("SELECT COUNT(*) FROM shopping_cart_line")).isZero();
  }

  private long[] stock() throws Exception {
    long[] stock = new long[6];
    for (int item = 1; item <= 5; item++) {
      stock[item] = number("SELECT i_stock FROM item WHERE id = ?", item);
    }
    return stock;
  }

  @Test
  void repeatedConfirmationBuysCartOnce() throws Exception {
    int cart = fill(new SplittableRandom(3));
    good("/BuyRequest?userName=SE&password=se&cartId=" + cart);
    long before = number("SELECT COUNT(*) FROM orders");
    String confirm = "/BuyConfirm?customerId=5&cartId=" + cart + CARD;
    List<Integer> statuses = together(visitor -> () -> server.get(confirm).statusCode());
    assertThat(Collections.frequency(statuses, 200)).isEqualTo(1);
    assertThat(Collections.frequency(statuses, 409)).isEqualTo(VISITORS - 1);
    assertThat(number("SELECT COUNT(*) FROM orders")).isEqualTo(before + 1);
  }

  @Test
  void cartKeepsAllConcurrentAdditions() throws Exception {
    int cart = BookstoreServer.number(good("/ShoppingCart?itemId=9"), "cartId");
    together(
        visitor ->
            () -> {
              good("/ShoppingCart?itemId=9&cartId=" + cart);
              return good("/ShoppingCart?itemId=" + (10 + visitor) + "&cartId=" + cart);
            });
    String line = "SELECT scl_qty FROM shopping_cart_line WHERE scl_sc_id = ? AND scl_i_id = 9";
    assertThat(number(line, cart)).isEqualTo(1 + VISITORS);
    assertThat(number("SELECT COUNT(*) FROM shopping_cart_line WHERE scl_sc_id = ?", cart))
        .isEqualTo(1 + VISITORS);
  }
}
