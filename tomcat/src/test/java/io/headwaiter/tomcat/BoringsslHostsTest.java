package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Map;
import org.apache.catalina.connector.Connector;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS hosts of every kind on BoringSSL get what they configure, or the start fails. */
@Tag("slow")
class BoringsslHostsTest {
  private static final int CONNECTIONS = 300;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC"})
  void servesTlsHostWithPemFiles(String algorithm) throws Exception {
    SSLHostConfig host = pem(algorithm);
    try (TestShop shop = start(Map.of(), host)) {
      assertThat(new TestClient("TLSv1.3").get(shop.port())).contains("served over HTTP/1.1");
      assertThat(new TestClient("TLSv1.2").get(shop.port())).contains("served over HTTP/1.1");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void keepsTicketsValidWhenCertificatesReload(String protocol) throws Exception {
    try (TestShop shop = start(Map.of(), TestShop.host("_default_", "RSA"))) {
      TestClient regular = new TestClient(protocol);
      regular.get(shop.port());
      shop.protocol().endpoint().reloadSslHostConfigs();
      shop.protocol().gate().publish(TestShop.SHUT);
      assertThat(regular.get(shop.port())).contains("served over HTTP/1.1");
      assertThat(shop.status("resumed.verified")).isEqualTo(1);
      assertThat(shop.status("handshakes.resumed")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void refusesTicketsOnceClientCertificateIsRequired(String protocol) throws Exception {
    SSLHostConfig host = TestShop.host("_default_", "RSA");
    try (TestShop shop = start(Map.of(), host)) {
      TestClient stranger = new TestClient(protocol);
      assertThat(stranger.get(shop.port())).contains("served");
      host.setCertificateVerification("required");
      host.setTruststoreFile(TestKeys.truststore("EC").toString());
      host.setTruststorePassword(TestKeys.PASSWORD);
      shop.protocol().endpoint().reloadSslHostConfigs();
      assertThat(answerOf(stranger, shop)).doesNotContain("served");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void resumesNoSessionWithoutTickets(String protocol) throws Exception {
    SSLHostConfig host = TestShop.host("_default_", "RSA");
    host.setDisableSessionTickets(true);
    try (TestShop shop = start(Map.of(), host)) {
      TestClient client = new TestClient(protocol);
      for (int i = 0; i < 3; i++) {
        assertThat(client.get(shop.port())).contains("served");
      }
      assertThat(shop.status("handshakes.full")).isEqualTo(3);
    }
  }

  @Test
  void sharesTicketsBetweenNodesThroughKeyFile() throws Exception {
    Path file = keyFile("rw-------");
    Map<String, String> options = Map.of("ticketKeyFile", file.toString());
    TestClient regular = new TestClient("TLSv1.3");
    try (TestShop one = start(options, TestShop.host("_default_", "RSA"))) {
      regular.get(one.port());
    }
    try (TestShop other = start(options, TestShop.host("_default_", "EC"))) {
      other.protocol().gate().publish(TestShop.SHUT);
      assertThat(regular.get(other.port())).contains("served over HTTP/1.1");
      assertThat(other.status("handshakes.resumed")).isEqualTo(1);
    }
  }

  @Test
  void reloadsKeyFileWhileRunning() throws Exception {
    Path file = keyFile("rw-------");
    try (TestShop shop =
        start(Map.of("ticketKeyFile", file.toString()), TestShop.host("_default_", "RSA"))) {
      TestClient regular = new TestClient("TLSv1.2");
      regular.get(shop.port());
      regular.get(shop.port());
      assertThat(shop.status("handshakes.resumed")).isEqualTo(1);
      TestClient scout = new TestClient("TLSv1.2");
      scout.get(shop.port());
      Files.writeString(file, "fedcba9876543210".repeat(4) + "\n# another secret");
      awaitFullHandshake(shop, scout);
      long unknown = shop.status("resumed.unknown");
      shop.protocol().gate().publish(TestShop.SHUT);
      assertThat(answerOf(regular, shop)).isEmpty();
      assertThat(shop.status("resumed.unknown")).isEqualTo(unknown + 1);
    }
  }

  /**
   * Connects until the client's ticket is worthless. The client under test must not do this. If the
   * keys change between its look-up and its handshake, it is admitted and gets a new ticket. A
   * client that comes too often is refused for that.
   */
  private static void awaitFullHandshake(TestShop shop, TestClient client) {
    long full = shop.status("handshakes.full");
    Awaitility.await()
        .until(
            () -> {
              client.get(shop.port());
              return shop.status("handshakes.full") > full;
            });
  }

  @Test
  void rejectsKeyFileReadableByOthers() throws Exception {
    Path file = keyFile("rw-r--r--");
    assertThatThrownBy(
            () ->
                start(Map.of("ticketKeyFile", file.toString()), TestShop.host("_default_", "RSA")))
        .rootCause()
        .hasMessageContaining("has the permissions rw-r--r--")
        .hasMessageContaining("chmod 600");
  }

  @Test
  void failsToStartWithSettingsUnknownToBoringssl() throws Exception {
    SSLHostConfig old = TestShop.host("_default_", "RSA");
    old.setProtocols("TLSv1.1");
    assertThatThrownBy(() -> start(Map.of(), old))
        .rootCause()
        .hasMessageContaining(
            "has the protocols [TLSv1.1], but BoringSSL engines speak TLSv1.2 and")
        .hasMessageContaining("tls=\"jsse\"");
    SSLHostConfig two = TestShop.host("_default_", "RSA");
    two.setCipherSuites("TLS_AES_128_GCM_SHA256");
    two.setCiphers("ECDHE-RSA-AES128-GCM-SHA256");
    assertThatThrownBy(() -> start(Map.of(), two))
        .rootCause()
        .hasMessageContaining("leaves out a cipher suite of TLSv1.3")
        .hasMessageContaining("TLS_CHACHA20_POLY1305_SHA256");
    SSLHostConfig group = TestShop.host("_default_", "RSA");
    group.setGroups("ffdhe2048");
    assertThatThrownBy(() -> start(Map.of(), group))
        .rootCause()
        .hasMessageContaining("failed to set curves / groups suite");
  }

  @Test
  void honoursConfiguredProtocolAndCipherSuites() throws Exception {
    SSLHostConfig host = TestShop.host("_default_", "RSA");
    host.setProtocols("TLSv1.2");
    host.setCiphers("ECDHE-RSA-AES256-GCM-SHA384");
    try (TestShop shop = start(Map.of(), host)) {
      assertThat(answerOf(new TestClient("TLSv1.3"), shop)).isEmpty();
      assertThat(
              new TestClient("TLSv1.2")
                  .cipherSuites("TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384")
                  .get(shop.port()))
          .contains("served");
      TestClient other =
          new TestClient("TLSv1.2").cipherSuites("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
      assertThat(answerOf(other, shop)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void countsTurnsOfLaterConnectionsAsVisitWork(String protocol) throws Exception {
    try (TestShop shop = start(Map.of(), TestShop.host("_default_", "RSA"))) {
      TestClient client = new TestClient(protocol);
      for (int i = 1; i <= 4; i++) {
        try (TlsConnection connection = client.connect(shop.port(), hello -> hello)) {
          connection.handshake();
          int proven = i;
          // Before the request, so that the request is a turn of its own.
          Awaitility.await().until(() -> handshakes(shop) == proven);
          connection.send(client.request());
          assertThat(connection.readAll()).contains("served");
          Awaitility.await().until(() -> turnsOfVisits(shop) >= proven);
        }
      }
      assertThat(shop.status("handshakes.resumed")).isEqualTo(3);
    }
  }

  private static long handshakes(TestShop shop) {
    return shop.status("handshakes.full") + shop.status("handshakes.resumed");
  }

  private static long turnsOfVisits(TestShop shop) {
    return shop.protocol().endpoint().meters().visitWork().turns();
  }

  @Test
  void releasesEnginesHoweverConnectionEnds() throws Exception {
    try (TestShop shop = start(Map.of(), TestShop.host("_default_", "EC"))) {
      SSLHostConfigCertificate certificate =
          shop.connector().findSslHostConfigs()[0].getCertificates().iterator().next();
      BoringsslTomcatContext context = (BoringsslTomcatContext) certificate.getSslContext();
      TestClient client = new TestClient("TLSv1.3");
      for (int i = 0; i < CONNECTIONS; i++) {
        end(shop, client, i % 4);
      }
      shop.awaitNobodyConnected();
      Awaitility.await().until(() -> context.references() == 1);
    }
  }

  private static void end(TestShop shop, TestClient client, int how) throws Exception {
    if (how == 0) {
      assertThat(client.get(shop.port())).contains("served");
      return;
    }
    try (TlsConnection connection = client.connect(shop.port(), hello -> hello)) {
      if (how == 1) {
        connection.sendHello();
        assertThat(connection.socket().getInputStream().read()).isEqualTo(22);
      } else {
        connection.handshake();
        connection.socket().setSoLinger(how == 2, 0);
      }
    }
  }

  private static TestShop start(Map<String, String> attributes, SSLHostConfig host)
      throws Exception {
    Map<String, String> all = new java.util.HashMap<>(attributes);
    all.put("tls", "boringssl");
    all.put("admission", "off");
    return TestShop.start(all, (Connector connector) -> connector.addSslHostConfig(host));
  }

  private static String answerOf(TestClient client, TestShop shop) {
    try {
      return client.get(shop.port());
    } catch (IOException refused) {
      return "";
    }
  }

  private Path keyFile(String permissions) throws IOException {
    Path file = folder.resolve("tickets");
    Files.writeString(file, "0123456789abcdef".repeat(4));
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private SSLHostConfig pem(String algorithm) throws Exception {
    KeyStore store = TestKeys.load(algorithm);
    Key key = store.getKey("server", TestKeys.PASSWORD.toCharArray());
    SSLHostConfig host = new SSLHostConfig();
    SSLHostConfigCertificate certificate =
        new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.valueOf(algorithm));
    certificate.setCertificateKeyFile(write("key.pem", "PRIVATE KEY", key.getEncoded()));
    certificate.setCertificateFile(
        write("cert.pem", "CERTIFICATE", store.getCertificate("server").getEncoded()));
    host.addCertificate(certificate);
    return host;
  }

  private String write(String name, String type, byte[] der) throws IOException {
    Base64.Encoder lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
    String pem =
        "-----BEGIN "
            + type
            + "-----\n"
            + lines.encodeToString(der)
            + "\n-----END "
            + type
            + "-----\n";
    return Files.writeString(folder.resolve(name), pem).toString();
  }
}
