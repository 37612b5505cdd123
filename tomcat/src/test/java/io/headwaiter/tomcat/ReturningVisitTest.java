package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionPolicy;
import java.io.IOException;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Continuing connections are admitted; the ticket of a visit that has ended is charged. */
@Tag("slow")
@ParameterizedClass
@ValueSource(strings = {"jsse", "boringssl"})
class ReturningVisitTest {
  private static final String PAGE = "served over HTTP/1.1";
  private static final String KEEP_ALIVE = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private final VisitClock clock = new VisitClock();

  @Parameter private String tls;

  private TestShop start() throws Exception {
    return TestShop.start(
        Map.of("admission", "off", "tls", tls, "keepAliveTimeout", "60000"),
        connector -> {
          connector.addSslHostConfig(TestShop.host("_default_", "RSA"));
          clock.setOn(connector);
        });
  }

  /** Advances the clock, once the workers have finished their earlier work. */
  private void later(TestShop shop, long seconds) {
    TurnExecutor workers = (TurnExecutor) shop.protocol().endpoint().getExecutor();
    Awaitility.await().until(() -> workers.getActiveCount() == 0 && workers.getQueue().isEmpty());
    clock.laterSeconds(seconds);
  }

  /** Creates a policy with this budget, visits that cost 100 ns, and verified claims. */
  private static AdmissionPolicy budget(long sequence, long nanos) {
    return AdmissionPolicy.builder(sequence)
        .grantNanos(nanos)
        .budgetMaxNanos(nanos)
        .newVisitCostNanos(100)
        .verifyBelowNanos(Long.MAX_VALUE)
        .build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void chargesOldTicketForAnotherVisit(String protocol) throws Exception {
    try (TestShop shop = start()) {
      TestClient regular = new TestClient(protocol);
      regular.get(shop.port());
      later(shop, 310);
      shop.protocol().gate().publish(budget(1, 0));
      byte[] hello = regular.hello();
      assertThat(TestClient.firstByteAnswering(shop.port(), hello)).isEqualTo(-1);
      assertThat(shop.status("returning.refused")).isEqualTo(1);
      assertThat(shop.status("new.refused.visit_budget")).isEqualTo(1);

      shop.protocol().gate().publish(budget(2, 99));
      assertThat(refused(shop, new TestClient(protocol))).as("not for a whole price").isTrue();
      assertThat(TestClient.firstByteAnswering(shop.port(), hello)).as("on credit").isEqualTo(22);
      assertThat(shop.status("returning.admitted")).isEqualTo(1);
      assertThat(refused(shop, new TestClient(protocol))).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void treatsReturnedVisitAsUnderWay(String protocol) throws Exception {
    try (TestShop shop = start()) {
      TestClient regular = new TestClient(protocol);
      regular.get(shop.port());
      later(shop, 86_000);
      shop.protocol().gate().publish(budget(1, 50));
      assertThat(regular.get(shop.port())).contains(PAGE);
      assertThat(shop.status("returning.admitted")).isEqualTo(1);
      assertThat(shop.status("handshakes.resumed")).isEqualTo(1);
      shop.protocol().gate().publish(budget(2, 0));
      for (int i = 0; i < 3; i++) {
        later(shop, 200);
        assertThat(regular.get(shop.port())).contains(PAGE);
      }
      assertThat(shop.status("resumed.verified")).isEqualTo(3);
      assertThat(shop.status("returning.refused")).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void chargesReturnOnceEvenWithAmpleBudget(String protocol) throws Exception {
    try (TestShop shop = start()) {
      TestClient regular = new TestClient(protocol);
      regular.get(shop.port());
      later(shop, 1000);
      shop.protocol()
          .gate()
          .publish(
              AdmissionPolicy.builder(1)
                  .grantNanos(150)
                  .budgetMaxNanos(150)
                  .newVisitCostNanos(100)
                  .verifyBelowNanos(150)
                  .build());
      assertThat(regular.get(shop.port())).contains(PAGE);
      // On BoringSSL a look-up is quick, so the visit was charged before its handshake.
      String charged = tls.equals("jsse") ? "returning.unseen" : "returning.admitted";
      assertThat(shop.status(charged)).isEqualTo(1);
      assertThat(refused(shop, new TestClient(protocol))).isTrue();
      assertThat(regular.get(shop.port())).as("under way").contains(PAGE);
      assertThat(shop.status(charged)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void keptConnectionKeepsVisitUnderWay(String protocol) throws Exception {
    try (TestShop shop = start()) {
      TestClient regular = new TestClient(protocol);
      try (TlsConnection kept = regular.connect(shop.port(), hello -> hello)) {
        kept.handshake();
        for (int i = 0; i < 4; i++) {
          kept.send(KEEP_ALIVE);
          assertThat(kept.readUntil(PAGE)).contains("200");
          later(shop, 200);
        }
        shop.protocol().gate().publish(TestShop.SHUT);
        assertThat(regular.get(shop.port())).as("with the first ticket").contains(PAGE);
        assertThat(shop.status("resumed.verified")).isEqualTo(1);
        assertThat(refused(shop, new TestClient(protocol))).isTrue();
      }
    }
  }

  private static boolean refused(TestShop shop, TestClient client) throws Exception {
    long before = shop.status("new.refused.visit_budget");
    try {
      client.get(shop.port());
      return false;
    } catch (IOException e) {
      return shop.status("new.refused.visit_budget") == before + 1;
    }
  }
}
