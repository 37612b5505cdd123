package io.headwaiter.boot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.tomcat.TestKeys;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** All of them serve the page, and those with Headwaiter have its dashboard. */
@Tag("slow")
class ShopsTest {
  @ParameterizedTest
  @ValueSource(strings = {"plain", "starter", "stock-boot"})
  void servesPage(String server) throws Exception {
    ShopFlags flags = new ShopFlags();
    new CommandLine(flags)
        .parseArgs(
            "--server",
            server,
            "--port",
            "0",
            "--keystore",
            TestKeys.keystore("RSA").toString(),
            "--keystore-password",
            TestKeys.PASSWORD,
            "--page-work-kib",
            "1");
    try (RunningShop shop = Main.start(flags)) {
      Process curl =
          new ProcessBuilder("curl", "-sk", "https://127.0.0.1:" + shop.port() + RunningShop.PAGE)
              .start();
      assertThat(new String(curl.getInputStream().readAllBytes(), UTF_8)).startsWith("a page ");
      assertThat(shop.adminPort() != RunningShop.NO_PORT).isEqualTo(!server.equals("stock-boot"));
      if (shop.adminPort() != RunningShop.NO_PORT) {
        HttpRequest live =
            HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + shop.adminPort() + "/health/live"))
                .build();
        assertThat(HttpClient.newHttpClient().send(live, BodyHandlers.ofString()).statusCode())
            .isEqualTo(200);
      }
    }
  }
}
