package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** A TLS host with an RSA and an EC certificate shows each client the one that it can verify. */
@Tag("slow")
@ParameterizedClass
@ValueSource(strings = {"jsse", "boringssl"})
class TwoKeysTest {
  private static final String REQUEST =
      "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  // The test's EC key has the curve that the JDK takes by default, P-256 or P-384.
  private static final String BOTH = "ECDSA+SHA256:ECDSA+SHA384:RSA-PSS+SHA256";
  private static final String RSA_ONLY = "RSA-PSS+SHA256";

  @TempDir Path folder;

  @Parameter private String tls;

  @Test
  void tls13ClientGetsKeyOfItsSignatureAlgorithms() throws Exception {
    try (TestShop shop = start()) {
      assertThat(ask(shop, "-tls1_3", "-sigalgs", BOTH)).contains("Peer signature type: ECDSA");
      assertThat(ask(shop, "-tls1_3", "-sigalgs", RSA_ONLY))
          .contains("Peer signature type: RSA-PSS");
    }
  }

  @Test
  void tls12ClientGetsKeyOfItsCipherSuites() throws Exception {
    try (TestShop shop = start()) {
      assertThat(ask(shop, "-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-GCM-SHA256"))
          .contains("Peer signature type: ECDSA");
      assertThat(ask(shop, "-tls1_2", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256"))
          .contains("Peer signature type: RSA");
    }
  }

  @Test
  void bothResumeWhileNewVisitsAreRefused() throws Exception {
    for (String algorithms : new String[] {BOTH, RSA_ONLY}) {
      try (TestShop shop = start()) {
        String session = folder.resolve("session").toString();
        ask(shop, "-tls1_3", "-sigalgs", algorithms, "-sess_out", session);
        shop.protocol().gate().publish(TestShop.SHUT);
        assertThat(ask(shop, "-tls1_3", "-sigalgs", algorithms, "-sess_in", session))
            .contains("Reused, TLSv1.3");
        assertThat(shop.status("resumed.verified")).isEqualTo(1);
      }
    }
  }

  private TestShop start() throws Exception {
    return TestShop.start(
        Map.of("tls", tls, "admission", "off"),
        connector -> connector.addSslHostConfig(TestShop.host("_default_", "RSA", "EC")));
  }

  /** Asks for a page, which must come; returns all that openssl prints. */
  private String ask(TestShop shop, String version, String... options) throws Exception {
    String[] all = new String[options.length + 2];
    all[0] = version;
    all[1] = "-ign_eof";
    System.arraycopy(options, 0, all, 2, options.length);
    String said = OpensslClient.run(folder, shop.port(), REQUEST, all);
    assertThat(said).contains("served over HTTP/1.1");
    return said;
  }
}
