package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.DataSources;
import io.headwaiter.apps.auction.Auction;
import io.headwaiter.apps.auction.AuctionScale;
import io.headwaiter.baseline.TomcatOptions;
import io.headwaiter.baseline.TomcatServer;
import io.headwaiter.lab.database.DatabaseKind;
import io.headwaiter.lab.database.DatabaseServer;
import io.headwaiter.lab.database.TestDatabases;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The auction is the same on every database. A walk through all that reads and writes gives the
 * same pages as on H2, except for dates, and service returns after a database was down.
 */
@Timeout(400)
@Tag("once")
class AuctionDatabasesTest {
  private static final AuctionScale TINY = new AuctionScale(120, 60, 0.002, 6, 300);
  private static final int OPEN = TINY.oldItems() + 3;
  private static final String WHO = "&nickname=user7&password=password7";
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d[ T][\\d:.]+");

  /** Pages that read, pages that write, and pages that show what was written. */
  private static final List<String> WALK =
      List.of(
          "/BrowseCategories",
          "/SearchItemsInCategory?category=6&nbOfItems=5&page=0",
          "/SearchItemsInCategory?category=6&nbOfItems=5&page=1",
          "/SearchItemsInCategory?category=6&nbOfItems=5&page=99",
          "/BrowseRegions",
          "/BrowseCategoriesInRegion?region=AZ--Phoenix",
          "/SearchItemsInRegion?region=14&category=1",
          "/ViewItem?itemId=1",
          "/ViewItem?itemId=" + OPEN,
          "/ViewItem?itemId=999999",
          "/ViewUserInfo?userId=3",
          "/ViewBidHistory?itemId=" + OPEN,
          "/RegisterUser?firstname=Ann&lastname=Lee&nickname=annlee&password=pw1"
              + "&email=ann@lee.example&region=AZ--Phoenix",
          "/RegisterUser?firstname=Ann&lastname=Lee&nickname=annlee&password=pw1"
              + "&email=ann@lee.example&region=AZ--Phoenix",
          "/AboutMe?nickname=annlee&password=pw1",
          "/AboutMe?nickname=AnnLee&password=pw1",
          "/PutBid?itemId=" + OPEN + WHO,
          "/StoreBid?userId=7&maxQty=1&qty=1&minBid=1&itemId=" + OPEN + "&bid=9000.50&maxBid=9100",
          "/StoreBid?userId=7&maxQty=1&qty=1&minBid=1&itemId=" + OPEN + "&bid=8000&maxBid=8000",
          "/BuyNow?itemId=" + (OPEN + 1) + WHO,
          "/StoreBuyNow?userId=7&itemId=" + (OPEN + 1) + "&maxQty=1&qty=1",
          "/StoreBuyNow?userId=7&itemId=" + (OPEN + 1) + "&maxQty=9&qty=9",
          "/PutComment?itemId=1&to=9" + WHO,
          "/StoreComment?itemId=1&to=9&from=7&rating=-3&comment=slow+but+honest",
          "/ViewUserInfo?userId=9",
          "/SelectCategoryToSellItem?x=1" + WHO,
          "/RegisterItem?name=Nice+%C3%A9tui+%F0%9F%8E%BB&description=As+new&initialPrice=10.50"
              + "&reservePrice=0&buyNow=20&duration=3&quantity=2&userId=7&categoryId=14",
          "/SearchItemsInCategory?category=14&nbOfItems=100",
          "/ViewItem?itemId=" + OPEN,
          "/AboutMe?x=1" + WHO);

  private static Map<String, String> onH2;

  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeAll
  static void walkOnH2() throws Exception {
    try (HikariDataSource source = DataSources.embedded("auction_databases", 8)) {
      onH2 = new AuctionDatabasesTest().walk(source);
    }
  }

  @AfterAll
  static void forget() {
    onH2 = null;
  }

  @Test
  void walkOnH2HasNoServerErrors() {
    assertThat(onH2).hasSize(WALK.size());
    assertThat(onH2.values().stream().filter(page -> page.startsWith("200 ")).count())
        .isGreaterThan(20);
    assertThat(onH2.values()).noneMatch(page -> page.startsWith("5"));
  }

  @ParameterizedTest
  @EnumSource
  void showsSamePagesAsH2(DatabaseKind kind) throws Exception {
    try (HikariDataSource source = pool(TestDatabases.running(kind))) {
      assertThat(walk(source)).containsExactlyEntriesOf(onH2);
      // Does nothing on a filled database; to know that it is filled, it must find the tables.
      Auction.createAndFill(source, TINY, 42);
    }
  }

  @ParameterizedTest
  @EnumSource
  void servesAgainAfterDatabaseRestart(DatabaseKind kind) throws Exception {
    DatabaseServer server = TestDatabases.running(kind);
    try (HikariDataSource source = pool(server)) {
      // Does nothing if the walk was first.
      Auction.createAndFill(source, TINY, 42);
      try (TomcatServer shop = serve(source)) {
        String before = page(shop, "/BrowseCategories");
        assertThat(before).startsWith("200 ");
        server.kill();
        assertThat(page(shop, "/BrowseCategories")).startsWith("503 ");
        server.restart();
        // The pool hands out recently used connections without a check: each costs one page.
        await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> page(shop, "/BrowseCategories").equals(before));
      }
    }
  }

  private static HikariDataSource pool(DatabaseServer server) {
    return DataSources.pool(
        server.jdbcUrl(), server.user(), server.password(), 8, Duration.ofSeconds(5));
  }

  private Map<String, String> walk(DataSource source) throws Exception {
    Auction.createAndFill(source, TINY, 42);
    Map<String, String> pages = new LinkedHashMap<>();
    try (TomcatServer shop = serve(source)) {
      for (String path : WALK) {
        pages.put(pages.size() + " " + path, page(shop, path));
      }
    }
    return pages;
  }

  private static TomcatServer serve(DataSource source) throws Exception {
    TomcatOptions plain =
        new TomcatOptions(
            TomcatOptions.STOCK_PROTOCOL,
            "127.0.0.1",
            0,
            Path.of("no-keystore"),
            "",
            Map.of("SSLEnabled", "false"));
    return TomcatServer.start(plain, context -> Auction.install(context, source));
  }

  /** Returns status and body, with every date replaced. */
  private String page(TomcatServer shop, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + shop.port() + path);
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30)).build();
    HttpResponse<String> reply = client.send(request, BodyHandlers.ofString());
    return reply.statusCode() + " " + DATE.matcher(reply.body()).replaceAll("DATE");
  }
}
