package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** A connector sends requests to itself before clients can connect. */
@Tag("slow")
@ParameterizedClass
@ValueSource(strings = {"jsse", "boringssl"})
class WarmUpTest {
  private static final String LONG_ENOUGH = "20000";

  @Parameter private String tls;

  private final AtomicInteger served = new AtomicInteger();

  private TestShop start(String millis, String paths) throws Exception {
    return start(millis, paths, TestShop.host("_default_", "RSA"));
  }

  private TestShop start(String millis, String paths, SSLHostConfig host) throws Exception {
    return TestShop.start(
        Map.of("tls", tls, "warmUpMillis", millis, "warmUpPaths", paths),
        (Connector connector) -> connector.addSslHostConfig(host),
        this::install);
  }

  private void install(Context context) {
    Tomcat.addServlet(
        context,
        "page",
        new HttpServlet() {
          private static final long serialVersionUID = 1;

          @Override
          protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            served.incrementAndGet();
            response.setStatus(request.getRequestURI().equals("/fails") ? 500 : 200);
          }
        });
    context.addServletMapping("/", "page");
  }

  private static double firstUsesMillis(TestShop shop) {
    Map<?, ?> cpu = (Map<?, ?>) shop.protocol().status().get("cpuMillis");
    return ((Number) cpu.get("firstUses")).doubleValue();
  }

  private static void assertNobodyCame(TestShop shop) {
    for (String count :
        new String[] {
          "arrived",
          "new.admitted",
          "new.refused.total",
          "handshakes.full",
          "handshakes.resumed",
          "handshakes.failed",
          "requests",
          "courtesy.pagesServed",
          "courtesy.pagesGranted",
          "visitsRemembered",
          "profile.sessions",
          "visitWork.turns"
        }) {
      assertThat(shop.status(count)).as(count).isZero();
    }
    assertThat(shop.protocol().getConnectionCount()).isZero();
  }

  @Test
  void measuresFirstUsesWithoutCountingVisits() throws Exception {
    try (TestShop shop = start(LONG_ENOUGH, "")) {
      assertThat(firstUsesMillis(shop)).isPositive();
      assertNobodyCame(shop);
      assertThat(served).as("requests of the application").hasValue(0);
    }
  }

  @Test
  void requestsOnlyListedPages() throws Exception {
    try (TestShop shop = start(LONG_ENOUGH, "/shop, /fails")) {
      assertThat(served).as("five times, and once what fails").hasValue(6);
      assertNobodyCame(shop);
    }
  }

  @Test
  void servesCustomersAfterWarmUp() throws Exception {
    try (TestShop shop = start(LONG_ENOUGH, "/")) {
      TestClient client = new TestClient("TLSv1.3");
      assertThat(client.get(shop.port())).startsWith("HTTP/1.1 200");
      assertThat(client.get(shop.port())).startsWith("HTTP/1.1 200");
      assertThat(shop.status("requests")).isEqualTo(2);
      assertThat(shop.status("handshakes.full")).isEqualTo(1);
      assertThat(shop.status("handshakes.resumed")).isEqualTo(1);
      assertThat(shop.status("courtesy.pagesServed")).isZero();
      shop.awaitNobodyConnected();
    }
  }

  @Test
  void skipsWarmUpWithZeroMillis() throws Exception {
    try (TestShop shop = start("0", "/")) {
      assertThat(firstUsesMillis(shop)).isZero();
      assertThat(served).hasValue(0);
    }
  }

  @Test
  void startsDespiteRequiredClientCertificate() throws Exception {
    SSLHostConfig host = TestShop.host("_default_", "RSA");
    host.setCertificateVerification("required");
    try (TestShop shop = start(LONG_ENOUGH, "/", host)) {
      assertNobodyCame(shop);
      assertThat(served).hasValue(0);
    }
  }

  @Test
  void failsToStartWithInvalidPath() {
    assertThatThrownBy(() -> start("1", "shop"))
        .rootCause()
        .hasMessageContaining("warmUpPaths")
        .hasMessageContaining("separated by commas");
    assertThatThrownBy(() -> start("1", "/a b")).rootCause().hasMessageContaining("warmUpPaths");
  }
}
