package io.headwaiter.apps.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.PageTime;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.WellFormed;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every page with invalid values, by GET and POST: it answers, and never with a 5xx. */
@Tag("once")
class ParameterFuzzTest {
  private static final int TRIES_PER_PAGE = 120;
  private static final Set<Integer> ANSWERS = Set.of(200, 400, 403, 404, 409);

  private static final String[] NAMES = {
    "customerId",
    "cartId",
    "itemId",
    "subject",
    "searchType",
    "searchString",
    "refresh",
    "qty1",
    "qty7",
    "userName",
    "password",
    "firstName",
    "lastName",
    "street1",
    "street2",
    "city",
    "state",
    "zip",
    "country",
    "phone",
    "email",
    "about",
    "cardType",
    "cardNumber",
    "cardName",
    "cardMonths",
    "shipping",
    "newCost",
    "newImage",
    "newThumbnail",
    "items"
  };

  private static final String[] VALUES = {
    "",
    " ",
    "0",
    "1",
    "2",
    "7",
    "-1",
    "21",
    "22",
    "2147483647",
    "2147483648",
    "99999999999999999999",
    "1.5",
    "1e5",
    "12.50",
    "NaN",
    "abc",
    "ARTS",
    "title",
    "author",
    "subject",
    "OG",
    "og",
    "a@b",
    "VISA",
    "AIR",
    "1234567890123456",
    "/thumb/7.png",
    "/thumb/../../x.png",
    "1,2,3",
    "1,,3",
    "<script>alert(1)</script>",
    "\"><b onx=\"",
    "'; DROP TABLE item; --",
    "%",
    "_",
    "\\",
    "\u0000",
    "a\u0007b",
    "\u00e9\u00df",
    "\ud83d\ude00",
    "\u202e",
    "x".repeat(600),
    "9".repeat(300)
  };

  @ParameterizedTest
  @EnumSource(BookstoreOptions.Types.class)
  void everyValueGetsAnAnswer(BookstoreOptions.Types types) throws Exception {
    List<String> paths =
        types == BookstoreOptions.Types.EIGHT
            ? Arrays.stream(EightPages.values()).map(EightPages::path).toList()
            : Arrays.stream(BookstorePages.values()).map(BookstorePages::path).toList();
    SplittableRandom random = new SplittableRandom(11);
    try (HikariDataSource source = Bookstores.small();
        BookstoreServer server =
            new BookstoreServer(
                source,
                new BookstoreOptions(
                    types, random.nextBoolean(), 0, PageTime.NONE, PageGap.NONE))) {
      for (String path : paths) {
        for (int i = 0; i < TRIES_PER_PAGE; i++) {
          String query = query(random);
          HttpResponse<String> response =
              random.nextInt(4) == 0 ? server.post(path, query) : server.get(path + "?" + query);
          assertThat(ANSWERS).as(path + "?" + query).contains(response.statusCode());
          assertThat(response.body())
              .as(path + "?" + query)
              .doesNotContain("<script>", "<b ", "Exception", "SELECT");
          assertThat(WellFormed.problems(response.body())).as(path + "?" + query).isEmpty();
        }
      }
      long items =
          Sql.read(
              source,
              c -> Sql.first(c, "SELECT COUNT(*) FROM item", row -> row.getLong(1)).orElseThrow());
      assertThat(items).isEqualTo(Bookstores.SMALL.items());
      assertThat(source.getHikariPoolMXBean().getActiveConnections()).isZero();
    }
  }

  /** Half of the time most parameters are there, so that the later ones are checked too. */
  private static String query(SplittableRandom random) {
    int among = random.nextBoolean() ? 2 : 6;
    StringBuilder query = new StringBuilder("x=1");
    for (String name : NAMES) {
      if (random.nextInt(among) == 0) {
        String value = VALUES[random.nextInt(VALUES.length)];
        query.append('&').append(name).append('=').append(BookstoreServer.encode(value));
      }
    }
    return query.toString();
  }
}
