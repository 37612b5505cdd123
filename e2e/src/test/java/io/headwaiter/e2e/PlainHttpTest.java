package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server behind a proxy: no TLS, and any number of requests per connection. */
@Tag("once")
class PlainHttpTest {
  private static final int MORE_THAN_TOMCAT_ALLOWS = 120;

  @Test
  void servesPlainHttpWithoutClosingConnection() throws Exception {
    try (ServedShop shop = ServedShop.start("--server", "stock", "--plain-http")) {
      assertThat(shop.uri("/").getScheme()).isEqualTo("http");
      HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
      HttpRequest home = HttpRequest.newBuilder(shop.uri("/Home")).build();
      for (int i = 0; i < MORE_THAN_TOMCAT_ALLOWS; i++) {
        HttpResponse<String> reply = client.send(home, BodyHandlers.ofString());
        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.headers().firstValue("Connection")).isEmpty();
      }
    }
  }
}
