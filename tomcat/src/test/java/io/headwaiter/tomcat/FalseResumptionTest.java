package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionPolicy;
import java.io.IOException;
import java.util.Map;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The server knows a session but does not resume it, because it no longer accepts the cipher suite
 * of the session. While the budget allows no new visit, the engine stops before it signs anything.
 */
@Tag("slow")
class FalseResumptionTest {
  private static final int HANDSHAKE_RECORD = 22;
  private static final int ALERT_RECORD = 21;
  private static final int NOTHING = -1;

  /** Budget for half a visit; claims are not verified. */
  private static final AdmissionPolicy NO_ROOM_BUT_CLAIMS_BELIEVED =
      AdmissionPolicy.builder(1)
          .grantNanos(500)
          .budgetMaxNanos(1_000)
          .newVisitCostNanos(1_000)
          .build();

  /** Budget for one visit; claims are verified nevertheless. */
  private static final AdmissionPolicy ROOM_FOR_ONE =
      AdmissionPolicy.builder(1)
          .grantNanos(1_000)
          .budgetMaxNanos(1_000)
          .newVisitCostNanos(1_000)
          .verifyBelowNanos(Long.MAX_VALUE)
          .build();

  @ParameterizedTest
  @CsvSource({"TLSv1.2, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "TLSv1.3, TLS_AES_256_GCM_SHA384"})
  void stopsFalseResumptionWithoutBudget(String protocol, String suite) throws Exception {
    try (TestShop shop = TestShop.start(jsse())) {
      byte[] hello = knownButNotResumable(shop, protocol, suite);
      long full = shop.status("handshakes.full");
      shop.protocol().gate().publish(TestShop.SHUT);

      assertThat(TestClient.firstByteAnswering(shop.port(), hello)).isIn(NOTHING, ALERT_RECORD);
      assertThat(shop.status("resumed.verified")).isEqualTo(1);
      Awaitility.await().until(() -> shop.status("resumed.stopped") == 1);
      assertThat(shop.status("resumed.false")).isEqualTo(1);
      assertThat(shop.status("new.refused.resumption_stopped")).isEqualTo(1);
      assertThat(shop.status("handshakes.full")).isEqualTo(full);
      Awaitility.await().until(() -> shop.status("handshakes.failed") == 1);
      shop.awaitNobodyConnected();
    }
  }

  @ParameterizedTest
  @CsvSource({"TLSv1.2, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "TLSv1.3, TLS_AES_256_GCM_SHA384"})
  void continuesFalseResumptionAsNewVisitWithinBudget(String protocol, String suite)
      throws Exception {
    try (TestShop shop = TestShop.start(jsse())) {
      byte[] hello = knownButNotResumable(shop, protocol, suite);
      shop.protocol().gate().publish(ROOM_FOR_ONE);
      assertThat(TestClient.firstByteAnswering(shop.port(), hello)).isEqualTo(HANDSHAKE_RECORD);
      assertThat(shop.status("resumed.verified")).isEqualTo(1);
      assertThat(shop.status("resumed.stopped")).isZero();
    }
  }

  /** On BoringSSL the look-up is quick, so a claim that will not be resumed never gets in. */
  @ParameterizedTest
  @CsvSource({"TLSv1.2, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "TLSv1.3, TLS_AES_256_GCM_SHA384"})
  void refusesFalseResumptionOnBoringsslBeforeHandshake(String protocol, String suite)
      throws Exception {
    try (TestShop shop = TestShop.start(Map.of("admission", "off", "tls", "boringssl"))) {
      TestClient client = new TestClient(protocol).cipherSuites(suite);
      assertThat(client.get(shop.port())).contains("served");
      long full = shop.status("handshakes.full");
      // BoringSSL chooses the first of these, which is not the suite of the session.
      client.cipherSuites(second(protocol), suite);
      shop.protocol().gate().publish(NO_ROOM_BUT_CLAIMS_BELIEVED);
      assertThat(answer(client, shop)).doesNotContain("served");
      assertThat(shop.status("resumed.unknown")).isEqualTo(1);
      assertThat(shop.status("new.refused.visit_budget")).isEqualTo(1);
      assertThat(shop.status("handshakes.full")).isEqualTo(full);
      shop.awaitNobodyConnected();
    }
  }

  private static String answer(TestClient client, TestShop shop) {
    try {
      return client.get(shop.port());
    } catch (IOException e) {
      return "closed: " + e.getMessage();
    }
  }

  /** The pool reuses the channel for the next connection, which must not inherit the stop. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void doesNotStopNextConnectionOnPooledChannel(String protocol) throws Exception {
    try (TestShop shop = TestShop.start(jsse())) {
      TestClient regular = new TestClient(protocol);
      regular.get(shop.port());
      for (int i = 0; i < 5; i++) {
        shop.protocol().gate().publish(TestShop.SHUT);
        assertThat(regular.get(shop.port())).contains("served over HTTP/1.1");
        shop.protocol().gate().publish(AdmissionPolicy.OPEN);
        assertThat(new TestClient(protocol).get(shop.port())).contains("served over HTTP/1.1");
      }
      assertThat(shop.status("handshakes.full")).isEqualTo(6);
      assertThat(shop.status("handshakes.resumed")).isEqualTo(5);
    }
  }

  private static Map<String, String> jsse() {
    return Map.of("admission", "off", "tls", "jsse");
  }

  /** A client that no longer offers the suite of its session is new from the start. */
  @ParameterizedTest
  @CsvSource({"TLSv1.2, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "TLSv1.3, TLS_AES_256_GCM_SHA384"})
  void treatsClientWithoutSessionSuiteAsNew(String protocol, String suite) throws Exception {
    try (TestShop shop = TestShop.start(jsse())) {
      TestClient client = new TestClient(protocol).cipherSuites(suite, second(protocol));
      assertThat(client.get(shop.port())).contains("served");
      byte[] hello = client.hello();
      int at = suites(hello);
      // No server knows 0x0a0b: the client offers its second suite only.
      hello[at + 2] = 0x0a;
      hello[at + 3] = 0x0b;
      shop.protocol().gate().publish(TestShop.SHUT);
      assertThat(TestClient.firstByteAnswering(shop.port(), hello)).isIn(NOTHING, ALERT_RECORD);
      assertThat(shop.status("resumed.unknown")).isEqualTo(1);
      assertThat(shop.status("resumed.verified")).isZero();
      assertThat(shop.status("resumed.stopped")).isZero();
    }
  }

  /** Returns the hello of a known session with a suite that the server no longer accepts. */
  private static byte[] knownButNotResumable(TestShop shop, String protocol, String suite)
      throws Exception {
    TestClient client = new TestClient(protocol).cipherSuites(suite, second(protocol));
    assertThat(client.get(shop.port())).contains("served");
    for (SSLHostConfig host : shop.protocol().findSslHostConfigs()) {
      host.setEnabledCiphers(new String[] {second(protocol)});
    }
    return client.hello();
  }

  private static String second(String protocol) {
    return protocol.equals("TLSv1.3")
        ? "TLS_AES_128_GCM_SHA256"
        : "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256";
  }

  /** Returns the position of the length of the cipher suites. */
  private static int suites(byte[] hello) {
    int sessionId = 5 + 4 + 2 + 32;
    return sessionId + 1 + hello[sessionId];
  }
}
