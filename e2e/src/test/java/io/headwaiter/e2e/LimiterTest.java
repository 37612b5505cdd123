package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stock server with a limiter in front of its shop serves the shop. */
@Tag("once")
class LimiterTest {
  private static final int MORE_THAN_ITS_PERMITS = 30;

  @ParameterizedTest
  @ValueSource(strings = {"gradient2", "vegas", "fixed:2"})
  void servesShopAndLosesNoPermits(String limiter) throws Exception {
    try (ServedShop shop =
        ServedShop.start("--server", "stock", "--plain-http", "--limiter", limiter)) {
      HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
      HttpRequest home = HttpRequest.newBuilder(shop.uri("/Home")).build();
      for (int i = 0; i < MORE_THAN_ITS_PERMITS; i++) {
        assertThat(client.send(home, BodyHandlers.discarding()).statusCode()).isEqualTo(200);
      }
    }
  }
}
