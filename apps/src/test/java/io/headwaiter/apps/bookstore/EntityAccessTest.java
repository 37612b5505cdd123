package io.headwaiter.apps.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.PageTime;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How often a page takes a connection from the pool. */
@Tag("slow")
class EntityAccessTest {
  private static final String CARD =
      "&cardType=AMEX&cardNumber=1234567890123456&cardName=A&cardMonths=1&shipping=UPS";
  private static final String NEWCOMER =
      "&firstName=A&lastName=B&street1=S&city=C&zip=1&country=1&phone=1&email=a%40b";

  private HikariDataSource source;
  private CountingSource counting;
  private BookstoreServer server;

  @BeforeEach
  void start() {
    source = Bookstores.small();
    counting = new CountingSource(source);
  }

  @AfterEach
  void stop() throws Exception {
    if (server != null) {
      server.close();
    }
    source.close();
  }

  private void serve(BookstoreOptions options) throws Exception {
    server = new BookstoreServer(counting.source(), options);
  }

  private String page(String pathAndQuery) throws Exception {
    HttpResponse<String> response = server.get(pathAndQuery);
    assertThat(response.statusCode()).as(pathAndQuery + response.body()).isEqualTo(200);
    assertThat(counting.out()).as("connections that were not given back").isZero();
    return response.body();
  }

  private int connections(String pathAndQuery) throws Exception {
    counting.takenSince();
    page(pathAndQuery);
    return counting.takenSince();
  }

  private static BookstoreOptions eight(boolean entityAccess) {
    return new BookstoreOptions(
        BookstoreOptions.Types.EIGHT, entityAccess, 0, PageTime.NONE, PageGap.NONE);
  }

  /** The published numbers: Search 101, Buy Request 10, Buy Confirm 1. */
  @Test
  void entityAccessTakesConnectionsAsPublished() throws Exception {
    serve(BookstoreOptions.poolPaper(0));
    assertThat(connections("/Home")).isZero();
    assertThat(connections("/Search?searchString=BABABABABABAOG")).isEqualTo(101);
    assertThat(connections("/Search?searchString=QQQQ")).isEqualTo(101);
    assertThat(connections("/Item?itemId=7")).isEqualTo(3);
    assertThat(connections("/AddToCart?itemId=7")).isEqualTo(1);
    assertThat(connections("/AddToCart?itemId=8&cartId=1")).isEqualTo(1);
    assertThat(connections("/Cart?cartId=1&items=7,8")).isZero();
    assertThat(connections("/Register?cartId=1")).isZero();
    assertThat(connections("/BuyRequest?userName=OG&password=og&cartId=1")).isEqualTo(10);
    assertThat(connections("/BuyRequest?cartId=1" + NEWCOMER)).isEqualTo(10);
    assertThat(connections("/BuyConfirm?customerId=1&cartId=1" + CARD)).isEqualTo(1);
    assertThat(counting.mostAtOnce()).isEqualTo(1);
  }

  @Test
  void joinedAccessTakesOneConnection() throws Exception {
    serve(eight(false));
    assertThat(connections("/Search?searchString=BABABABABABAOG")).isEqualTo(1);
    assertThat(connections("/Item?itemId=7")).isEqualTo(1);
    assertThat(connections("/AddToCart?itemId=7")).isEqualTo(1);
    assertThat(connections("/BuyRequest?userName=OG&password=og&cartId=1")).isEqualTo(1);
    assertThat(connections("/BuyConfirm?customerId=1&cartId=1" + CARD)).isEqualTo(1);
  }

  @Test
  void bothWaysOfReadingShowTheSamePages() throws Exception {
    String[] pages = {
      "/Search?searchString=BABABABABABAOG", "/Item?itemId=7", "/Cart?items=3", "/Register"
    };
    serve(eight(false));
    String[] joined = new String[pages.length];
    for (int i = 0; i < pages.length; i++) {
      joined[i] = page(pages[i]);
    }
    server.close();
    serve(eight(true));
    for (int i = 0; i < pages.length; i++) {
      assertThat(page(pages[i])).isEqualTo(joined[i]);
    }
  }

  @Test
  void fourteenTypeSearchTakesTwoConnectionsPerBook() throws Exception {
    serve(
        new BookstoreOptions(
            BookstoreOptions.Types.FOURTEEN, true, 0, PageTime.NONE, PageGap.NONE));
    page("/Home"); // counts the books, once
    int found = 5;
    assertThat(connections("/SearchResults?searchType=title&searchString=BABABABABABAOG"))
        .isEqualTo(1 + 2 * found + 1);
    assertThat(connections("/SearchResults?searchType=title&searchString=BA"))
        .isEqualTo(1 + 2 * 50 + 1);
  }

  @Test
  void gapHoldsNoConnection() throws Exception {
    PageGap gap = new PageGap(new PageTime(1), 1);
    serve(new BookstoreOptions(BookstoreOptions.Types.EIGHT, false, 0, PageTime.NONE, gap));
    assertThat(connections("/Item?itemId=7")).isEqualTo(2);
    page("/AddToCart?itemId=7");
    assertThat(connections("/BuyRequest?userName=OG&password=og&cartId=1")).isEqualTo(2);
    assertThat(counting.mostAtOnce()).isEqualTo(1);
  }

  @Test
  void requestTypesHaveTheirCycles() {
    assertThat(EightPages.HOME.cycles()).isEqualTo(100);
    assertThat(EightPages.SEARCH.cycles()).isEqualTo(50);
    assertThat(EightPages.ADD_TO_CART.cycles()).isEqualTo(25);
    assertThat(EightPages.ITEM.cycles()).isEqualTo(10);
    assertThat(EightPages.REGISTER.cycles()).isEqualTo(1);
  }
}
