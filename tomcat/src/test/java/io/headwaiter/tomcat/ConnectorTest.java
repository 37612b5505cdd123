package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
@ParameterizedClass
@ValueSource(strings = {"jsse", "boringssl"})
class ConnectorTest {
  @Parameter private String tls;

  @Test
  void servesAndCountsHttp2AndHttp11() throws Exception {
    try (TestShop shop = TestShop.start(Map.of("adminPort", "0", "tls", tls))) {
      HttpClient client = HttpClient.newBuilder().sslContext(TestClient.trusting(null)).build();
      assertThat(get(client, shop, HttpClient.Version.HTTP_2)).isEqualTo("served over HTTP/2.0");
      assertThat(get(client, shop, HttpClient.Version.HTTP_1_1)).isEqualTo("served over HTTP/1.1");
      assertThat(shop.status("arrived")).isEqualTo(2);
      // The meter counts a request after its answer has gone out.
      Awaitility.await().until(() -> shop.status("requests") == 2);
      Number frontCpuMillis = (Number) shop.protocol().status().get("frontCpuMillis");
      assertThat(frontCpuMillis.doubleValue()).isPositive();
      int admin = shop.protocol().adminAddressBound().getPort();
      assertThat(send(HttpClient.newHttpClient(), "http://127.0.0.1:" + admin + "/status"))
          .startsWith("{\"admission\":\"adaptive\",")
          .contains("\"arrived\":2");
    }
  }

  @Test
  void manyStreamsShareOneHttp2Connection() throws Exception {
    try (TestShop shop = TestShop.start(Map.of("admission", "off", "tls", tls))) {
      HttpClient client = HttpClient.newBuilder().sslContext(TestClient.trusting(null)).build();
      for (int i = 0; i < 20; i++) {
        assertThat(get(client, shop, HttpClient.Version.HTTP_2)).isEqualTo("served over HTTP/2.0");
      }
      assertThat(shop.status("arrived")).isEqualTo(1);
      // The meter counts a request after its answer has gone out.
      Awaitility.await().until(() -> shop.status("requests") == 20);
      assertThat(shop.status("handshakes.full")).isEqualTo(1);
    }
  }

  private static String get(HttpClient client, TestShop shop, HttpClient.Version version)
      throws Exception {
    URI uri = URI.create("https://127.0.0.1:" + shop.port() + "/");
    HttpRequest request =
        HttpRequest.newBuilder(uri).version(version).timeout(Duration.ofSeconds(20)).build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  private static String send(HttpClient client, String uri) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(uri)).timeout(Duration.ofSeconds(20)).build();
    HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
    return answer.body();
  }
}
