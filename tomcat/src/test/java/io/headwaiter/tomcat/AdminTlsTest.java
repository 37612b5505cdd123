package io.headwaiter.tomcat;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The admin endpoint of a connector, for programs on other machines. */
class AdminTlsTest {
  private static final String TOKEN = "0123456789abcdef";
  private static final int STALLED = 40;

  private static TestShop shop(Map<String, String> more) throws Exception {
    Map<String, String> attributes = new HashMap<>(more);
    attributes.putAll(Map.of("adminPort", "0", "adminAddress", "0.0.0.0", "adminToken", TOKEN));
    return TestShop.start(attributes);
  }

  private static Map<String, String> withCertificate() throws Exception {
    return Map.of(
        "adminKeystore",
        TestKeys.keystore("EC").toString(),
        "adminKeystorePassword",
        TestKeys.PASSWORD);
  }

  private static HttpResponse<String> get(String scheme, TestShop shop, String path)
      throws Exception {
    int port = shop.protocol().adminAddressBound().getPort();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(scheme + "://127.0.0.1:" + port + path))
            .header("Authorization", "Bearer " + TOKEN)
            .timeout(Duration.ofSeconds(20))
            .build();
    return HttpClient.newBuilder()
        .sslContext(TestClient.trusting(null))
        .build()
        .send(request, BodyHandlers.ofString());
  }

  @Test
  void speaksTlsWithItsCertificate() throws Exception {
    try (TestShop shop = shop(withCertificate())) {
      assertThat(get("https", shop, "/status").body()).startsWith("{\"admission\":\"adaptive\",");
      assertThat(get("https", shop, "/health/ready").statusCode()).isEqualTo(200);
      assertThat(shop.protocol().status().toString()).doesNotContain(TestKeys.PASSWORD);
    }
  }

  @Test
  void speaksPlainHttpWhereThatIsAllowed() throws Exception {
    try (TestShop shop = shop(Map.of("adminPlainHttp", "true"))) {
      assertThat(get("http", shop, "/status").body()).startsWith("{\"admission\":\"adaptive\",");
    }
  }

  /** More clients than threads, each with half a TLS handshake. */
  @Test
  void answersWhileHandshakesStall() throws Exception {
    List<Socket> stalled = new ArrayList<>();
    try (TestShop shop = shop(withCertificate())) {
      int port = shop.protocol().adminAddressBound().getPort();
      for (int i = 0; i < STALLED; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        stalled.add(socket);
        socket.getOutputStream().write("\26\3\1\2\0\1".getBytes(US_ASCII));
      }
      assertThat(get("https", shop, "/health").statusCode()).isEqualTo(200);
      assertThat(get("https", shop, "/status").statusCode()).isEqualTo(200);
    } finally {
      for (Socket socket : stalled) {
        socket.close();
      }
    }
  }
}
