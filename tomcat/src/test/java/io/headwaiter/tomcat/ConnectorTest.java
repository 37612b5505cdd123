package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectorTest {
  @TempDir static Path folder;

  @Test
  void servesHttp2AndHttp11AndCounts() throws Exception {
    try (TestShop shop = TestShop.start(folder, Map.of("adminPort", "0"))) {
      HttpClient client = HttpClient.newBuilder().sslContext(trusting()).build();
      assertThat(get(client, shop, HttpClient.Version.HTTP_2).body())
          .isEqualTo("served over HTTP/2.0");
      assertThat(get(client, shop, HttpClient.Version.HTTP_1_1).body())
          .isEqualTo("served over HTTP/1.1");
      URI status =
          URI.create(
              "http://127.0.0.1:" + shop.protocol().adminAddressBound().getPort() + "/status");
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(status).build(), BodyHandlers.ofString());
      System.out.println(answer.body());
      assertThat(answer.body()).contains("\"new\":");
    }
  }

  private static HttpResponse<String> get(
      HttpClient client, TestShop shop, HttpClient.Version version) throws Exception {
    URI uri = URI.create("https://127.0.0.1:" + shop.port() + "/");
    return client.send(
        HttpRequest.newBuilder(uri).version(version).build(), BodyHandlers.ofString());
  }

  private static SSLContext trusting() throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    TrustManager all =
        new X509TrustManager() {
          @Override
          public void checkClientTrusted(X509Certificate[] chain, String authType) {}

          @Override
          public void checkServerTrusted(X509Certificate[] chain, String authType) {}

          @Override
          public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
          }
        };
    context.init(null, new TrustManager[] {all}, null);
    return context;
  }
}
