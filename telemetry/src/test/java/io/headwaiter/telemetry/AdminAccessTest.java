package io.headwaiter.telemetry;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which clients the admin endpoint answers. */
class AdminAccessTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final String TOKEN = "0123456789abcdef";
  private static final List<String> PAGES =
      List.of("/status", "/status/history", "/metrics", "/health", "/nothing");

  /**
   * A page of another site can reach this address by a name that resolves to it, and sends that
   * name.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:9180",
        "127.0.0.1.evil.example",
        "localhost.evil",
        "192.0.2.1",
        "0.0.0.0",
        ""
      })
  void refusesOtherHostsWith403(String host) throws Exception {
    try (AdminServer admin = start("")) {
      for (String page : PAGES) {
        assertThat(ask(admin, page, "Host: " + host))
            .as(page)
            .startsWith("HTTP/1.1 403 ")
            .contains("ask 127.0.0.1 or localhost")
            .doesNotContain("secret");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost:9180", "LocalHost", "[::1]:9180", "127.1.2.3"})
  void answersLoopbackHosts(String host) throws Exception {
    try (AdminServer admin = start("")) {
      assertThat(ask(admin, "/status", "Host: " + host)).startsWith("HTTP/1.1 200 ");
      assertThat(ask(admin, "/health", "Host: " + host)).startsWith("HTTP/1.1 200 ");
    }
  }

  /** Such a page can read no answer, but could have the server make pages all the time. */
  @ParameterizedTest
  @ValueSource(strings = {"cross-site", "same-site"})
  void refusesPagesOfOtherSites(String site) throws Exception {
    try (AdminServer admin = start("")) {
      String headers = "Host: localhost\r\nSec-Fetch-Site: " + site;
      assertThat(ask(admin, "/status", headers))
          .startsWith("HTTP/1.1 403 ")
          .contains("other sites");
      String navigates = headers + "\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: ";
      assertThat(ask(admin, "/status", navigates + "document")).startsWith("HTTP/1.1 200 ");
      assertThat(ask(admin, "/events", navigates + "iframe")).startsWith("HTTP/1.1 403 ");
      assertThat(ask(admin, "/status", "Host: localhost\r\nSec-Fetch-Site: same-origin"))
          .startsWith("HTTP/1.1 200 ");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Nothing: 1",
        "Authorization: Bearer 0123456789abcdeF",
        "Authorization: Bearer 0123456789abcde",
        "Authorization: Bearer",
        "Authorization: Basic 0123456789abcdef",
        "Authorization: 0123456789abcdef"
      })
  void answersOnlyHealthWithoutToken(String header) throws Exception {
    try (AdminServer admin = start(TOKEN)) {
      for (String page : PAGES) {
        String answer = ask(admin, page, "Host: localhost\r\n" + header);
        if (page.equals("/health")) {
          assertThat(answer).startsWith("HTTP/1.1 200 ").endsWith("ok\n");
        } else {
          assertThat(answer)
              .as(page)
              .startsWith("HTTP/1.1 401 ")
              .containsIgnoringCase("WWW-Authenticate: Bearer")
              .doesNotContain("secret");
        }
      }
    }
  }

  @Test
  void answersAnyHostWithToken() throws Exception {
    try (AdminServer admin = start(TOKEN)) {
      for (String scheme : List.of("Bearer ", "bearer ")) {
        String headers = "Host: shop.internal:9180\r\nAuthorization: " + scheme + TOKEN;
        assertThat(ask(admin, "/status", headers)).startsWith("HTTP/1.1 200 ").contains("secret");
        assertThat(ask(admin, "/metrics", headers)).startsWith("HTTP/1.1 200 ");
      }
    }
  }

  @Test
  void requiresTokenOnNonLoopbackAddress() throws Exception {
    for (String address : List.of("0.0.0.0", "192.0.2.1", "::", "2001:db8::1")) {
      InetAddress beyond = InetAddress.getAllByName(address)[0];
      assertThatThrownBy(() -> AdminAccess.at(beyond, ""))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("would listen on " + beyond.getHostAddress())
          .hasMessageContaining("Set adminToken")
          .hasMessageContaining("HEADWAITER_ADMIN_TOKEN");
      assertThat(AdminAccess.at(beyond, TOKEN).asksForToken()).isTrue();
    }
    assertThat(AdminAccess.at(InetAddress.getAllByName("::1")[0], "").asksForToken()).isFalse();
  }

  @Test
  void requiresTlsOnNonLoopbackAddress() throws Exception {
    for (String address : List.of("0.0.0.0", "192.0.2.1", "::", "2001:db8::1")) {
      InetAddress beyond = InetAddress.getAllByName(address)[0];
      assertThatThrownBy(() -> AdminAccess.requireLoopback(beyond))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("would listen on " + beyond.getHostAddress() + " without TLS")
          .hasMessageContaining("Set adminKeystore")
          .hasMessageContaining("adminPlainHttp=true");
    }
    AdminAccess.requireLoopback(InetAddress.getAllByName("::1")[0]);
    AdminAccess.requireLoopback(LOOPBACK);
  }

  private static AdminServer start(String token) throws IOException {
    return AdminServer.start(
        new InetSocketAddress(LOOPBACK, 0),
        /* tls= */ null,
        AdminAccess.at(LOOPBACK, token),
        () -> Map.of("secret", 1),
        () -> "secret 1\n",
        Intervals.history("requests"));
  }

  private static String ask(AdminServer admin, String path, String headers) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(admin.address());
      socket.setSoTimeout(20_000);
      String request = "GET " + path + " HTTP/1.1\r\n" + headers + "\r\n";
      socket.getOutputStream().write((request + "Connection: close\r\n\r\n").getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    }
  }
}
