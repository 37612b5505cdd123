package io.headwaiter.apps.auction;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.WellFormed;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every interaction in its regular use. */
class AuctionInteractionsTest {
  private static final int FIRST_ACTIVE = Shops.TINY.oldItems() + 1;
  private static final String WHO = "&nickname=user7&password=password7";

  private static HikariDataSource source;
  private static AuctionServer server;

  @BeforeAll
  static void start() throws Exception {
    source = Shops.tiny();
    server = new AuctionServer(source);
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
    source.close();
  }

  private static String good(String pathAndQuery) throws Exception {
    HttpResponse<String> response = server.get(pathAndQuery);
    assertThat(response.statusCode()).as(pathAndQuery + "\n" + response.body()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("text/html;charset=UTF-8");
    assertThat(WellFormed.problems(response.body())).as(pathAndQuery).isEmpty();
    assertThat(response.body()).doesNotContain("ERROR");
    return response.body();
  }

  private static <T> T ask(Class<T> type, String query, Object... values) throws Exception {
    return Sql.read(
        source, c -> Sql.first(c, query, row -> row.getObject(1, type), values).orElseThrow());
  }

  @Test
  void theFiveStaticPagesAreServedAndCacheable() throws Exception {
    for (AuctionPages page : AuctionPages.values()) {
      if (page.kind() == AuctionPages.Kind.STATIC) {
        good(page.path());
        assertThat(server.get(page.path()).headers().firstValue("Cache-Control"))
            .hasValue("public, max-age=3600");
      }
    }
    assertThat(good("/")).isEqualTo(good("/Home"));
  }

  @Test
  void registrationCreatesUser() throws Exception {
    String body =
        good(
            "/RegisterUser?firstname=Ann&lastname=Lee&nickname=annlee&password=pw1"
                + "&email=ann@lee.example&region="
                + AuctionServer.encode("AZ--Phoenix"));
    assertThat(body).contains("Welcome, annlee", "ann@lee.example");
    assertThat(good("/AboutMe?nickname=annlee&password=pw1")).contains("About me: annlee");
    assertThat(ask(Integer.class, "SELECT id FROM users WHERE nickname = ?", "annlee"))
        .isGreaterThan(Shops.TINY.users());
  }

  @Test
  void categoriesLeadToItems() throws Exception {
    assertThat(good("/BrowseCategories"))
        .contains("Antiques &amp; Art", "/SearchItemsInCategory?category=6");
    String list =
        good("/SearchItemsInCategory?category=6&categoryName=Collectibles&page=0&nbOfItems=5");
    assertThat(list).contains("/ViewItem?itemId=", "page=1").doesNotContain("page=-1", "Sorry");
    assertThat(good("/SearchItemsInCategory?category=6&page=1&nbOfItems=5")).contains("page=0");
    assertThat(good("/SearchItemsInCategory?category=6&page=99")).contains("Sorry", "page=98");
  }

  @Test
  void pagesOfACategoryShowEveryItemOnce() throws Exception {
    List<String> shown = new java.util.ArrayList<>();
    for (int page = 0; page < 5; page++) {
      String body = good("/SearchItemsInCategory?category=6&nbOfItems=4&page=" + page);
      java.util.regex.Matcher item =
          java.util.regex.Pattern.compile("/ViewItem\\?itemId=(\\d+)").matcher(body);
      while (item.find()) {
        shown.add(item.group(1));
      }
    }
    long open = ask(Long.class, "SELECT COUNT(*) FROM items WHERE category = 6 AND quantity > 0");
    assertThat(shown).doesNotHaveDuplicates().hasSize((int) open);
  }

  @Test
  void regionsLeadToItems() throws Exception {
    assertThat(good("/BrowseRegions")).contains("/BrowseCategoriesInRegion?region=AZ--Phoenix");
    assertThat(good("/BrowseCategoriesInRegion?region=FL--Tampa-St.+Pete"))
        .contains("/SearchItemsInRegion?region=14&amp;category=1");
    int item = FIRST_ACTIVE + 4;
    int category = ask(Integer.class, "SELECT category FROM items WHERE id = ?", item);
    int region =
        ask(
            Integer.class,
            "SELECT u.region FROM items i JOIN users u ON u.id = i.seller WHERE i.id = ?",
            item);
    String query = "/SearchItemsInRegion?category=" + category + "&nbOfItems=100&region=";
    assertThat(good(query + region)).contains("/ViewItem?itemId=" + item + "\"");
    assertThat(good(query + 63)).contains("Sorry");
  }

  @Test
  void showsItemItsSellerAndItsBids() throws Exception {
    String item = good("/ViewItem?itemId=" + (FIRST_ACTIVE + 1));
    assertThat(item)
        .contains("/PutBidAuth?itemId=" + (FIRST_ACTIVE + 1), "/ViewBidHistory?itemId=");
    assertThat(good("/ViewItem?itemId=1"))
        .contains("This auction is over")
        .doesNotContain("PutBidAuth");
    good("/ViewUserInfo?userId=3");
    int busy =
        ask(
            Integer.class,
            "SELECT id FROM items WHERE nb_of_bids > 1 ORDER BY id FETCH FIRST 1 ROWS ONLY");
    assertThat(good("/ViewBidHistory?itemId=" + busy)).contains("/ViewUserInfo?userId=");
    int quiet =
        ask(
            Integer.class,
            "SELECT id FROM old_items WHERE nb_of_bids = 0 ORDER BY id FETCH FIRST 1 ROWS ONLY");
    assertThat(good("/ViewBidHistory?itemId=" + quiet)).contains("Sorry");
  }

  @Test
  void aBidIsCountedAndTheHighestLeads() throws Exception {
    int id = FIRST_ACTIVE + 2;
    assertThat(good("/PutBidAuth?itemId=" + id)).contains("name=\"itemId\" value=\"" + id + "\"");
    String form = good("/PutBid?itemId=" + id + WHO);
    assertThat(form).contains("name=\"minBid\"", "name=\"maxQty\"", "name=\"userId\" value=\"7\"");
    int before = ask(Integer.class, "SELECT nb_of_bids FROM items WHERE id = ?", id);
    String order = "/StoreBid?userId=7&maxQty=1&qty=1&minBid=1&itemId=" + id;
    good(order + "&bid=9000.50&maxBid=9100");
    assertThat(good(order + "&bid=8000&maxBid=8000")).contains("does not lead");
    assertThat(ask(Integer.class, "SELECT nb_of_bids FROM items WHERE id = ?", id))
        .isEqualTo(before + 2);
    assertThat(ask(BigDecimal.class, "SELECT max_bid FROM items WHERE id = ?", id))
        .isEqualByComparingTo("9000.50");
    assertThat(good("/AboutMe?x=1" + WHO)).contains("/ViewItem?itemId=" + id);
  }

  @Test
  void theLastPieceBoughtEndsTheAuction() throws Exception {
    int id = FIRST_ACTIVE + 3;
    int pieces = ask(Integer.class, "SELECT quantity FROM items WHERE id = ?", id);
    good("/BuyNowAuth?itemId=" + id);
    assertThat(good("/BuyNow?itemId=" + id + WHO)).contains("name=\"maxQty\" value=\"" + pieces);
    String order = "/StoreBuyNow?userId=7&itemId=" + id + "&maxQty=" + pieces + "&qty=" + pieces;
    assertThat(good(order)).contains("You have bought it");
    assertThat(server.get(order).statusCode()).isEqualTo(409);
    assertThat(ask(Integer.class, "SELECT quantity FROM items WHERE id = ?", id)).isZero();
    assertThat(good("/ViewItem?itemId=" + id)).contains("This auction is over");
    assertThat(good("/BuyNow?itemId=" + id + WHO)).contains("Sorry");
    assertThat(good("/PutBid?itemId=" + id + WHO)).contains("Sorry");
    assertThat(good("/AboutMe?x=1" + WHO)).contains("/ViewItem?itemId=" + id);
  }

  @Test
  void aCommentChangesTheRating() throws Exception {
    int before = ask(Integer.class, "SELECT rating FROM users WHERE id = 9");
    good("/PutCommentAuth?itemId=1&to=9");
    assertThat(good("/PutComment?itemId=1&to=9" + WHO)).contains("name=\"from\" value=\"7\"");
    good("/StoreComment?itemId=1&to=9&from=7&rating=-3&comment=slow+but+honest");
    assertThat(ask(Integer.class, "SELECT rating FROM users WHERE id = 9")).isEqualTo(before - 3);
    assertThat(good("/ViewUserInfo?userId=9")).contains("slow but honest", "user7");
  }

  @Test
  void anItemIsOfferedAndFound() throws Exception {
    assertThat(good("/SelectCategoryToSellItem?x=1" + WHO))
        .contains("/SellItemForm?category=14&amp;user=7");
    good("/SellItemForm?category=14&user=7");
    HttpResponse<String> offered =
        server.post(
            "/RegisterItem",
            "name=Nice+%C3%A9tui&description=As+new&initialPrice=10.50&reservePrice=0&buyNow=20"
                + "&duration=3&quantity=2&userId=7&categoryId=14");
    assertThat(offered.statusCode()).as(offered.body()).isEqualTo(200);
    assertThat(good("/SearchItemsInCategory?category=14&nbOfItems=100")).contains("Nice étui");
    assertThat(good("/AboutMe?x=1" + WHO)).contains("Nice étui");
    assertThat(ask(Integer.class, "SELECT id FROM items WHERE name = ?", "Nice étui"))
        .isGreaterThan(Shops.TINY.oldItems() + Shops.TINY.activeItems());
  }

  @Test
  void imagesHaveOriginalSizesAndAreCacheable() throws Exception {
    assertImage("/images/logo.png", 19_000, 22_000);
    assertImage("/images/bid_now.png", 2_700, 3_300);
    assertImage("/images/buy_it_now.png", 4_500, 5_400);
    assertThat(server.get("/auction.css").headers().firstValue("Content-Type"))
        .hasValue("text/css;charset=UTF-8");
  }

  private static void assertImage(String path, int least, int most) throws Exception {
    HttpResponse<byte[]> image = server.getBytes(path);
    assertThat(image.statusCode()).isEqualTo(200);
    assertThat(image.headers().firstValue("Content-Type")).hasValue("image/png");
    assertThat(image.body()).hasSizeBetween(least, most).startsWith(0x89, 'P', 'N', 'G');
    String tag = image.headers().firstValue("ETag").orElseThrow();
    HttpResponse<String> again =
        server.send(
            java.net.http.HttpRequest.newBuilder(server.uri(path))
                .header("If-None-Match", tag)
                .build());
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
  }
}
