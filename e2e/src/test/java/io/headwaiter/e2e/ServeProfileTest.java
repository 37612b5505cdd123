package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.headwaiter.tomcat.TestClient;
import io.headwaiter.tomcat.TlsConnection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The admin port shows the cost of requests, on the status page and for Prometheus. */
@Timeout(120)
@Tag("once")
class ServeProfileTest {
  @Test
  void showsRequestProfileOnAdminPort() throws Exception {
    try (ServedShop shop =
        ServedShop.start(
            "--admin-port",
            "0",
            "--recorded-addresses",
            "2",
            "--request-patterns",
            "/BrowseCategories/**")) {
      TestClient visitor = new TestClient("TLSv1.3");
      assertThat(visitor.get(shop.uri("/").getPort())).startsWith("HTTP/1.1 200");
      // A request is recorded when its reply is under way already.
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
          .contains("\"types\":{\"/\":{\"count\":1,\"failed\":0,\"visitsPerSession\":1.000000,");
      assertThat(shop.admin("/status"))
          .contains("\"examples\":[\"/\"],\"unsafePart\":0.000000,\"unsafeExamples\":[]");
      Command mix = Command.headwaiter("mix", "--url", shop.adminUri().toString());
      assertThat(mix.exitCode()).as(mix.err()).isZero();
      assertThat(mix.out())
          .containsPattern("/ +1 +1 +0 ")
          .endsWith("sessions 1, requests of a session 1\n");
      askedTheDatabase(shop, visitor);
    }
  }

  @Test
  void showsReasonsForKeptConnections() throws Exception {
    try (ServedShop shop =
        ServedShop.start(
            "--admin-port",
            "0",
            "--connection-policy",
            "adaptive",
            "--request-patterns",
            "/BrowseCategories/**")) {
      askedTheDatabase(shop, new TestClient("TLSv1.3"));
      assertThat(shop.admin("/status"))
          .contains("\"connectionHolding\":{\"policy\":\"adaptive\",\"counts\":{\"takes\":1,")
          .contains("\"refusedWhileHolding\":0,\"leaks\":0,")
          .contains("\"decisions\":{\"(others)\":[{\"keeps\":true,\"keepMillis\":")
          .contains("\"why\":\"after use 1: kept; keeping costs others");
      assertThat(shop.admin("/metrics").lines())
          .contains(
              "headwaiter_connection_takes_total 1",
              "headwaiter_connection_leaks_total 0",
              "headwaiter_connection_refusals_while_holding_total 0");
    }
  }

  private static void askedTheDatabase(ServedShop shop, TestClient visitor) throws Exception {
    try (TlsConnection connection = visitor.connect(shop.uri("/").getPort(), hello -> hello)) {
      connection.handshake();
      connection.send(visitor.request().replace("GET / ", "GET /BrowseCategories "));
      assertThat(connection.readAll()).startsWith("HTTP/1.1 200");
    }
    String type = "{type=\"/BrowseCategories/**\"} ";
    await()
        .untilAsserted(
            () ->
                assertThat(shop.admin("/metrics").lines())
                    .contains(
                        "headwaiter_requests_total" + type + "1",
                        "headwaiter_requests_with_connection_total" + type + "1",
                        "headwaiter_connection_requests_total" + type + "1",
                        "headwaiter_sessions_total 1")
                    .noneMatch(
                        line ->
                            line.startsWith("headwaiter_request_connection_hold")
                                && line.endsWith(type + "0")));
  }
}
