package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.tomcat.TestClient;
import org.junit.jupiter.api.Test;

/** {@code serve --shadow} serves the visits that it would refuse. */
class ServeShadowTest {
  @Test
  void servesAndCountsVisitsItWouldRefuse() throws Exception {
    try (ServedShop shop =
        ServedShop.start(
            "--admin-port",
            "0",
            "--shadow",
            "--admission",
            "formula",
            "--formula-new-millis",
            "60000",
            "--formula-resumed-millis",
            "0")) {
      int port = shop.uri("/").getPort();
      assertThat(new TestClient("TLSv1.3").get(port)).startsWith("HTTP/1.1 ");
      assertThat(new TestClient("TLSv1.2").get(port)).startsWith("HTTP/1.1 ");
      assertThat(shop.admin("/status"))
          .contains("\"shadow\":true")
          .contains("\"wouldRefuse\":{\"total\":2,\"visit_budget\":2,");
      assertThat(shop.admin("/status/history?seconds=60&step=60")).contains("\"wouldRefuse\"");
    }
  }
}
