package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionPolicy;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that is refused with a courtesy page comes back with the ticket of that page. */
@Tag("slow")
@ParameterizedClass
@ValueSource(strings = {"jsse", "boringssl"})
class CourtesyPageTest {
  private static final int RETRY_AFTER = 7;

  @Parameter private String tls;

  private TestShop courteous(String... more) throws Exception {
    Map<String, String> attributes = new HashMap<>();
    attributes.putAll(
        Map.of(
            "admission", "off",
            "tls", tls,
            "refusalStyle", "courtesy",
            "courtesyPerSecond", "1000",
            "courtesyShare", "0.5",
            "courtesyRetryAfterSeconds", Integer.toString(RETRY_AFTER)));
    for (int i = 0; i < more.length; i += 2) {
      attributes.put(more[i], more[i + 1]);
    }
    return TestShop.start(attributes);
  }

  /** Creates a policy with this budget, visits that cost 100 ns, and verified claims. */
  private static AdmissionPolicy budget(long sequence, long nanos) {
    return AdmissionPolicy.builder(sequence)
        .grantNanos(nanos)
        .budgetMaxNanos(nanos)
        .newVisitCostNanos(100)
        .verifyBelowNanos(Long.MAX_VALUE)
        .build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void admitsRefusedClientLaterWithCourtesyTicket(String protocol) throws Exception {
    try (TestShop shop = courteous()) {
      shop.protocol().gate().publish(budget(1, 0));
      TestClient client = new TestClient(protocol);
      assertIsPage(client.get(shop.port()));
      assertThat(shop.status("courtesy.pagesServed")).isEqualTo(1);
      assertThat(shop.status("new.refused.visit_budget")).isEqualTo(1);
      assertThat(shop.status("handshakes.full")).as("no visit begins").isZero();
      assertThat(shop.status("requests")).as("nothing of the application ran").isZero();

      assertIsPage(client.get(shop.port()));
      assertThat(shop.status("courtesy.refused")).as("it was recognised").isEqualTo(1);

      shop.protocol().gate().publish(budget(2, 50));
      assertThat(client.get(shop.port())).contains("served over HTTP/1.1");
      assertThat(shop.status("courtesy.admitted")).isEqualTo(1);
      assertThat(shop.status("handshakes.resumed")).isEqualTo(1);
      assertThat(shop.status("handshakes.full")).isZero();
      assertIsPage(new TestClient(protocol).get(shop.port()));

      shop.protocol().gate().publish(budget(3, 0));
      assertThat(client.get(shop.port())).as("under way").contains("served over HTTP/1.1");
      assertThat(client.get(shop.port())).contains("served over HTTP/1.1");
      assertThat(shop.status("resumed.verified")).isEqualTo(2);
      shop.awaitNobodyConnected();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void chargesCourtesyTicketEvenWithAmpleBudget(String protocol) throws Exception {
    try (TestShop shop = courteous()) {
      shop.protocol().gate().publish(budget(1, 0));
      TestClient client = new TestClient(protocol);
      assertIsPage(client.get(shop.port()));
      shop.protocol()
          .gate()
          .publish(
              AdmissionPolicy.builder(2)
                  .grantNanos(150)
                  .budgetMaxNanos(150)
                  .newVisitCostNanos(100)
                  .verifyBelowNanos(150)
                  .build());
      assertThat(client.get(shop.port())).contains("served over HTTP/1.1");
      // On BoringSSL a look-up is quick, so the visit was charged before its handshake.
      String charged = tls.equals("jsse") ? "courtesy.unseen" : "courtesy.admitted";
      assertThat(shop.status(charged)).isEqualTo(1);
      assertIsPage(new TestClient(protocol).get(shop.port()));
      assertThat(client.get(shop.port())).as("under way").contains("served over HTTP/1.1");
      assertThat(shop.status(charged)).isEqualTo(1);
    }
  }

  /** Otherwise it would hold a worker until its timeout of 5 s. */
  @Test
  void doesNotWaitForBodyOfRefusedRequest() throws Exception {
    try (TestShop shop = courteous()) {
      shop.protocol().gate().publish(budget(1, 0));
      try (TlsConnection client = new TestClient("TLSv1.3").connect(shop.port(), hello -> hello)) {
        client.handshake();
        long begin = System.nanoTime();
        client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n");
        assertThat(client.readAll()).contains("One moment");
        assertThat(System.nanoTime() - begin).isLessThan(3_000_000_000L);
      }
      shop.awaitNobodyConnected();
    }
  }

  @Test
  void sendsCourtesyPageOverHttp1ToHttp2Client() throws Exception {
    try (TestShop shop = courteous()) {
      shop.protocol().gate().publish(TestShop.SHUT);
      for (String protocol : new String[] {"TLSv1.2", "TLSv1.3"}) {
        TestClient client = new TestClient(protocol).alpn("h2", "http/1.1");
        try (TlsConnection connection = client.connect(shop.port(), hello -> hello)) {
          connection.handshake();
          assertThat(connection.applicationProtocol()).isEmpty();
          connection.send(client.request());
          assertIsPage(connection.readAll());
        }
      }
    }
  }

  @Test
  void refreshesCourtesyPageOnlyForGet() throws Exception {
    try (TestShop shop = courteous()) {
      shop.protocol().gate().publish(TestShop.SHUT);
      String body = "a=1&b=2";
      String post =
          "POST /buy HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
              + body.length()
              + "\r\n\r\n"
              + body;
      String answer = ask(shop, post);
      assertThat(answer).startsWith("HTTP/1.1 503").doesNotContain("http-equiv");
      assertThat(answer).contains("Please try again in");
      String head = ask(shop, "HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(head).startsWith("HTTP/1.1 503").endsWith("\r\n\r\n");
      shop.awaitNobodyConnected();
    }
  }

  @Test
  void servesCustomersWhileCourtesyClientStaysSilent() throws Exception {
    try (TestShop shop = courteous()) {
      TestClient inside = new TestClient("TLSv1.3");
      inside.get(shop.port());
      shop.protocol().gate().publish(TestShop.SHUT);
      try (TlsConnection silent = new TestClient("TLSv1.3").connect(shop.port(), hello -> hello)) {
        silent.handshake();
        assertThat(inside.get(shop.port())).contains("served over HTTP/1.1");
        assertThat(shop.status("courtesy.pagesServed")).isZero();
        assertThat(shop.status("courtesy.pagesGranted")).isEqualTo(1);
        assertThat(shop.status("new.abandoned")).isZero();
      }
      shop.awaitNobodyConnected();
      assertThat(shop.status("handshakes.failed")).isZero();
    }
  }

  @Test
  void closesRefusedConnectionWithoutCourtesyBudget() throws Exception {
    try (TestShop shop = courteous("courtesyPerSecond", "0")) {
      shop.protocol().gate().publish(TestShop.SHUT);
      assertThat(TestClient.firstByteAnswering(shop.port(), new TestClient("TLSv1.3").hello()))
          .isEqualTo(-1);
      assertThat(shop.status("courtesy.pagesGranted")).isZero();
    }
  }

  @Test
  void courtesyPageIsSmallerThan1024Bytes() {
    assertThat(CourtesyPage.html(7200, true)).hasSizeLessThan(1024);
    assertThat(CourtesyPage.html(7200, false)).hasSizeLessThan(1024);
  }

  private static String ask(TestShop shop, String request) throws Exception {
    TestClient client = new TestClient("TLSv1.3");
    try (TlsConnection connection = client.connect(shop.port(), hello -> hello)) {
      connection.handshake();
      connection.send(request);
      return connection.readAll();
    }
  }

  private static void assertIsPage(String answer) {
    assertThat(answer)
        .startsWith("HTTP/1.1 503")
        .containsIgnoringCase("\r\nConnection: close\r\n")
        .contains("Cache-Control: no-store", "text/html", "One moment")
        .doesNotContain("served over");
    Matcher retry = Pattern.compile("Retry-After: (\\d+)").matcher(answer);
    assertThat(retry.find()).isTrue();
    assertThat(Integer.parseInt(retry.group(1))).isBetween(RETRY_AFTER, 2 * RETRY_AFTER);
    assertThat(answer).contains("http-equiv=refresh content=" + retry.group(1));
    int head = answer.indexOf("\r\n\r\n") + 4;
    Matcher length = Pattern.compile("Content-Length: (\\d+)").matcher(answer);
    assertThat(length.find()).isTrue();
    assertThat(answer.substring(head).getBytes(StandardCharsets.UTF_8))
        .hasSize(Integer.parseInt(length.group(1)));
  }
}
