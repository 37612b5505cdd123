package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A TLS 1.2 client that asks for another handshake on its connection gets none. It would cost the
 * server a signature that was not admitted.
 */
class RenegotiationTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"jsse", "boringssl"})
  void refusesClientRenegotiation(String tls) throws Exception {
    try (TestShop shop = TestShop.start(Map.of("admission", "off", "tls", tls))) {
      Path output = folder.resolve("openssl.txt");
      Process client =
          new ProcessBuilder(
                  List.of("openssl", "s_client", "-connect", "127.0.0.1:" + shop.port(), "-tls1_2"))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      try (OutputStream keyboard = client.getOutputStream()) {
        Awaitility.await().until(() -> shop.status("handshakes.full") == 1);
        keyboard.write("R\n".getBytes(StandardCharsets.US_ASCII));
        keyboard.flush();
        Awaitility.await().until(() -> Files.readString(output).contains("RENEGOTIATING"));
        assertThat(client.waitFor(20, TimeUnit.SECONDS)).as("it was sent away").isTrue();
      } finally {
        client.destroyForcibly();
      }
      assertThat(Files.readString(output)).containsAnyOf("no renegotiation", "alert", "error");
      assertThat(shop.status("handshakes.full")).isEqualTo(1);
      shop.awaitNobodyConnected();
      assertThat(new TestClient("TLSv1.2").get(shop.port())).contains("served");
    }
  }
}
