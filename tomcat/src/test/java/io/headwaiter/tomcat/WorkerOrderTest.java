package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.front.work.WorkQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The order in which the only worker does the waiting work, and what the queue reports. */
@Timeout(60)
class WorkerOrderTest {
  private static final long SECOND = 1_000_000_000L;
  // The courtesy page and the customer must be queued within it; otherwise the test tries again.
  private static final long COURTESY_HANDICAP_NANOS = SECOND;
  private static final int ATTEMPTS_MAX = 20;

  private static OrderedShop courteous() throws Exception {
    return new OrderedShop(
        "refusalStyle", "courtesy", "courtesyPerSecond", "1000", "courtesyShare", "0.5");
  }

  /** Otherwise handshakes that come byte by byte would go before all other work. */
  @Test
  void timeThatClientTakesDoesNotMoveItsHandshakeForward() throws Exception {
    try (OrderedShop ordered = new OrderedShop();
        TlsConnection holder = ordered.welcome();
        TlsConnection visit =
            new TestClient("TLSv1.3").connect(ordered.shop().port(), hello -> hello);
        TlsConnection newer =
            new TestClient("TLSv1.3").connect(ordered.shop().port(), hello -> hello)) {
      long beginsNanos = System.nanoTime();
      visit.sendHello();
      visit.handshakeButLastFlight();
      ordered.awaitIdle();
      long longestWaitNanos = System.nanoTime() - beginsNanos;
      ordered.hold(holder, "holds");
      newer.sendHello();
      ordered.awaitInLine(1);
      Runnable turnOfTheNewer = ordered.head();
      // The turns of the handshake may have waited for the worker, and this time does count.
      ordered.awaitElapsed(longestWaitNanos);
      visit.sendLastFlight();
      ordered.awaitInLine(2);
      assertThat(ordered.head()).isSameAs(turnOfTheNewer);
      ordered.release("holds");
      newer.handshake();
    }
  }

  @Test
  void ordersServedVisitByItsRequestTime() throws Exception {
    try (OrderedShop ordered = new OrderedShop();
        TlsConnection holder = ordered.welcome();
        TlsConnection earlier = ordered.welcome();
        TlsConnection later = ordered.welcome()) {
      // Turns of one visit stand apart in the queue. This page makes sure that the later visit does
      // not stand further back only because of its own turns.
      ordered.serve(earlier, "again");
      ordered.hold(holder, "holds");
      later.send(OrderedShop.request("asked-first"));
      ordered.awaitInLine(1);
      earlier.send(OrderedShop.request("asked-second"));
      ordered.awaitInLine(2);
      ordered.release("holds");
      earlier.readUntil("asked-second");
      assertThat(ordered.served()).containsExactly("again", "holds", "asked-first", "asked-second");
    }
  }

  /** Its first request came with the last flight of its handshake and was served with it. */
  @Test
  void ordersVisitServedWithHandshakeByRequestTime() throws Exception {
    try (OrderedShop ordered = new OrderedShop();
        TlsConnection holder = ordered.welcome();
        TlsConnection other = ordered.welcome();
        TlsConnection fresh =
            new TestClient("TLSv1.3").connect(ordered.shop().port(), hello -> hello)) {
      fresh.sendHello();
      fresh.handshakeButLastFlight();
      ordered.awaitIdle();
      ordered.hold(holder, "holds-1");
      fresh.sendLastFlight();
      fresh.send(OrderedShop.request("first"));
      ordered.awaitInLine(1);
      ordered.release("holds-1");
      fresh.readUntil("first");
      holder.readUntil("holds-1");
      ordered.awaitIdle();
      ordered.hold(holder, "holds-2");
      other.send(OrderedShop.request("asked-first"));
      ordered.awaitInLine(1);
      fresh.send(OrderedShop.request("asked-second"));
      ordered.awaitInLine(2);
      ordered.release("holds-2");
      fresh.readUntil("asked-second");
      assertThat(ordered.served())
          .containsExactly("holds-1", "first", "holds-2", "asked-first", "asked-second");
    }
  }

  /** The page for a refused client is queued first and served last. */
  @Test
  void servesCourtesyPageBehindCustomers() throws Exception {
    try (OrderedShop ordered = courteous();
        TlsConnection holder = ordered.welcome();
        TlsConnection customer = ordered.welcome()) {
      ordered.shop().protocol().gate().publish(TestShop.SHUT);
      boolean inTime = false;
      for (int attempt = 0; attempt < ATTEMPTS_MAX && !inTime; attempt++) {
        inTime = servesTheCustomerFirst(ordered, holder, customer, attempt);
      }
      assertThat(inTime).as("both were in line within a second").isTrue();
    }
  }

  /** Returns false if the order cannot be judged, because both were not queued within a second. */
  private static boolean servesTheCustomerFirst(
      OrderedShop ordered, TlsConnection holder, TlsConnection customer, int attempt)
      throws Exception {
    TestShop shop = ordered.shop();
    long before = courtesyNanos(shop);
    AtomicLong atCustomer = new AtomicLong(-1);
    String page = "customer-" + attempt;
    ordered.onServe(
        name -> {
          if (name.equals(page)) {
            atCustomer.set(courtesyNanos(shop));
          }
        });
    ordered.hold(holder, OrderedShop.HOLDS + attempt);
    try (TlsConnection refused = new TestClient("TLSv1.3").connect(shop.port(), hello -> hello)) {
      long began = System.nanoTime();
      refused.sendHello();
      ordered.awaitInLine(1);
      customer.send(OrderedShop.request(page));
      ordered.awaitInLine(2);
      boolean inTime = System.nanoTime() - began < COURTESY_HANDICAP_NANOS;
      ordered.release(OrderedShop.HOLDS + attempt);
      customer.readUntil(page);
      holder.readUntil(OrderedShop.HOLDS + attempt);
      HeldCustomers.await().until(() -> courtesyNanos(shop) > before);
      ordered.awaitIdle();
      if (inTime) {
        assertThat(atCustomer).as("no work for a page before it").hasValue(before);
      }
      return inTime;
    }
  }

  private static long courtesyNanos(TestShop shop) {
    return shop.protocol().endpoint().meters().totals().courtesyCpuNanos();
  }

  @Test
  void reportsWaitingTimeOfQueueHead() throws Exception {
    try (OrderedShop ordered = courteous();
        TlsConnection holder = ordered.welcome();
        TlsConnection customer = ordered.welcome()) {
      WorkQueue line = new TomcatWorkQueue(ordered.shop().protocol().endpoint());
      assertThat(line.headDelayNanos(System.nanoTime() + 5 * SECOND)).isZero();
      ordered.hold(holder, "holds");
      assertThat(line.headDelayNanos(System.nanoTime() + 5 * SECOND)).as("at work").isZero();
      long before = System.nanoTime();
      customer.send(OrderedShop.request("customer"));
      ordered.awaitInLine(1);
      long later = System.nanoTime() + 5 * SECOND;
      // It waits since its place in the queue, which may be a little behind its last turn.
      assertThat(line.headDelayNanos(later)).isBetween(4 * SECOND, later - before);
      assertThat(line.waiting()).isEqualTo(1);
      ordered.release("holds");
      customer.readUntil("customer");
      ordered.awaitIdle();
      assertThat(line.headDelayNanos(System.nanoTime() + 5 * SECOND)).isZero();
    }
  }

  @Test
  void excludesCourtesyWorkFromWaitingWork() throws Exception {
    try (OrderedShop ordered = courteous();
        TlsConnection holder = ordered.welcome()) {
      WorkQueue line = new TomcatWorkQueue(ordered.shop().protocol().endpoint());
      ordered.shop().protocol().gate().publish(TestShop.SHUT);
      ordered.hold(holder, "holds");
      try (TlsConnection refused =
          new TestClient("TLSv1.3").connect(ordered.shop().port(), hello -> hello)) {
        refused.sendHello();
        ordered.awaitInLine(1);
        assertThat(line.waiting()).isZero();
        assertThat(line.headDelayNanos(System.nanoTime() + 5 * SECOND)).isZero();
        ordered.release("holds");
        holder.readUntil("holds");
      }
    }
  }

  @Test
  void metersCourtesyWorkOnlyAsCourtesy() throws Exception {
    try (OrderedShop ordered = courteous()) {
      TestShop shop = ordered.shop();
      shop.protocol().gate().publish(TestShop.SHUT);
      for (int i = 0; i < 3; i++) {
        assertThat(new TestClient("TLSv1.3").get(shop.port())).startsWith("HTTP/1.1 503");
      }
      shop.awaitNobodyConnected();
      ordered.awaitIdle();
      assertThat(courtesyNanos(shop)).isGreaterThan(TimeUnit.MICROSECONDS.toNanos(100));
      var totals = shop.protocol().endpoint().meters().totals();
      assertThat(totals.fullHandshakeCpuNanos() + totals.resumedHandshakeCpuNanos()).isZero();
      assertThat(totals.failedHandshakeCpuNanos()).isZero();
      assertThat(totals.requestCpuNanos() + totals.connectionCpuNanos()).isZero();
      assertThat(totals.firstUses().cpuNanos()).isZero();
      assertThat(totals.queueDelays()).isZero();
      assertThat(shop.protocol().endpoint().meters().visitWork().cpuNanos()).isZero();
    }
  }
}
