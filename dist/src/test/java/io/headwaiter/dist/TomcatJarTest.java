package io.headwaiter.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Does what the README says on an unmodified Tomcat. */
@Timeout(240)
class TomcatJarTest {
  private static final int REDEPLOYMENTS = 10;
  private static final String NO_LEAK = "OK - No memory leaks found";
  private static final String NETTY = System.getProperty("application.netty");

  @TempDir private Path folder;

  private Path application() throws IOException {
    Path war = folder.resolve("shop.war");
    try (OutputStream out = Files.newOutputStream(war);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      add(
          zip,
          "WEB-INF/classes/io/headwaiter/dist/war/NettyVersion.class",
          Path.of("target/test-classes/io/headwaiter/dist/war/NettyVersion.class"));
      String netty = "netty-common-" + NETTY + ".jar";
      add(zip, "WEB-INF/lib/" + netty, Path.of("target/application", netty));
    }
    return war;
  }

  private static void add(ZipOutputStream zip, String name, Path file) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    Files.copy(file, zip);
    zip.closeEntry();
  }

  @ParameterizedTest
  @CsvSource({"headwaiter-tomcat, the JDK", "headwaiter-tomcat-boringssl, BoringSSL"})
  void guardsRedeployedApplicationWithItsOwnNetty(String jar, String engine) throws Exception {
    Path war = application();
    try (InstalledTomcat tomcat = InstalledTomcat.start(folder, Jars.of(jar))) {
      for (int i = 0; i < REDEPLOYMENTS; i++) {
        assertThat(tomcat.deploy("/shop", war)).startsWith("OK");
        assertThat(tomcat.get("/shop/netty")).isEqualTo(NETTY);
      }

      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(tomcat.leaks()).startsWith(NO_LEAK));
      assertThat(status(tomcat.admin()).at("/handshakes/full").asLong())
          .isGreaterThan(2 * REDEPLOYMENTS);
      assertThat(tomcat.log()).contains("TLS engines: " + engine);

      assertThat(tomcat.get("/shop/netty?leak")).as("the check can fail").isEqualTo(NETTY);
      tomcat.deploy("/shop", war);
      assertThat(tomcat.leaks()).doesNotStartWith(NO_LEAK).contains("/shop");
    }
  }

  private static JsonNode status(URI admin) throws IOException {
    try (InputStream page = admin.resolve("/status").toURL().openStream()) {
      return new ObjectMapper().readTree(page);
    }
  }
}
