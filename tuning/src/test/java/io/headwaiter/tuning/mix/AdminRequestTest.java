package io.headwaiter.tuning.mix;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.headwaiter.load.TestKeys;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminRequestTest {
  private final List<String> sent = new ArrayList<>();
  private HttpServer server;
  private URI status;

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    server.createContext(
        "/",
        exchange -> {
          String token = exchange.getRequestHeaders().getFirst("Authorization");
          sent.add(String.valueOf(token));
          exchange.sendResponseHeaders("Bearer 0123456789abcdef".equals(token) ? 200 : 401, -1);
          exchange.close();
        });
    server.start();
    status = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/status");
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private HttpURLConnection ask(Map<String, String> environment) throws Exception {
    return AdminRequest.to(status, 20_000, environment::get);
  }

  @Test
  void answerThatIsTooLongIsNotCut() throws Exception {
    byte[] page = new byte[(4 << 20) + 1];
    server.createContext(
        "/long",
        exchange -> {
          exchange.sendResponseHeaders(200, page.length);
          try (exchange) {
            exchange.getResponseBody().write(page);
          }
        });
    assertThatThrownBy(() -> AdminRequest.get(status.resolve("/long"), 20_000))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("longer than 4 MiB");
  }

  @Test
  void sendsTokenOfEnvironment() throws Exception {
    AdminRequest.checkToken(ask(Map.of("HEADWAITER_ADMIN_TOKEN", " 0123456789abcdef\n")));
    assertThat(sent).containsExactly("Bearer 0123456789abcdef");
  }

  @Test
  void reportsThatServerRequiresToken() throws Exception {
    for (Map<String, String> environment :
        List.of(Map.<String, String>of(), Map.of("HEADWAITER_ADMIN_TOKEN", "another-one-of-16"))) {
      HttpURLConnection connection = ask(environment);
      assertThatThrownBy(() -> AdminRequest.checkToken(connection))
          .hasMessageContaining("it wants its adminToken")
          .hasMessageContaining("HEADWAITER_ADMIN_TOKEN");
    }
    assertThat(sent).containsExactly("null", "Bearer another-one-of-16");
  }

  @Test
  void trustsCertificatesOfEnvironment(@TempDir Path folder) throws Exception {
    Path ca = Files.writeString(folder.resolve("ca.pem"), TestKeys.certificatePem());
    HttpsServer secure =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    secure.setHttpsConfigurator(new HttpsConfigurator(TestKeys.serverContext(/* tickets= */ true)));
    secure.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    secure.start();
    try {
      status = URI.create("https://localhost:" + secure.getAddress().getPort() + "/status");
      AdminRequest.checkToken(ask(Map.of("HEADWAITER_ADMIN_CA", ca + "\n")));
      HttpURLConnection untrusting = ask(Map.of());
      assertThatThrownBy(() -> AdminRequest.checkToken(untrusting))
          .hasMessageContaining("its certificate is not trusted")
          .hasMessageContaining("HEADWAITER_ADMIN_CA");
    } finally {
      secure.stop(0);
    }
  }

  @Test
  void reportsFileWithoutCertificates(@TempDir Path folder) throws Exception {
    status = URI.create("https://localhost:1/status");
    Path empty = Files.createFile(folder.resolve("empty.pem"));
    for (Path wrong : List.of(empty, folder.resolve("none.pem"))) {
      assertThatThrownBy(() -> ask(Map.of("HEADWAITER_ADMIN_CA", wrong.toString())))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("HEADWAITER_ADMIN_CA is " + wrong)
          .hasMessageContaining("must name a PEM file");
    }
  }

  @Test
  void commandReportsRefusal() {
    server.createContext(
        "/busy",
        exchange -> {
          sent.add(exchange.getRequestMethod());
          byte[] why = "Another recording runs.\n".getBytes(US_ASCII);
          exchange.sendResponseHeaders(409, why.length);
          exchange.getResponseBody().write(why);
          exchange.close();
        });
    assertThatThrownBy(() -> AdminRequest.command(status.resolve("/busy"), 20_000))
        .hasMessage("it says 409: Another recording runs.");
    assertThatThrownBy(() -> AdminRequest.command(status, 20_000))
        .hasMessageContaining("it wants its adminToken");
    assertThat(sent).startsWith("POST");
  }

  @Test
  void liveMixReportsRequiredToken() {
    assertThatThrownBy(() -> LiveMix.read(status))
        .hasMessageContaining("does not answer (it wants its adminToken");
  }
}
