package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.headwaiter.tomcat.TestClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The admin port tells what requests take, to people and to Prometheus. */
@Timeout(120)
class ServeProfileTest {
  @Test
  void requestsAreProfiled() throws Exception {
    try (ServedShop shop = ServedShop.start("--admin-port", "0")) {
      assertThat(new TestClient("TLSv1.3").get(shop.uri("/").getPort())).startsWith("HTTP/1.1 200");
      // A request is entered when its reply is under way already.
      await()
          .untilAsserted(
              () ->
                  assertThat(shop.admin("/metrics").lines())
                      .contains(
                          "# TYPE headwaiter_requests_total counter",
                          "headwaiter_requests_total{type=\"/\"} 1",
                          "headwaiter_sessions_total 1"));
      assertThat(shop.admin("/status"))
          .containsPattern("\"profile\":\\{\"seconds\":[0-9.]+,\"sessions\":1,")
          .contains("\"types\":{\"/\":{\"count\":1,\"visitsPerSession\":1.000000,");
    }
  }
}
