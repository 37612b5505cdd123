package io.headwaiter.apps.auction;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.WellFormed;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Markup and SQL in every input that a client controls. */
@Tag("slow")
class HostileInputTest {
  private static final String SCRIPT = "<script>";
  private static final String ESCAPED = "&lt;script&gt;";

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

  private String harmless(String pathAndQuery, int status) throws Exception {
    HttpResponse<String> response = server.get(pathAndQuery);
    assertThat(response.statusCode()).as(pathAndQuery + response.body()).isEqualTo(status);
    assertThat(response.body()).as(pathAndQuery).doesNotContain(SCRIPT, "<b ", "onx=\"");
    assertThat(WellFormed.problems(response.body())).as(pathAndQuery).isEmpty();
    assertThat(response.headers().firstValue("Content-Security-Policy"))
        .hasValue("default-src 'self'");
    return response.body();
  }

  @Test
  void markupOfAUserIsShownAsText() throws Exception {
    String script = AuctionServer.encode(SCRIPT);
    String quoted = AuctionServer.encode("\"><b onx=\"'");
    String names = "firstname=" + quoted + "&lastname=" + script + "&nickname=" + script;
    String email = "&email=" + AuctionServer.encode("<script>@x");
    String welcome =
        harmless("/RegisterUser?" + names + "&password=pw&region=AZ--Phoenix" + email, 200);
    assertThat(welcome).contains("Welcome, " + ESCAPED, "&quot;&gt;&lt;b onx=&quot;&#39;");
    int user = Shops.TINY.users() + 1;
    String about = "/AboutMe?nickname=" + script + "&password=pw";
    assertThat(harmless(about, 200)).contains(ESCAPED);
    harmless(
        "/RegisterItem?name="
            + script
            + "&description="
            + quoted
            + script
            + "&initialPrice=1&duration=1&quantity=2&categoryId=14&userId="
            + user,
        200);
    int item = Shops.TINY.oldItems() + Shops.TINY.activeItems() + 1;
    harmless(
        "/StoreBid?minBid=1&bid=2&maxBid=2&maxQty=1&qty=1&userId=" + user + "&itemId=" + item, 200);
    harmless(
        "/StoreComment?rating=5&to="
            + user
            + "&from="
            + user
            + "&itemId="
            + item
            + "&comment="
            + script
            + quoted,
        200);
    for (String path :
        new String[] {
          "/ViewItem?itemId=" + item,
          "/ViewBidHistory?itemId=" + item,
          "/ViewUserInfo?userId=" + user,
          "/SearchItemsInCategory?category=14&nbOfItems=100",
          "/SearchItemsInRegion?region=1&category=14",
          about,
          "/BuyNow?itemId=" + item + "&nickname=user1&password=password1",
          "/PutBid?itemId=" + item + "&nickname=user1&password=password1",
          "/PutComment?itemId=" + item + "&to=" + user + "&nickname=user1&password=password1"
        }) {
      assertThat(harmless(path, 200)).as(path).contains(ESCAPED);
    }
  }

  @Test
  void markupInALinkIsShownAsText() throws Exception {
    String evil = AuctionServer.encode("\"><script>");
    assertThat(harmless("/ViewItem?itemId=" + evil, 400)).contains(ESCAPED);
    assertThat(harmless("/BrowseCategoriesInRegion?region=" + evil, 404)).contains(ESCAPED);
    assertThat(harmless("/AboutMe?nickname=" + evil + "&password=x", 403)).contains(ESCAPED);
    String list = "/SearchItemsInCategory?category=1&page=3&categoryName=" + evil;
    assertThat(harmless(list, 200)).contains("categoryName=%22%3E%3Cscript%3E");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "' OR '1'='1",
        "x' OR 1=1 --",
        "'; DROP TABLE bids--",
        "\\' OR 1=1 #",
        "user1' --",
        "%",
        "_"
      })
  void sqlInAParameterIsOnlyText(String attack) throws Exception {
    String evil = AuctionServer.encode(attack);
    long users = count("users");
    harmless("/AboutMe?nickname=" + evil + "&password=" + evil, 403);
    harmless("/AboutMe?nickname=user1&password=" + evil, 403);
    harmless("/BrowseCategoriesInRegion?region=" + evil, 404);
    harmless("/ViewItem?itemId=" + evil, 400);
    harmless("/SearchItemsInCategory?category=1&nbOfItems=" + evil, 400);
    harmless("/StoreComment?itemId=1&to=1&from=2&rating=5&comment=" + evil, 200);
    assertThat(stored()).isEqualTo(attack);
    harmless(
        "/RegisterUser?firstname=a&lastname=b&password=d&email=a@b&region=AZ--Phoenix&nickname="
            + evil,
        200);
    assertThat(count("users")).isEqualTo(users + 1);
    harmless("/AboutMe?password=d&nickname=" + evil, 200);
    assertThat(count("bids")).isPositive();
  }

  private long count(String table) throws Exception {
    return Sql.read(
        source,
        c -> Sql.first(c, "SELECT COUNT(*) FROM " + table, row -> row.getLong(1)).orElseThrow());
  }

  private String stored() throws Exception {
    String newest = "SELECT comment_text FROM comments ORDER BY id DESC FETCH FIRST 1 ROWS ONLY";
    return Sql.read(source, c -> Sql.first(c, newest, row -> row.getString(1)).orElseThrow());
  }
}
