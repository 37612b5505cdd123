package io.headwaiter.apps.auction;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.Sql;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Visitors that want the same thing at the same moment. */
class ConcurrencyTest {
  private static final int VISITORS = 8;
  private static final int ITEM = Shops.TINY.oldItems() + 1;

  private HikariDataSource source;
  private AuctionServer server;

  @BeforeEach
  void start() throws Exception {
    source = Shops.tiny();
    server = new AuctionServer(source);
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
    source.close();
  }

  /**
   * Runs all visitors at once, each with its requests one after the other; returns the statuses.
   */
  private List<Integer> together(int requests, IntFunction<String> path) throws Exception {
    ExecutorService visitors = Executors.newFixedThreadPool(VISITORS);
    CountDownLatch go = new CountDownLatch(1);
    List<Future<List<Integer>>> results = new ArrayList<>();
    for (int visitor = 0; visitor < VISITORS; visitor++) {
      int first = visitor * requests;
      Callable<List<Integer>> visit =
          () -> {
            go.await();
            List<Integer> statuses = new ArrayList<>();
            for (int i = first; i < first + requests; i++) {
              statuses.add(server.get(path.apply(i)).statusCode());
            }
            return statuses;
          };
      results.add(visitors.submit(visit));
    }
    go.countDown();
    List<Integer> all = new ArrayList<>();
    for (Future<List<Integer>> result : results) {
      all.addAll(result.get(60, TimeUnit.SECONDS));
    }
    visitors.shutdownNow();
    return all;
  }

  private long number(String query) throws Exception {
    return Sql.read(source, c -> Sql.first(c, query, row -> row.getLong(1)).orElseThrow());
  }

  @Test
  void everyBidCountsAndTheHighestLeads() throws Exception {
    long before = number("SELECT nb_of_bids FROM items WHERE id = " + ITEM);
    String bid = "/StoreBid?userId=3&minBid=1&maxQty=1&qty=1&maxBid=9999999&itemId=" + ITEM;
    List<Integer> statuses = together(25, i -> bid + "&bid=" + (10_000 + (i * 37) % 200));
    assertThat(statuses).hasSize(200).containsOnly(200);
    assertThat(number("SELECT nb_of_bids FROM items WHERE id = " + ITEM)).isEqualTo(before + 200);
    assertThat(number("SELECT COUNT(*) FROM bids WHERE item_id = " + ITEM)).isEqualTo(before + 200);
    assertThat(number("SELECT max_bid FROM items WHERE id = " + ITEM)).isEqualTo(10_199);
  }

  @Test
  void noPieceIsSoldTwice() throws Exception {
    Sql.read(source, c -> Sql.update(c, "UPDATE items SET quantity = 50 WHERE id = " + ITEM));
    String buy = "/StoreBuyNow?userId=3&maxQty=50&qty=1&itemId=" + ITEM;
    List<Integer> statuses = together(10, i -> buy);
    assertThat(Collections.frequency(statuses, 200)).isEqualTo(50);
    assertThat(Collections.frequency(statuses, 409)).isEqualTo(30);
    assertThat(number("SELECT quantity FROM items WHERE id = " + ITEM)).isZero();
    assertThat(number("SELECT SUM(qty) FROM buy_now WHERE item_id = " + ITEM)).isEqualTo(50);
  }

  @Test
  void aNicknameIsGivenOnce() throws Exception {
    String register =
        "/RegisterUser?firstname=a&lastname=b&password=d&email=a@b&region=AZ--Phoenix&nickname=nick";
    List<Integer> statuses = together(10, i -> register + i % 10);
    assertThat(Collections.frequency(statuses, 200)).isEqualTo(10);
    assertThat(Collections.frequency(statuses, 409)).isEqualTo(70);
    assertThat(number("SELECT COUNT(*) FROM users")).isEqualTo(Shops.TINY.users() + 10);
  }

  @Test
  void everyCommentCountsInTheRating() throws Exception {
    long before = number("SELECT rating FROM users WHERE id = 5");
    String comment = "/StoreComment?itemId=1&to=5&from=3&rating=3&comment=c";
    assertThat(together(10, i -> comment + i)).containsOnly(200);
    assertThat(number("SELECT rating FROM users WHERE id = 5")).isEqualTo(before + 3 * 80);
  }
}
