package io.headwaiter.apps.supplier;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What clients are told about requests that cannot be served. */
class BadRequestTest {
  private static HikariDataSource source;
  private static SupplierServer server;

  @BeforeAll
  static void start() throws Exception {
    source = Suppliers.small();
    server = new SupplierServer(source, SupplierOptions.local(BusinessLogic.LIGHT));
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
    source.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "NewProducts | {}                                        | no JSON message",
        "NewProducts | {\"NewProducts\":{}}                      | subject is missing",
        "NewProducts | {\"NewProducts\":{\"subject\":\"X\"}}     | give one of ARTS",
        "NewProducts | {\"NewProducts\":{\"subject\":\"ARTS\",\"limit\":51}} | from 1 to 50",
        "NewProducts | {\"NewProducts\":{\"subject\":\"ARTS\",\"publishedSince\":\"2026-02-30\"}}"
            + " | give a date like",
        "NewProducts | {\"ProductDetail\":{}}                    | no message NewProducts",
        "ProductDetail | {\"ProductDetail\":{\"items\":[]}}      | has 0 entries; give 1 to 15",
        "ProductDetail | {\"ProductDetail\":{\"items\":[{\"itemId\":1.5}]}} | a whole number",
        "ProductDetail | {\"ProductDetail\":{\"items\":[{\"itemId\":-1}]}}  | a whole number",
        "ChangeItem | {\"ChangeItem\":{\"itemId\":1,\"cost\":0}} | an amount from 0.01",
        "ChangeItem | {\"ChangeItem\":{\"itemId\":1,\"cost\":1e3}} | an amount from 0.01",
        "ChangeItem | {\"ChangeItem\":{\"itemId\":[{\"a\":1}],\"cost\":1}} | is a list",
        "OrderStatus | {\"OrderStatus\":{\"customerId\":0,\"password\":\"x\"}} | from 1 to"
      })
  void tellsWhatIsWrong(String service, String body, String sentence) throws Exception {
    HttpResponse<String> reply = server.post("/" + service, "application/json", body);
    assertThat(reply.body()).startsWith("{\"error\":{\"status\":400,").contains(sentence);
    assertThat(reply.statusCode()).isEqualTo(400);
  }

  @Test
  void errorHasFormatOfRequest() throws Exception {
    HttpResponse<String> reply = server.post("/NewProducts", "text/xml", "<no");
    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(reply.body()).contains("<soap:Fault>", "soap:Client", "no XML message");
    assertThat(reply.headers().firstValue("Content-Type").orElse("")).startsWith("text/xml");
    HttpResponse<String> unknown = server.post("/NewProducts", "text/plain", "{}");
    assertThat(unknown.statusCode()).isEqualTo(400);
    assertThat(unknown.body()).contains("application/json or text/xml");
  }

  @Test
  void refusesLongBody() throws Exception {
    String padded = "{\"NewProducts\":{\"subject\":\"ARTS\"}}";
    String longest = padded + " ".repeat(ServiceServlet.BODY_BYTES_MAX - padded.length());
    assertThat(server.post("/NewProducts", "application/json", longest).statusCode())
        .isEqualTo(200);
    HttpResponse<String> reply = server.post("/NewProducts", "application/json", longest + " ");
    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(reply.body()).contains("too long; give at most 32768 bytes");
  }

  @Test
  void otherMethodsAndAddressesAreRefused() throws Exception {
    HttpResponse<String> get = server.get("/NewProducts?subject=ARTS");
    assertThat(get.statusCode()).isEqualTo(405);
    assertThat(get.headers().firstValue("Allow")).hasValue("POST");
    HttpResponse<String> unknown = server.get("/Nothing");
    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(unknown.body()).startsWith("{\"error\":{\"status\":404,");
  }

  @Test
  void itemInTwoLinesIsRefused() throws Exception {
    assertThat(order(Messages.order(1, 7, 8, 7))).isEqualTo(400);
    int[] most = IntStream.rangeClosed(1, OrderServices.LINES_MAX).toArray();
    assertThat(order(Messages.order(1, most))).isEqualTo(200);
    int[] more = IntStream.rangeClosed(1, OrderServices.LINES_MAX + 1).toArray();
    assertThat(order(Messages.order(1, more))).isEqualTo(400);
    assertThat(order(Messages.order(1, 999))).isEqualTo(404);
  }

  private static int order(Fields content) throws Exception {
    return server.call(MessageFormats.JSON, SupplierServices.CREATE_ORDER, content).statusCode();
  }

  @Test
  void passwordIsNeededForOrders() throws Exception {
    List<Fields> lines = Messages.order(1, 7).entries("lines", 1);
    Fields other =
        new Fields()
            .with("customerId", 1)
            .with("password", "password2")
            .with("carrier", "AIR")
            .with("lines", lines);
    assertThat(order(other)).isEqualTo(403);
    Fields status = new Fields().with("customerId", 31).with("password", "password31");
    assertThat(server.call(MessageFormats.XML, SupplierServices.ORDER_STATUS, status).statusCode())
        .isEqualTo(403);
  }
}
