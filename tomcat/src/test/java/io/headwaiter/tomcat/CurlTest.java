package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The server recognizes resumed connections of curl, which keeps sessions while it runs. */
class CurlTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"jsse, 1.2", "jsse, 1.3", "boringssl, 1.2", "boringssl, 1.3"})
  void countsResumedConnectionsOfCurl(String tls, String version) throws Exception {
    try (TestShop shop = TestShop.start(Map.of("admission", "off", "tls", tls))) {
      String url = "https://127.0.0.1:" + shop.port() + "/";
      Path pages = folder.resolve("pages.txt");
      Process curl =
          new ProcessBuilder(
                  List.of(
                      "curl",
                      "-sk",
                      "--http1.1",
                      "--tls-max",
                      version,
                      "-H",
                      "Connection: close",
                      url,
                      url,
                      url))
              .redirectErrorStream(true)
              .redirectOutput(pages.toFile())
              .start();
      assertThat(curl.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(Files.readString(pages, StandardCharsets.UTF_8).split("served over", -1))
          .hasSize(4);
      assertThat(shop.status("handshakes.full") + shop.status("handshakes.resumed")).isEqualTo(3);
      // curl 7.88 resumes TLS 1.2 by session id only, and BoringSSL's sessions are tickets.
      boolean byId = version.equals("1.2") && tls.equals("boringssl");
      assertThat(shop.status("resumed.claimed")).isEqualTo(shop.status("handshakes.resumed"));
      assertThat(shop.status("handshakes.resumed")).isEqualTo(byId ? 0 : 2);
    }
  }
}
