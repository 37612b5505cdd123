package io.headwaiter.apps.auction;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.WellFormed;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invalid requests get a status and one sentence that reveals nothing internal. */
class BadInputTest {
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

  private static String refused(int status, String pathAndQuery) throws Exception {
    HttpResponse<String> response = server.get(pathAndQuery);
    assertThat(response.statusCode()).as(pathAndQuery + "\n" + response.body()).isEqualTo(status);
    assertThat(WellFormed.problems(response.body())).as(pathAndQuery).isEmpty();
    assertThat(response.body()).doesNotContain("Exception", "SELECT", "\tat ");
    return response.body();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/ViewItem                                  | itemId is missing; give a whole number from 1",
        "/ViewItem?itemId=                          | itemId is missing",
        "/ViewItem?itemId=abc                       | itemId is &quot;abc&quot;; give a whole number",
        "/ViewItem?itemId=0                         | whole number from 1 to 2147483647",
        "/ViewItem?itemId=-5                        | whole number from 1",
        "/ViewItem?itemId=2147483648                | to 2147483647",
        "/ViewItem?itemId=99999999999999999999999   | whole number",
        "/ViewItem?itemId=1.5                       | whole number",
        "/ViewUserInfo?userId=x                     | userId",
        "/ViewBidHistory?itemId=x                   | itemId",
        "/BuyNowAuth?itemId=x                       | itemId",
        "/PutBidAuth                                | itemId is missing",
        "/PutCommentAuth?itemId=1                   | to is missing",
        "/SearchItemsInCategory                     | category is missing",
        "/SearchItemsInCategory?category=1&page=-1  | page is &quot;-1&quot;; give a whole number from 0",
        "/SearchItemsInCategory?category=1&nbOfItems=101 | nbOfItems is &quot;101&quot;; give a whole number from 1 to 100",
        "/SearchItemsInCategory?category=1&nbOfItems=0   | whole number from 1 to 100",
        "/SearchItemsInRegion?category=1            | region is missing",
        "/BrowseCategoriesInRegion                  | region is missing; give 1 to 25 characters",
        "/PutBid?itemId=1&nickname=user1            | password is missing",
        "/PutBid?itemId=1&password=x                | nickname is missing",
        "/AboutMe?nickname=123456789012345678901&password=x | nickname has 21 characters; give 1 to 20",
        "/AboutMe?nickname=a%00b&password=x         | control characters",
        "/SelectCategoryToSellItem                  | nickname is missing",
        "/SellItemForm?category=21&user=1           | whole number from 1 to 20",
      })
  void errorNamesParameterAndAllowedValues(String path, String sentence) throws Exception {
    assertThat(refused(400, path)).contains(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bid=abc                   | bid is &quot;abc&quot;; give an amount from 5",
        "bid=1e9                   | at most two decimals",
        "bid=7.001                 | at most two decimals",
        "bid=4                     | an amount from 5 to 10000000",
        "bid=-7                    | an amount from",
        "bid=10000001              | to 10000000",
        "maxBid=6                  | maxBid is &quot;6&quot;; give an amount from 7",
        "qty=3                     | qty is &quot;3&quot;; give a whole number from 1 to 2",
        "qty=0                     | whole number from 1 to 2",
        "maxQty=0                  | maxQty",
        "userId=zero               | userId",
      })
  void rejectsInvalidBid(String change, String sentence) throws Exception {
    String good = "itemId=61&userId=1&minBid=5&maxQty=2&qty=1&bid=7&maxBid=8";
    assertThat(refused(400, "/StoreBid?" + replace(good, change))).contains(sentence);
  }

  @Test
  void bidBelowFirstPriceLeavesNoTrace() throws Exception {
    String before = server.get("/ViewItem?itemId=61").body();
    String bid = "/StoreBid?itemId=61&userId=1&minBid=0&maxQty=1&qty=1&bid=0.01&maxBid=8";
    assertThat(refused(400, bid)).contains("give at least the first price");
    assertThat(server.get("/ViewItem?itemId=61").body()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "initialPrice=0            | initialPrice is &quot;0&quot;; give an amount from 0.01",
        "reservePrice=5            | reservePrice is &quot;5&quot;; give 0 for none, or at least",
        "buyNow=9.99               | buyNow",
        "duration=8                | duration is &quot;8&quot;; give a whole number from 1 to 7",
        "quantity=0                | quantity",
        "categoryId=99             | whole number from 1 to 20",
        "name=                     | name is missing; give 1 to 100 characters",
        "description=              | description is missing",
      })
  void rejectsInvalidItem(String change, String sentence) throws Exception {
    String good =
        "name=n&description=d&initialPrice=10&reservePrice=0&buyNow=0&duration=3&quantity=1"
            + "&userId=1&categoryId=1";
    assertThat(refused(400, "/RegisterItem?" + replace(good, change))).contains(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "email=nobody     | email is not an address",
        "firstname=       | firstname is missing",
        "lastname=        | lastname is missing",
        "region=          | region is missing",
      })
  void rejectsInvalidNewUser(String change, String sentence) throws Exception {
    String good = "firstname=a&lastname=b&nickname=c&password=d&email=a@b&region=AZ--Phoenix";
    assertThat(refused(400, "/RegisterUser?" + replace(good, change))).contains(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"rating=6 | whole number from -5 to 5", "comment= | comment is missing"})
  void rejectsInvalidComment(String change, String sentence) throws Exception {
    String good = "itemId=1&to=1&from=2&rating=5&comment=fine";
    assertThat(refused(400, "/StoreComment?" + replace(good, change))).contains(sentence);
  }

  @Test
  void rejectsTooLongText() throws Exception {
    String form = "itemId=1&to=1&from=2&rating=5&comment=" + "x".repeat(2049);
    HttpResponse<String> response = server.post("/StoreComment", form);
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains("comment has 2049 characters; give 1 to 2048 characters");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/ViewItem?itemId=999999",
        "/ViewUserInfo?userId=999999",
        "/ViewBidHistory?itemId=999999",
        "/BrowseCategoriesInRegion?region=Atlantis",
        "/PutBid?itemId=999999&nickname=user1&password=password1",
        "/BuyNow?itemId=999999&nickname=user1&password=password1",
        "/PutComment?itemId=1&to=999999&nickname=user1&password=password1",
        "/StoreBid?itemId=999999&userId=1&minBid=1&maxQty=1&qty=1&bid=9&maxBid=9",
        "/StoreBid?itemId=62&userId=999999&minBid=1&maxQty=1&qty=1&bid=9999&maxBid=9999",
        "/StoreBuyNow?itemId=62&userId=999999&maxQty=1&qty=1",
        "/StoreComment?itemId=1&to=999999&from=1&rating=5&comment=x",
        "/StoreComment?itemId=1&to=1&from=999999&rating=5&comment=x",
        "/StoreComment?itemId=999999&to=1&from=1&rating=5&comment=x",
        "/RegisterItem?name=n&description=d&initialPrice=1&duration=1&quantity=1&userId=999999&categoryId=1",
        "/NoSuchPage",
        "/images/",
      })
  void anUnknownNumberOrPageIsNotFound(String path) throws Exception {
    String before = server.get("/ViewItem?itemId=62").body();
    refused(404, path);
    assertThat(server.get("/ViewItem?itemId=62").body()).as("rolled back").isEqualTo(before);
  }

  @Test
  void aWrongPasswordIsForbidden() throws Exception {
    for (String path : new String[] {"/AboutMe?", "/PutBid?itemId=61&", "/BuyNow?itemId=61&"}) {
      assertThat(refused(403, path + "nickname=user1&password=password2"))
          .contains("no user user1");
    }
  }

  @Test
  void aTakenNicknameIsAConflict() throws Exception {
    String path = "/RegisterUser?firstname=a&lastname=b&password=d&email=a@b&region=AZ--Phoenix";
    assertThat(refused(409, path + "&nickname=user5")).contains("user5 is taken");
  }

  @Test
  void endedAuctionAndExcessQuantityAreRefused() throws Exception {
    refused(409, "/StoreBid?itemId=1&userId=1&minBid=1&maxQty=1&qty=1&bid=9999&maxBid=9999");
    assertThat(refused(409, "/StoreBuyNow?itemId=1&userId=1&maxQty=1&qty=1")).contains("Sorry");
    assertThat(refused(409, "/StoreBuyNow?itemId=61&userId=1&maxQty=900&qty=900"))
        .contains("Sorry");
  }

  @Test
  void otherMethodsAreRefused() throws Exception {
    HttpRequest delete = HttpRequest.newBuilder(server.uri("/ViewItem?itemId=1")).DELETE().build();
    assertThat(server.send(delete).statusCode()).isEqualTo(405);
  }

  @ParameterizedTest
  @ValueSource(strings = {"itemId=%zz", "itemId=%", "itemId=%ff%fe"})
  void brokenPercentEncodingIsRefused(String query) throws Exception {
    String reply = raw("GET /ViewItem?" + query + " HTTP/1.0\r\n\r\n");
    assertThat(reply).startsWith("HTTP/1.1 400").doesNotContain("Exception");
  }

  private static String raw(String request) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.uri("/").getPort())) {
      socket.setSoTimeout(10_000);
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Returns the query with one parameter changed. */
  private static String replace(String query, String change) {
    String name = change.substring(0, change.indexOf('='));
    return query.replaceAll("(^|&)" + name + "=[^&]*", "$1" + change);
  }
}
