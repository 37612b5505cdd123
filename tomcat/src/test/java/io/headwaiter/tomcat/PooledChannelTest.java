package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tomcat uses the channel of a connection that was closed for the next one: it begins anew. */
@Timeout(60)
class PooledChannelTest {
  private final VisitClock clock = new VisitClock();

  private TestShop start() throws Exception {
    return TestShop.start(
        Map.of("admission", "off", "tls", "jsse", "maxThreads", "1"),
        connector -> {
          connector.addSslHostConfig(TestShop.host("_default_", "RSA"));
          clock.setOn(connector);
        });
  }

  private static void leaveAfterTheHello(TestShop shop) throws Exception {
    byte[] hello = new TestClient("TLSv1.3").hello();
    assertThat(TestClient.firstByteAnswering(shop.port(), hello)).as("a handshake").isEqualTo(22);
    awaitNothingIsLeft(shop);
  }

  /** All connections are closed, and the worker has let go of the last one. */
  private static void awaitNothingIsLeft(TestShop shop) {
    shop.awaitNobodyConnected();
    ThreadPoolExecutor workers = (ThreadPoolExecutor) shop.protocol().endpoint().getExecutor();
    HeldCustomers.await()
        .until(() -> workers.getActiveCount() == 0 && workers.getQueue().isEmpty());
  }

  /** What another client does on it is not done by the visit that had it before. */
  @Test
  void theLastVisitIsNotKeptUnderWayByTheNextConnection() throws Exception {
    try (TestShop shop = start()) {
      TestClient regular = new TestClient("TLSv1.3");
      regular.get(shop.port());
      awaitNothingIsLeft(shop);
      clock.laterSeconds(250);
      leaveAfterTheHello(shop);
      clock.laterSeconds(100);
      shop.protocol().gate().publish(TestShop.SHUT);
      assertThat(TestClient.firstByteAnswering(shop.port(), regular.hello()))
          .as("silent for 350 s")
          .isEqualTo(-1);
      assertThat(shop.status("returning.refused")).isEqualTo(1);
    }
  }

  @Test
  void theLastVisitIsNotChargedForTheNextConnection() throws Exception {
    try (TestShop shop = start()) {
      new TestClient("TLSv1.3").get(shop.port());
      awaitNothingIsLeft(shop);
      long before = shop.protocol().endpoint().meters().visitWork().cpuNanos();
      for (int i = 0; i < 5; i++) {
        leaveAfterTheHello(shop);
      }
      assertThat(shop.protocol().endpoint().meters().visitWork().cpuNanos()).isEqualTo(before);
    }
  }
}
