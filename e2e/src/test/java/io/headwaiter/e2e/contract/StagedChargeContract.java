package io.headwaiter.e2e.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.tomcat.TestClient;
import io.headwaiter.tomcat.TlsConnection;
import java.io.IOException;
import java.net.Socket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * New visits are charged in stages: a visit costs 1 ms, of which 0.3 ms are its handshake and 0.1
 * ms the answer to its hello. Nothing refills the budget.
 */
abstract class StagedChargeContract extends CpuAccountsContract {
  private static final String PAGE = "served over HTTP/1.1";
  private static final long VISIT = 1_000_000;
  private static final long HANDSHAKE = 300_000;
  private static final long ANSWER = 100_000;
  // Less than anything costs.
  private static final long SPARE = 10_000;

  private static AdmissionPolicy budget(long nanos) {
    return AdmissionPolicy.builder(1)
        .budgetMaxNanos(nanos + SPARE)
        .newVisitCostNanos(VISIT)
        .abandonedCostNanos(ANSWER)
        .handshakeCostNanos(HANDSHAKE)
        .verifyBelowNanos(Long.MAX_VALUE)
        .build();
  }

  private static boolean isServed(Shop shop) throws Exception {
    try {
      return new TestClient("TLSv1.3").get(shop.port()).contains(PAGE);
    } catch (IOException refused) {
      return false;
    }
  }

  @Test
  void chargesOnlyHelloAnswerWithoutHandshake() throws Exception {
    try (Shop shop = open();
        Socket silent = TestClient.tcp(shop.port())) {
      shop.gate().publish(budget(ANSWER + VISIT));
      silent.getOutputStream().write(new TestClient("TLSv1.3").hello());
      assertThat(silent.getInputStream().read()).isEqualTo(HANDSHAKE_RECORD);
      Awaitility.await().until(() -> isServed(shop));
      assertRefused(shop, new TestClient("TLSv1.3"));
      assertThat(shop.status("new.admitted")).isEqualTo(2);
      assertThat(shop.status("connections.open")).as("still there").isPositive();
    }
  }

  @Test
  void chargesOnlyHandshakeWithoutRequest() throws Exception {
    TestClient slow = new TestClient("TLSv1.3");
    try (Shop shop = open()) {
      shop.gate().publish(budget(HANDSHAKE + VISIT));
      try (TlsConnection silent = slow.connect(shop.port(), hello -> hello)) {
        silent.handshake();
        shop.await("handshakes.full", 1);
        Awaitility.await().until(() -> isServed(shop));
        assertRefused(shop, new TestClient("TLSv1.3"));
        silent.send(slow.request());
        assertThat(silent.readAll()).as("who was let in is served").contains(PAGE);
        assertThat(shop.status("new.admitted")).isEqualTo(2);
        shop.await("requests", 2);
      }
    }
  }

  @Test
  void chargesWholeVisitAfterRequest() throws Exception {
    try (Shop shop = open()) {
      shop.gate().publish(budget(3 * VISIT));
      for (int i = 0; i < 3; i++) {
        assertThat(isServed(shop)).isTrue();
      }
      assertRefused(shop, new TestClient("TLSv1.3"));
      assertThat(shop.status("new.admitted")).isEqualTo(3);
    }
  }
}
