package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionPolicy;
import java.io.IOException;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Resumptions are recognized by the server's own sessions, not by the claims of clients. */
@Tag("slow")
@ParameterizedClass
@ValueSource(strings = {"jsse", "boringssl"})
class ResumptionTest {
  private static final int HANDSHAKE_RECORD = 22;

  @Parameter private String tls;

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void countsResumedConnections(String protocol) throws Exception {
    try (TestShop shop = TestShop.start(off())) {
      TestClient client = new TestClient(protocol);
      for (int i = 0; i < 4; i++) {
        assertThat(client.get(shop.port())).contains("served over HTTP/1.1");
      }
      new TestClient(protocol).get(shop.port());
      assertThat(shop.status("handshakes.full")).isEqualTo(2);
      assertThat(shop.status("handshakes.resumed")).isEqualTo(3);
      assertThat(shop.status("resumed.claimed")).isEqualTo(3);
      assertThat(shop.status("resumed.false")).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void admitsOnlyVerifiedResumptionsWithoutBudget(String protocol) throws Exception {
    try (TestShop shop = TestShop.start(off())) {
      TestClient regular = new TestClient(protocol);
      regular.get(shop.port());
      shop.protocol().gate().publish(TestShop.SHUT);

      assertRefused(shop, new TestClient(protocol));
      assertThat(regular.get(shop.port())).contains("served over HTTP/1.1");
      assertThat(regular.get(shop.port())).contains("served over HTTP/1.1");
      assertRefused(shop, new TestClient(protocol));
      assertThat(shop.status("resumed.verified")).isEqualTo(2);
      assertThat(shop.status("handshakes.resumed")).isEqualTo(2);
      assertThat(shop.status("new.refused.visit_budget")).isEqualTo(2);
      shop.awaitNobodyConnected();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void distinguishesForgedTokenFromRealOne(String protocol) throws Exception {
    try (TestShop shop = TestShop.start(off())) {
      TestClient regular = new TestClient(protocol);
      regular.get(shop.port());
      byte[] real = regular.hello();
      byte[] forged = TestHellos.forged(real);
      shop.protocol().gate().publish(TestShop.SHUT);

      assertThat(TestClient.firstByteAnswering(shop.port(), forged)).isEqualTo(-1);
      assertThat(shop.status("resumed.unknown")).isEqualTo(1);
      assertThat(TestClient.firstByteAnswering(shop.port(), real)).isEqualTo(HANDSHAKE_RECORD);
      assertThat(shop.status("resumed.verified")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void treatsSessionFromBeforeRestartAsNew(String protocol) throws Exception {
    TestClient regular = new TestClient(protocol);
    try (TestShop before = TestShop.start(off())) {
      regular.get(before.port());
    }
    try (TestShop after = TestShop.start(off())) {
      after.protocol().gate().publish(TestShop.SHUT);
      assertRefused(after, regular);
      assertThat(after.status("resumed.unknown")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void countsAndChargesFalseResumption(String protocol) throws Exception {
    TestClient stranger = new TestClient(protocol);
    Map<String, String> jsse = Map.of("admission", "off", "tls", "jsse");
    try (TestShop other = TestShop.start(jsse)) {
      stranger.get(other.port());
    }
    try (TestShop shop = TestShop.start(jsse)) {
      // The budget allows one visit, and with this budget claims are admitted unverified.
      shop.protocol()
          .gate()
          .publish(
              AdmissionPolicy.builder(1)
                  .grantNanos(1_000)
                  .budgetMaxNanos(1_000)
                  .newVisitCostNanos(1_000)
                  .verifyBelowNanos(1_000)
                  .build());
      assertThat(stranger.get(shop.port())).contains("served over HTTP/1.1");
      assertThat(shop.status("resumed.claimed")).isEqualTo(1);
      assertThat(shop.status("resumed.false")).isEqualTo(1);
      assertThat(shop.status("handshakes.full")).isEqualTo(1);
      assertThat(shop.status("handshakes.resumed")).isZero();
      assertRefused(shop, new TestClient(protocol));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void doesNotChargeTrueResumption(String protocol) throws Exception {
    try (TestShop shop = TestShop.start(off())) {
      TestClient regular = new TestClient(protocol);
      regular.get(shop.port());
      shop.protocol()
          .gate()
          .publish(
              AdmissionPolicy.builder(1)
                  .grantNanos(1_000)
                  .budgetMaxNanos(1_000)
                  .newVisitCostNanos(1_000)
                  .verifyBelowNanos(1_000)
                  .build());
      regular.get(shop.port());
      regular.get(shop.port());
      assertThat(new TestClient(protocol).get(shop.port())).contains("served over");
      assertRefused(shop, new TestClient(protocol));
      assertThat(shop.status("resumed.claimed") + shop.status("resumed.verified")).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.example", "b.example"})
  void verifiesSessionsOfEveryCertificateAndHost(String host) throws Exception {
    try (TestShop shop =
        TestShop.start(
            off(),
            connector -> {
              connector.addSslHostConfig(TestShop.host("_default_", "RSA", "EC"));
              connector.addSslHostConfig(TestShop.host("b.example", "RSA", "EC"));
            })) {
      TestClient rsa =
          new TestClient("TLSv1.2")
              .host(host)
              .cipherSuites("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
      TestClient ec =
          new TestClient("TLSv1.2")
              .host(host)
              .cipherSuites("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256");
      TestClient tls13 = new TestClient("TLSv1.3").host(host);
      for (TestClient client : new TestClient[] {rsa, ec, tls13}) {
        client.get(shop.port());
      }
      shop.protocol().gate().publish(TestShop.SHUT);
      for (TestClient client : new TestClient[] {rsa, ec, tls13}) {
        assertThat(client.get(shop.port())).contains("served over HTTP/1.1");
      }
      assertThat(shop.status("resumed.verified")).isEqualTo(3);
      assertThat(shop.status("handshakes.resumed")).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void treatsSessionOfOtherHostAsNew(String protocol) throws Exception {
    try (TestShop shop =
        TestShop.start(
            off(),
            connector -> {
              connector.addSslHostConfig(TestShop.host("_default_", "EC"));
              connector.addSslHostConfig(TestShop.host("b.example", "EC"));
            })) {
      TestClient client = new TestClient(protocol).host("a.example");
      client.get(shop.port());
      byte[] real = client.hello();
      byte[] elsewhere = real.clone();
      elsewhere[
              TestHellos.indexOf(
                  real, "a.example".getBytes(java.nio.charset.StandardCharsets.US_ASCII))] =
          'b';
      shop.protocol().gate().publish(TestShop.SHUT);
      assertThat(TestClient.firstByteAnswering(shop.port(), elsewhere)).isEqualTo(-1);
      assertThat(TestClient.firstByteAnswering(shop.port(), real)).isEqualTo(HANDSHAKE_RECORD);
      assertThat(shop.status("resumed.verified")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void resumesSessionsWithClientCertificates(String protocol) throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
    keys.init(TestKeys.load("EC"), TestKeys.PASSWORD.toCharArray());
    SSLHostConfig host = TestShop.host("_default_", "RSA");
    host.setCertificateVerification("required");
    host.setTruststoreFile(TestKeys.truststore("EC").toString());
    host.setTruststorePassword(TestKeys.PASSWORD);
    try (TestShop shop = TestShop.start(off(), connector -> connector.addSslHostConfig(host))) {
      TestClient client = new TestClient(protocol, keys);
      assertThat(client.get(shop.port())).contains("served over HTTP/1.1");
      shop.protocol().gate().publish(TestShop.SHUT);
      assertThat(client.get(shop.port())).contains("served over HTTP/1.1");
      assertThat(shop.status("resumed.verified")).isEqualTo(1);
      assertThat(shop.status("handshakes.resumed")).isEqualTo(1);
      shop.protocol().gate().publish(AdmissionPolicy.OPEN);
      assertThat(answerOf(new TestClient(protocol), shop)).doesNotContain("served");
    }
  }

  private Map<String, String> off() {
    return Map.of("admission", "off", "tls", tls);
  }

  private static String answerOf(TestClient client, TestShop shop) {
    try {
      return client.get(shop.port());
    } catch (IOException refused) {
      return "";
    }
  }

  private static void assertRefused(TestShop shop, TestClient client) {
    long before = shop.status("new.refused.visit_budget");
    assertThat(answerOf(client, shop)).isEmpty();
    assertThat(shop.status("new.refused.visit_budget")).isEqualTo(before + 1);
  }
}
