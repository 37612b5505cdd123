package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On BoringSSL, a real response of a real authority, stapled for an openssl client. */
@Tag("slow")
class OcspTest {
  private static final String GOOD = "Cert Status: good";
  private static final String NONE = "OCSP response: no response sent";

  @TempDir static Path folder;

  @BeforeAll
  static void authority() throws Exception {
    openssl("req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -subj /CN=ca -days 9");
    openssl("req -newkey rsa:2048 -nodes -keyout shop.key -out shop.csr -subj /CN=localhost");
    openssl(
        "x509 -req -in shop.csr -CA ca.pem -CAkey ca.key -set_serial 4660 -out shop.pem -days 9");
    Files.writeString(
        folder.resolve("index.txt"), "V\t351231235959Z\t\t1234\tunknown\t/CN=localhost\n");
    openssl("ocsp -issuer ca.pem -cert shop.pem -no_nonce -reqout request.der");
    openssl(
        "ocsp -index index.txt -CA ca.pem -rsigner ca.pem -rkey ca.key -reqin request.der"
            + " -ndays 3 -respout response.der");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-tls1_2", "-tls1_3"})
  void staplesResponseFileNextToCertificate(String version) throws Exception {
    Path stapled = stapled();
    Files.copy(folder.resolve("response.der"), stapled);
    try (TestShop shop = start()) {
      assertThat(status(shop, version)).contains("OCSP Response Status: successful").contains(GOOD);
      assertThat(OpensslClient.run(folder, shop.port(), "", version)).doesNotContain("OCSP");
      Files.delete(stapled);
      Awaitility.await().until(() -> status(shop, version).contains(NONE));
    }
  }

  @Test
  void staplesResponseFileThatAppearsLater() throws Exception {
    Path stapled = stapled();
    try (TestShop shop = start()) {
      assertThat(status(shop, "-tls1_3")).contains(NONE);
      Files.copy(folder.resolve("response.der"), stapled);
      Awaitility.await().until(() -> status(shop, "-tls1_3").contains(GOOD));
    } finally {
      Files.delete(stapled);
    }
  }

  @Test
  void doesNotStapleInvalidResponseFile() throws Exception {
    Path stapled = stapled();
    Files.writeString(stapled, "written at " + Instant.now());
    try (TestShop shop = start()) {
      assertThat(status(shop, "-tls1_3")).contains(NONE);
      assertThat(new TestClient("TLSv1.3").get(shop.port())).contains("served");
    } finally {
      Files.delete(stapled);
    }
  }

  private static Path stapled() {
    return folder.resolve("shop.pem.ocsp");
  }

  private static TestShop start() throws Exception {
    SSLHostConfig host = new SSLHostConfig();
    SSLHostConfigCertificate certificate =
        new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.RSA);
    certificate.setCertificateKeyFile(folder.resolve("shop.key").toString());
    certificate.setCertificateFile(folder.resolve("shop.pem").toString());
    host.addCertificate(certificate);
    return TestShop.start(
        Map.of("admission", "off", "tls", "boringssl"),
        connector -> connector.addSslHostConfig(host));
  }

  private static String status(TestShop shop, String version) throws Exception {
    return OpensslClient.run(folder, shop.port(), "", version, "-status");
  }

  private static void openssl(String arguments) throws Exception {
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(List.of(("openssl " + arguments).split(" ", -1)))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(output)).isZero();
  }
}
