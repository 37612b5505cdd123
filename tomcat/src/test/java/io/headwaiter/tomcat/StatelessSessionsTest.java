package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionPolicy;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * If the user has set stateless sessions for JSSE, a claimed ticket is tried on an engine of its
 * own. Runs in a JVM of that mode.
 */
@Tag("stateless")
class StatelessSessionsTest {
  private static final Map<String, String> JSSE = Map.of("admission", "off", "tls", "jsse");

  @BeforeEach
  void assertStatelessMode() {
    assertThat(System.getProperty("jdk.tls.server.enableSessionTicketExtension")).isEqualTo("true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void admitsOnlyOwnTicketsWithoutBudget(String protocol) throws Exception {
    try (TestShop shop = TestShop.start(JSSE)) {
      TestClient regular = new TestClient(protocol);
      regular.get(shop.port());
      shop.protocol().gate().publish(TestShop.SHUT);

      assertThat(answerOf(new TestClient(protocol), shop)).isEmpty();
      for (int i = 0; i < 3; i++) {
        assertThat(regular.get(shop.port())).contains("served over HTTP/1.1");
      }
      assertThat(shop.status("resumed.verified")).isEqualTo(3);
      assertThat(shop.status("handshakes.resumed")).isEqualTo(3);
      assertThat(shop.status("new.refused.visit_budget")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void treatsTicketOfOtherServerAsNew(String protocol) throws Exception {
    TestClient regular = new TestClient(protocol);
    try (TestShop other = TestShop.start(JSSE)) {
      regular.get(other.port());
    }
    try (TestShop shop = TestShop.start(JSSE)) {
      shop.protocol().gate().publish(TestShop.SHUT);
      assertThat(answerOf(regular, shop)).isEmpty();
      assertThat(shop.status("resumed.unknown")).isEqualTo(1);
      assertThat(shop.status("resumed.verified")).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void triesEveryCertificateOfHost(String protocol) throws Exception {
    SSLHostConfig host = TestShop.host("_default_", "RSA", "EC");
    KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
    keys.init(TestKeys.load("EC"), TestKeys.PASSWORD.toCharArray());
    host.setCertificateVerification("required");
    host.setTruststoreFile(TestKeys.truststore("EC").toString());
    host.setTruststorePassword(TestKeys.PASSWORD);
    String suite = protocol.equals("TLSv1.3") ? "TLS_AES_128_GCM_SHA256" : tls12("ECDSA");
    try (TestShop shop = TestShop.start(JSSE, connector -> connector.addSslHostConfig(host))) {
      for (String s : protocol.equals("TLSv1.3") ? suites(suite) : suites(suite, tls12("RSA"))) {
        TestClient client = new TestClient(protocol, keys).cipherSuites(s);
        assertThat(client.get(shop.port())).contains("served");
        shop.protocol().gate().publish(TestShop.SHUT);
        assertThat(client.get(shop.port())).contains("served");
        shop.protocol().gate().publish(AdmissionPolicy.OPEN);
      }
      assertThat(shop.status("handshakes.resumed")).isEqualTo(shop.status("resumed.verified"));
      assertThat(shop.status("resumed.false")).isZero();
    }
  }

  private static String tls12(String key) {
    return "TLS_ECDHE_" + key + "_WITH_AES_128_GCM_SHA256";
  }

  private static Iterable<String> suites(String... names) {
    return Arrays.asList(names);
  }

  private static String answerOf(TestClient client, TestShop shop) {
    try {
      return client.get(shop.port());
    } catch (IOException refused) {
      return "";
    }
  }
}
