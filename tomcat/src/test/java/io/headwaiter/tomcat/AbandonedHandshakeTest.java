package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionPolicy;
import java.net.Socket;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Refunds of visits that clients abandon before the handshake is done. */
@Tag("slow")
class AbandonedHandshakeTest {
  private static final Map<String, String> OFF = Map.of("admission", "off");

  /** Publishes a budget that allows one visit of 1,000 ns; an abandoned visit costs 100 ns. */
  private static void allowOneVisit(TestShop shop) {
    shop.protocol()
        .gate()
        .publish(
            AdmissionPolicy.builder(1)
                .grantNanos(1_900)
                .budgetMaxNanos(1_900)
                .newVisitCostNanos(1_000)
                .abandonedCostNanos(100)
                .build());
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void refundsVisitWhenClientLeavesAfterHello(String protocol) throws Exception {
    try (TestShop shop = TestShop.start(OFF)) {
      allowOneVisit(shop);
      for (int i = 1; i <= 5; i++) {
        byte[] hello = new TestClient(protocol).hello();
        assertThat(TestClient.firstByteAnswering(shop.port(), hello)).isEqualTo(22);
        int left = i;
        Awaitility.await().until(() -> shop.status("new.abandoned") == left);
      }
      assertThat(shop.status("handshakes.failed")).isEqualTo(5);
      assertThat(new TestClient(protocol).get(shop.port())).contains("served over HTTP/1.1");
      assertThat(shop.status("new.refused.visit_budget")).isZero();
    }
  }

  @Test
  void refundsNothingAfterCompletedHandshake() throws Exception {
    try (TestShop shop = TestShop.start(OFF)) {
      allowOneVisit(shop);
      try (TlsConnection done = new TestClient("TLSv1.3").connect(shop.port(), hello -> hello)) {
        done.handshake();
        Awaitility.await().until(() -> shop.status("handshakes.full") == 1);
      }
      shop.awaitNobodyConnected();
      assertThat(shop.status("new.abandoned")).isZero();
      byte[] hello = new TestClient("TLSv1.3").hello();
      assertThat(TestClient.firstByteAnswering(shop.port(), hello)).isEqualTo(-1);
    }
  }

  /** The connection is never read or written again; the connector's own timeout closes it. */
  @Test
  void refundsVisitWhenTomcatClosesSilentClient() throws Exception {
    try (TestShop shop = TestShop.start(Map.of("admission", "off", "connectionTimeout", "300"));
        Socket silent = TestClient.tcp(shop.port())) {
      allowOneVisit(shop);
      silent.getOutputStream().write(new TestClient("TLSv1.3").hello());
      Awaitility.await().until(() -> shop.status("new.abandoned") == 1);
      shop.awaitNobodyConnected();
    }
  }
}
