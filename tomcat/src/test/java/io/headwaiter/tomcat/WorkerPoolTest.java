package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.front.pools.AdjustablePool;
import io.headwaiter.front.pools.WorkerPool;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The number of workers changes while requests are served. */
@Tag("slow")
@Timeout(60)
class WorkerPoolTest {
  private final HeldCustomers held = new HeldCustomers();

  @Test
  void appliesWorkerResizeWhileServing() throws Exception {
    try (TestShop shop = held.shop("maxThreads", "3")) {
      AdjustablePool workers = shop.protocol().workers();
      assertThat(workers.capacity()).isEqualTo(3);
      List<TlsConnection> connections = held.welcome(shop, 8);
      held.ask(connections.subList(0, 3));
      held.awaitInside(3);
      workers.resize(5);
      held.ask(connections.subList(3, 8));
      held.awaitInside(5);
      Awaitility.await().until(() -> workers.waiting() == 3);
      assertThat(workers.busy()).isEqualTo(5);
      workers.resize(2);
      assertThat(workers.capacity()).isEqualTo(2);
      assertThat(shop.protocol().getMaxThreads()).isEqualTo(2);
      // No request is cut off, but a freed worker is not reused while two or more are busy.
      held.mayLeave(3);
      held.awaitInside(2);
      held.mayLeave(4);
      held.awaitInside(1);
      held.mayLeave(1);
      assertThat(held.answers()).hasSize(8).allMatch(answer -> answer.startsWith("HTTP/1.1 200"));
      assertThat(held.inside()).isZero();
    }
  }

  /** No request leaves the page before all are inside: more than the connector starts with. */
  @Test
  void addsWorkersForPagesThatWait() throws Exception {
    try (TestShop shop = held.shop()) {
      int floor = shop.protocol().endpoint().workers().floor();
      int customers = Math.min(WorkerPool.STOCK_THREADS, floor + 40);
      assertThat(shop.protocol().workers().capacity()).isEqualTo(floor);
      held.ask(held.welcome(shop, customers));
      held.awaitInside(customers);
      assertThat(shop.protocol().workers().capacity()).isGreaterThanOrEqualTo(customers);
      Map<?, ?> told = (Map<?, ?>) shop.protocol().status().get("workers");
      assertThat(told.get("sized")).isEqualTo(true);
      assertThat(told.get("now")).isEqualTo(shop.protocol().workers().capacity());
      assertThat(told.get("maximum")).isEqualTo(Math.max(WorkerPool.STOCK_THREADS, floor));
      held.mayLeave(customers);
      assertThat(held.answers())
          .hasSize(customers)
          .allMatch(answer -> answer.startsWith("HTTP/1.1 200"));
    }
  }

  @Test
  void keepsConfiguredNumberOfWorkers() throws Exception {
    try (TestShop shop = held.shop("maxThreads", "3")) {
      assertNotSized(shop, "Their number was set");
      held.ask(held.welcome(shop, 6));
      held.awaitInside(3);
      // Many more samples than growth takes.
      HeldCustomers.await().ignoreExceptions().until(() -> looks(shop) > 40);
      assertThat(shop.protocol().workers().capacity()).isEqualTo(3);
      held.mayLeave(6);
      assertThat(held.answers()).hasSize(6);
    }
    try (TestShop shop = held.shop()) {
      shop.protocol().workers().resize(shop.protocol().workers().capacity());
      assertNotSized(shop, "Their number was set");
    }
    try (TestShop shop = held.shop("adminPort", "0")) {
      ConnectorControl.allowTuning(shop.protocol(), shop.protocol().workers());
      assertNotSized(shop, "A program sets them");
    }
  }

  /** Returns the samples so far, one per control tick; fails before the first interval ends. */
  private static long looks(TestShop shop) {
    return shop.status("resourceTotals.worker_threads.samples");
  }

  private static void assertNotSized(TestShop shop, String why) {
    Map<?, ?> told = (Map<?, ?>) shop.protocol().status().get("workers");
    assertThat(told.get("sized")).isEqualTo(false);
    assertThat((String) told.get("why")).startsWith(why);
    assertThat(shop.protocol().endpoint().workers().limit())
        .isEqualTo(shop.protocol().workers().capacity());
  }

  @Test
  void refusesLateRequestsWithRetryAfter() throws Exception {
    try (TestShop shop =
        held.shop(
            "maxThreads", "1", "workerTimeoutMillis", "2000", "workerRetryAfterSeconds", "7")) {
      List<TlsConnection> connections = held.welcome(shop, 4);
      held.ask(connections.subList(0, 1));
      held.awaitInside(1);
      String upload = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30000\r\n\r\n";
      // The announced body never comes.
      connections.get(1).send(upload);
      connections.get(2).send(upload + "x".repeat(30_000));
      connections.get(3).send(new TestClient("TLSv1.3").request());
      // The only worker is blocked until they have their answers.
      for (TlsConnection late : connections.subList(1, 4)) {
        assertIsToldToComeBack(late);
      }
      assertANewVisitIsToldToComeBack(shop);
      // Later events on their connections need no worker either: the only one is blocked.
      Awaitility.await().until(() -> shop.protocol().workers().waiting() == 0);
      assertThat(held.inside()).isEqualTo(1);
      held.mayLeave(1);
      assertThat(held.answers()).hasSize(1).allMatch(answer -> answer.startsWith("HTTP/1.1 200"));
      assertThat(shop.status("requestsRefused")).isEqualTo(4);
      held.mayLeave(1);
      held.ask(held.welcome(shop, 1));
      assertThat(held.answers()).hasSize(2).allMatch(answer -> answer.startsWith("HTTP/1.1 200"));
    }
  }

  /** The only worker is blocked; a silent client is closed nevertheless. */
  @Test
  void connectionsThatTimeOutNeedNoWorker() throws Exception {
    try (TestShop shop =
        held.shop("maxThreads", "1", "workerTimeoutMillis", "500", "connectionTimeout", "2000")) {
      List<TlsConnection> connections = held.welcome(shop, 3);
      held.ask(connections.subList(0, 1));
      held.awaitInside(1);
      for (TlsConnection silent : connections.subList(1, 3)) {
        assertThat(silent.readAll()).isEmpty();
      }
      Awaitility.await().until(() -> shop.protocol().workers().waiting() == 0);
      assertThat(held.inside()).isEqualTo(1);
      held.mayLeave(1);
      assertThat(held.answers()).hasSize(1).allMatch(answer -> answer.startsWith("HTTP/1.1 200"));
    }
  }

  /** Checks a new visit, which also needs workers for its handshake. */
  private static void assertANewVisitIsToldToComeBack(TestShop shop) throws Exception {
    TestClient visitor = new TestClient("TLSv1.3");
    TlsConnection fresh = visitor.connect(shop.port(), hello -> hello);
    fresh.handshake();
    fresh.send(visitor.request());
    assertIsToldToComeBack(fresh);
  }

  private static void assertIsToldToComeBack(TlsConnection late) throws Exception {
    assertThat(late.readAll())
        .startsWith("HTTP/1.1 503")
        .contains("Retry-After: 7\r\n")
        .endsWith("The server is busy. Please try again in a few seconds.\n");
    late.close();
  }

  @Test
  void keepsWorkerCountAcrossRestart() throws Exception {
    try (TestShop shop = held.shop("maxThreads", "3")) {
      shop.protocol().workers().resize(7);
      shop.connector().stop();
      assertThat(shop.protocol().workers().whyFixed()).isPresent();
      shop.connector().start();
      assertThat(shop.protocol().workers().capacity()).isEqualTo(7);
    }
  }

  @Test
  void resizesTomcatsOwnPool() throws Exception {
    try (TestShop shop = held.shop("maxThreads", "30", "maxQueueSize", "100")) {
      shop.protocol().workers().resize(4);
      assertThat(shop.protocol().workers().capacity()).isEqualTo(4);
      shop.protocol().workers().resize(40);
      assertThat(shop.protocol().workers().capacity()).isEqualTo(40);
    }
  }

  private void assertNotTunable(String sentence, String... attributes) throws Exception {
    try (TestShop shop = held.shop(attributes)) {
      assertThatThrownBy(
              () -> ConnectorControl.allowTuning(shop.protocol(), shop.protocol().workers()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(sentence);
      assertThat(shop.protocol().status()).doesNotContainKey("pools");
    }
  }

  @Test
  void allowsExternalConnectorControlOnlyWhenSafe() throws Exception {
    assertNotTunable("use admission=off", "admission", "adaptive", "adminPort", "0");
    assertNotTunable("set adminPort");
    assertNotTunable(
        "on a loopback address",
        "adminPort",
        "0",
        "adminAddress",
        "0.0.0.0",
        "adminPlainHttp",
        "true",
        "adminToken",
        "0123456789abcdef");
    try (TestShop shop = held.shop("adminPort", "0", "maxThreads", "3")) {
      ConnectorControl.allowTuning(shop.protocol(), shop.protocol().workers());
      assertThat(shop.status("pools.threads")).isEqualTo(3);
    }
    try (TestShop shop = held.shop("admission", "adaptive", "shadow", "true", "adminPort", "0")) {
      ConnectorControl.allowTuning(shop.protocol(), shop.protocol().workers());
      assertThat(shop.protocol().status()).containsKey("pools");
    }
  }

  @Test
  void refusesToResizeForeignExecutor() throws Exception {
    try (TestShop shop = held.shop()) {
      AdjustablePool workers = shop.protocol().workers();
      shop.connector().stop();
      shop.protocol().setExecutor(Runnable::run);
      assertThatThrownBy(() -> workers.resize(4))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("Leave executor out");
      shop.protocol().setExecutor(null);
    }
  }
}
