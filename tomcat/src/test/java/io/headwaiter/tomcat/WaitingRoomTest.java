package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Customers that had to wait are served like any others. */
class WaitingRoomTest {
  /** No new visit is admitted, because work waits; the budget would allow many. */
  private static final AdmissionPolicy BUSY =
      AdmissionPolicy.builder(1)
          .refillNanosPerSecond(1_000_000)
          .budgetMaxNanos(1_000_000)
          .verifyBelowNanos(Long.MAX_VALUE)
          .waitingMax(0)
          .build();

  private static TestShop start(String places) throws Exception {
    TestShop shop =
        TestShop.start(
            Map.of(
                "admission", "off",
                "waitingRoomMax", places,
                "waitingPatienceMillis", "60000",
                "waitingTargetMillis", "60000"));
    shop.protocol().gate().publish(BUSY);
    return shop;
  }

  @Test
  void servesWaitingConnectionsWhenGateOpens() throws Exception {
    ExecutorService customers = Executors.newFixedThreadPool(6);
    try (TestShop shop = start("100")) {
      List<Future<String>> pages = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        TestClient client = new TestClient(i % 2 == 0 ? "TLSv1.2" : "TLSv1.3");
        pages.add(customers.submit(() -> client.get(shop.port())));
      }
      Awaitility.await().until(() -> shop.status("waitingRoom.length") == 6);
      assertThat(shop.status("new.admitted")).isZero();
      assertThat(shop.status("waitingRoom.entered")).isEqualTo(6);
      shop.protocol().gate().publish(AdmissionPolicy.OPEN);
      for (Future<String> page : pages) {
        assertThat(page.get()).contains("served over HTTP/1.1");
      }
      assertThat(shop.status("waitingRoom.released")).isEqualTo(6);
      assertThat(shop.status("waitingRoom.length")).isZero();
      assertThat(shop.status("waitingRoom.estimatedWaitMillis")).isZero();
      shop.awaitNobodyConnected();
    } finally {
      customers.shutdownNow();
    }
  }

  @Test
  void closesWaitingConnectionsOnStop() throws Exception {
    ExecutorService customers = Executors.newFixedThreadPool(3);
    try (TestShop shop = start("2")) {
      List<Future<Boolean>> ends = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        TestClient client = new TestClient("TLSv1.3");
        ends.add(customers.submit(() -> failed(client, shop.port())));
      }
      Awaitility.await().until(() -> shop.status("waitingRoom.refused") == 1);
      assertThat(shop.status("waitingRoom.length")).isEqualTo(2);
      Awaitility.await().until(() -> shop.status("new.refused.waiting_full") == 1);
      shop.connector().stop();
      for (Future<Boolean> end : ends) {
        assertThat(end.get()).isTrue();
      }
    } finally {
      customers.shutdownNow();
    }
  }

  private static boolean failed(TestClient client, int port) {
    try {
      client.get(port);
      return false;
    } catch (Exception e) {
      return true;
    }
  }
}
