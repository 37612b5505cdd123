package io.headwaiter.apps.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.TpcLists;
import io.headwaiter.apps.WellFormed;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each of the 14 interactions in its regular use. */
class InteractionsTest {
  private static final String NEWCOMER =
      "&firstName=Ada&lastName=Byron&street1=1+Row&street2=&city=Here&state=X&zip=12345"
          + "&country=5&phone=123&email=ada%40row.example&about=";
  private static final String CARD =
      "&cardType=VISA&cardNumber=1234567890123456&cardName=Ada+Byron&cardMonths=12&shipping=AIR";

  private static HikariDataSource source;
  private static BookstoreServer server;

  @BeforeAll
  static void start() throws Exception {
    source = Bookstores.small();
    server = new BookstoreServer(source, BookstoreOptions.plain());
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
    source.close();
  }

  /** Returns the body of a page, which must be a valid one of its kind. */
  private static String good(BookstorePages page, String query) throws Exception {
    HttpResponse<String> response = server.get(page.path() + "?" + query);
    assertThat(response.statusCode()).as(page + " " + response.body()).isEqualTo(200);
    assertThat(response.body()).contains("<h1>" + page.heading());
    assertThat(WellFormed.problems(response.body())).as(page.toString()).isEmpty();
    return response.body();
  }

  private static String text(String query, Object... values) throws Exception {
    return Sql.read(
        source, c -> Sql.first(c, query, row -> row.getString(1), values).orElseThrow());
  }

  private static long count(String query, Object... values) throws Exception {
    return Long.parseLong(text(query, values));
  }

  @Test
  void homeGreetsKnownCustomerAndShowsFivePictures() throws Exception {
    String page = good(BookstorePages.HOME, "customerId=7&cartId=3");
    assertThat(page)
        .contains("Good to see you, " + text("SELECT c_fname FROM customer WHERE id=7"));
    assertThat(page).contains("customerId=7&amp;cartId=3");
    assertThat(page.split("src=\"/thumb/", -1)).hasSize(6);
    assertThat(good(BookstorePages.HOME, "")).doesNotContain("Good to see you");
    assertThat(good(BookstorePages.HOME, "customerId=99999999")).doesNotContain("Good to see you");
    assertThat(server.get("/").statusCode()).isEqualTo(200);
  }

  @Test
  void newProductsListSubjectNewestFirst() throws Exception {
    for (String subject : TpcLists.SUBJECTS) {
      String page = good(BookstorePages.NEW_PRODUCTS, "subject=" + subject);
      long books = count("SELECT COUNT(*) FROM item WHERE i_subject = ?", subject);
      assertThat(rows(page)).isEqualTo(Math.min(50, books));
      if (books > 0) {
        String newest =
            text(
                "SELECT i_title FROM item WHERE i_subject = ? ORDER BY i_pub_date DESC, i_title, id",
                subject);
        assertThat(page.substring(page.indexOf("<tbody>"), page.indexOf("</td>"))).contains(newest);
      }
    }
  }

  private static long rows(String page) {
    return (long) page.split("<tr><td>", -1).length - 1;
  }

  @Test
  void bestSellersAreCountedOverTheLastOrders() throws Exception {
    String subject = text("SELECT i_subject FROM item ORDER BY id");
    String page = good(BookstorePages.BEST_SELLERS, "subject=" + subject);
    String best =
        text(
            "SELECT i.i_title FROM item i JOIN order_line ol ON ol.ol_i_id = i.id"
                + " WHERE i.i_subject = ? GROUP BY i.id, i.i_title"
                + " ORDER BY SUM(ol.ol_qty) DESC, i.id",
            subject);
    assertThat(count("SELECT COUNT(*) FROM orders")).isLessThan(3333); // so all of them count
    assertThat(page.substring(page.indexOf("<tbody>"), page.indexOf("</td>"))).contains(best);
  }

  @Test
  void productDetailShowsTheBookAndItsPicture() throws Exception {
    String page = good(BookstorePages.PRODUCT_DETAIL, "itemId=17&cartId=4");
    assertThat(page)
        .contains(text("SELECT i_title FROM item WHERE id = 17"))
        .contains("src=\"" + text("SELECT i_image FROM item WHERE id = 17") + "\"")
        .contains("/ShoppingCart?itemId=17&amp;cartId=4")
        .contains("/AdminRequest?itemId=17");
    assertThat(rows(page)).isEqualTo(5);
  }

  @Test
  void searchesFindByTitleAuthorAndSubject() throws Exception {
    good(BookstorePages.SEARCH_REQUEST, "customerId=1");
    String name = Digsyl.of(3, 7);
    String titled = good(BookstorePages.SEARCH_RESULTS, "searchType=title&searchString=" + name);
    assertThat(rows(titled)).isEqualTo(5); // every 20th of 100 books
    String small = name.toLowerCase(java.util.Locale.ROOT);
    assertThat(good(BookstorePages.SEARCH_RESULTS, "searchType=title&searchString=" + small))
        .contains(titled.substring(titled.indexOf("<table>"), titled.indexOf("</table>")));
    String byAuthor = good(BookstorePages.SEARCH_RESULTS, "searchType=author&searchString=" + name);
    assertThat(rows(byAuthor))
        .isEqualTo(
            count(
                "SELECT COUNT(*) FROM item i JOIN author a ON a.id = i.i_a_id WHERE a.a_lname = ?",
                name));
    String bySubject =
        good(BookstorePages.SEARCH_RESULTS, "searchType=subject&searchString=COOKING");
    assertThat(rows(bySubject))
        .isEqualTo(count("SELECT COUNT(*) FROM item WHERE i_subject = 'COOKING'"));
    assertThat(good(BookstorePages.SEARCH_RESULTS, "searchType=title&searchString=QQQ"))
        .contains("Sorry");
    assertThat(rows(good(BookstorePages.SEARCH_RESULTS, "searchType=title&searchString=BA")))
        .isEqualTo(50);
  }

  @Test
  void theCartAddsRefreshesAndIsNeverEmpty() throws Exception {
    String first = good(BookstorePages.SHOPPING_CART, "itemId=5");
    int cart = BookstoreServer.number(first, "cartId");
    String use = "cartId=" + cart;
    good(BookstorePages.SHOPPING_CART, use + "&itemId=5");
    String both = good(BookstorePages.SHOPPING_CART, use + "&itemId=9");
    assertThat(BookstoreServer.number(both, "qty5")).isEqualTo(2);
    assertThat(BookstoreServer.number(both, "qty9")).isEqualTo(1);
    String changed = good(BookstorePages.SHOPPING_CART, use + "&refresh=1&qty5=0&qty9=8&qty77=3");
    assertThat(changed).doesNotContain("qty5\"", "qty77");
    assertThat(BookstoreServer.number(changed, "qty9")).isEqualTo(8);
    String emptied = good(BookstorePages.SHOPPING_CART, use + "&refresh=1&qty9=0");
    assertThat(emptied).contains("name=\"qty");
    assertThat(count("SELECT SUM(scl_qty) FROM shopping_cart_line WHERE scl_sc_id = ?", cart))
        .isEqualTo(1);
    assertThat(good(BookstorePages.SHOPPING_CART, "")).contains("name=\"qty");
  }

  @Test
  void aReturningCustomerBuysAndSeesTheOrder() throws Exception {
    int cart = BookstoreServer.number(good(BookstorePages.SHOPPING_CART, "itemId=33"), "cartId");
    good(BookstorePages.SHOPPING_CART, "itemId=34&cartId=" + cart);
    assertThat(good(BookstorePages.CUSTOMER_REGISTRATION, "customerId=12&cartId=" + cart))
        .contains("value=\"OGAL\"", "value=\"" + cart + "\"");
    String request = good(BookstorePages.BUY_REQUEST, "userName=OGAL&password=ogal&cartId=" + cart);
    assertThat(request).contains("customerId=12", "name=\"cartId\" value=\"" + cart + "\"");
    String total = fact(request, "Total");
    long stock = count("SELECT i_stock FROM item WHERE id = 33");
    String confirm = good(BookstorePages.BUY_CONFIRM, "customerId=12&cartId=" + cart + CARD);
    assertThat(fact(confirm, "Total")).isEqualTo(total);
    assertThat(confirm).contains("HW0");
    long expected = stock - 1 < 10 ? stock - 1 + 21 : stock - 1;
    assertThat(count("SELECT i_stock FROM item WHERE id = 33")).isEqualTo(expected);
    String shown = good(BookstorePages.ORDER_DISPLAY, "userName=OGAL&password=ogal");
    assertThat(fact(shown, "Total")).isEqualTo(total);
    assertThat(rows(shown)).isEqualTo(2);
    assertThat(good(BookstorePages.ORDER_INQUIRY, "customerId=12")).contains("value=\"OGAL\"");
    HttpResponse<String> again = server.get("/BuyConfirm?customerId=12&cartId=" + cart + CARD);
    assertThat(again.statusCode()).isEqualTo(409);
    assertThat(again.body()).contains("Sorry");
  }

  private static String fact(String page, String label) {
    Matcher found = Pattern.compile("<th>" + label + "</th><td>([^<]*)</td>").matcher(page);
    assertThat(found.find()).as(label).isTrue();
    return found.group(1);
  }

  @Test
  void buyRequestCreatesNewCustomer() throws Exception {
    int cart = BookstoreServer.number(good(BookstorePages.SHOPPING_CART, "itemId=40"), "cartId");
    long before = count("SELECT COUNT(*) FROM customer");
    String page = good(BookstorePages.BUY_REQUEST, "cartId=" + cart + NEWCOMER);
    int id = BookstoreServer.number(page, "customerId");
    assertThat(id).isGreaterThan(Bookstores.SMALL.customers());
    assertThat(count("SELECT COUNT(*) FROM customer")).isEqualTo(before + 1);
    String name = Digsyl.of(id, 0);
    assertThat(text("SELECT c_uname FROM customer WHERE id = ?", id)).isEqualTo(name);
    String address = "&street1=9+Elsewhere&street2=&city=There&state=&zip=999&country=92";
    good(BookstorePages.BUY_CONFIRM, "customerId=" + id + "&cartId=" + cart + CARD + address);
    String password = name.toLowerCase(java.util.Locale.ROOT);
    assertThat(good(BookstorePages.ORDER_DISPLAY, "userName=" + name + "&password=" + password))
        .contains("9 Elsewhere", "1 Row");
    long addresses = count("SELECT COUNT(*) FROM address");
    good(BookstorePages.BUY_REQUEST, "cartId=" + refilled(cart) + NEWCOMER);
    assertThat(count("SELECT COUNT(*) FROM address")).isEqualTo(addresses);
  }

  @Test
  void unknownCartCreatesNoCustomer() throws Exception {
    long before = count("SELECT COUNT(*) FROM customer");
    assertThat(server.get("/BuyRequest?cartId=999999" + NEWCOMER).statusCode()).isEqualTo(409);
    assertThat(count("SELECT COUNT(*) FROM customer")).isEqualTo(before);
  }

  private static int refilled(int cart) throws Exception {
    good(BookstorePages.SHOPPING_CART, "cartId=" + cart);
    return cart;
  }

  @Test
  void purchaseRequiresLoginAndAuthorisation() throws Exception {
    int cart = BookstoreServer.number(good(BookstorePages.SHOPPING_CART, "itemId=41"), "cartId");
    long orders = count("SELECT COUNT(*) FROM orders");
    String buy = "/BuyConfirm?customerId=50&cartId=" + cart + CARD;
    assertThat(server.get(buy).statusCode()).isEqualTo(403);
    good(BookstorePages.BUY_REQUEST, "userName=SEBA&password=seba&cartId=" + cart);
    String declined = buy.replace("1234567890123456", "0000000000000000");
    HttpResponse<String> answer = server.get(declined);
    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(answer.body()).contains("declined");
    assertThat(count("SELECT COUNT(*) FROM orders")).isEqualTo(orders);
    assertThat(server.get(buy).statusCode()).isEqualTo(200);
    assertThat(server.get("/BuyRequest?userName=SEBA&password=no&cartId=" + cart).statusCode())
        .isEqualTo(403);
  }

  @Test
  void adminConfirmChangesBookAndRelatedBooks() throws Exception {
    good(BookstorePages.ADMIN_REQUEST, "itemId=60");
    String page =
        good(
            BookstorePages.ADMIN_CONFIRM,
            "itemId=60&newCost=12.34&newImage=/image5/60.png&newThumbnail=/thumb/61.png");
    assertThat(page).contains("12.34", "/image5/60.png");
    assertThat(new BigDecimal(text("SELECT i_cost FROM item WHERE id = 60"))).isEqualTo("12.34");
    String mostBought =
        text(
            "SELECT other.ol_i_id FROM orders o JOIN order_line other ON other.ol_o_id = o.id"
                + " WHERE other.ol_i_id <> 60 AND o.o_c_id IN (SELECT b.o_c_id FROM orders b"
                + " JOIN order_line ol ON ol.ol_o_id = b.id WHERE ol.ol_i_id = 60)"
                + " GROUP BY other.ol_i_id ORDER BY SUM(other.ol_qty) DESC, other.ol_i_id");
    assertThat(text("SELECT i_related1 FROM item WHERE id = 60")).isEqualTo(mostBought);
    assertThat(
            count(
                "SELECT COUNT(*) FROM item WHERE id = 60 AND i_related1 <> i_related2 AND"
                    + " i_related4 <> i_related5 AND i_related5 <> 60"))
        .isEqualTo(1);
  }

  @Test
  void picturesAreServedInTheirSizes() throws Exception {
    for (Pictures.Size size : Pictures.SIZES) {
      HttpResponse<byte[]> picture = server.getBytes(size.folder() + "/12.png");
      assertThat(picture.body()).hasSize(size.kibibytes() * 1024).startsWith(0x89, 'P', 'N', 'G');
      assertThat(picture.headers().firstValue("Content-Type")).hasValue("image/png");
    }
    assertThat(server.getBytes("/thumb/99.png").body()).hasSize(5 * 1024);
    assertThat(server.getBytes("/images/logo.png").body()).hasSize(3072);
    assertThat(server.get("/bookstore.css").statusCode()).isEqualTo(200);
    assertThat(server.get("/Nothing").statusCode()).isEqualTo(404);
  }
}
