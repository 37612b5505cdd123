package io.headwaiter.e2e.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.tomcat.TestClient;
import io.headwaiter.tomcat.TestHellos;
import io.headwaiter.tomcat.TlsConnection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which connections are admitted, and as what. */
abstract class AdmissionContract extends Contract {
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void admitsNewVisitOnlyWhileGateIsOpen(String protocol) throws Exception {
    try (Shop shop = open()) {
      assertServed(shop, new TestClient(protocol));
      shop.gate().publish(Shop.SHUT);
      assertRefused(shop, new TestClient(protocol));
      shop.gate().publish(AdmissionPolicy.OPEN);
      assertServed(shop, new TestClient(protocol));
      shop.awaitNobodyConnected();
      shop.assertThatEverybodyIsCounted();
      assertThat(shop.status("new.admitted")).isEqualTo(2);
      assertThat(shop.status("handshakes.full")).isEqualTo(2);
      assertThat(shop.number("cpuMillis.firstUses")).isPositive();
      assertThat(shop.status("requests")).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void admitsVerifiedResumptionWhileGateIsShut(String protocol) throws Exception {
    try (Shop shop = open()) {
      TestClient regular = new TestClient(protocol);
      assertServed(shop, regular);
      shop.gate().publish(Shop.SHUT);
      assertServed(shop, regular);
      assertServed(shop, regular);
      assertRefused(shop, new TestClient(protocol));
      shop.awaitNobodyConnected();
      shop.assertThatEverybodyIsCounted();
      assertThat(shop.status("resumed.verified")).isEqualTo(2);
      assertThat(shop.status("handshakes.resumed")).isEqualTo(2);
      assertThat(shop.status("resumed.false")).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void countsResumptionsWhileGateIsOpen(String protocol) throws Exception {
    try (Shop shop = open()) {
      TestClient regular = new TestClient(protocol);
      for (int i = 0; i < 4; i++) {
        assertServed(shop, regular);
      }
      shop.awaitNobodyConnected();
      shop.assertThatEverybodyIsCounted();
      assertThat(shop.status("handshakes.full")).isEqualTo(1);
      assertThat(shop.status("handshakes.resumed")).isEqualTo(3);
      assertThat(shop.status("resumed.claimed")).isEqualTo(3);
    }
  }

  /** The server would sign, not resume, and the sender need not know the ticket's secret. */
  @Test
  void treatsTicketWithOnlyPskKeAsNew() throws Exception {
    try (Shop shop = open()) {
      TestClient regular = new TestClient("TLSv1.3");
      assertServed(shop, regular);
      byte[] real = regular.hello();
      shop.gate().publish(Shop.SHUT);
      assertThat(TestClient.firstByteAnswering(shop.port(), TestHellos.withPskKeOnly(real)))
          .isEqualTo(CLOSED);
      assertThat(shop.status("new.refused.visit_budget")).isEqualTo(1);
      assertThat(shop.status("resumed.verified")).isZero();
      assertThat(TestClient.firstByteAnswering(shop.port(), real)).isEqualTo(HANDSHAKE_RECORD);
      assertThat(shop.status("resumed.verified")).isEqualTo(1);
    }
  }

  /** Verified or not, a resumption belongs to the visit of its session, and to no other. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void countsConnectionsOfOneClientAsOneVisit(String protocol) throws Exception {
    try (Shop shop = open()) {
      long before = shop.status("visitsRemembered");
      List<TestClient> clients = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        clients.add(new TestClient(protocol));
      }
      for (AdmissionPolicy policy :
          List.of(AdmissionPolicy.OPEN, AdmissionPolicy.OPEN, Shop.SHUT, Shop.SHUT)) {
        shop.gate().publish(policy);
        for (TestClient client : clients) {
          assertServed(shop, client);
        }
      }
      shop.awaitNobodyConnected();
      assertThat(shop.status("handshakes.full")).isEqualTo(clients.size());
      assertThat(shop.status("handshakes.resumed")).isEqualTo(3L * clients.size());
      assertThat(shop.status("visitsRemembered") - before).isEqualTo(clients.size());
    }
  }

  /** Returns the answer; empty if the connection is closed. */
  static String whatIsServed(Shop shop, TestClient client) {
    try {
      return client.get(shop.port());
    } catch (IOException closed) {
      return "";
    }
  }

  /** The client offers a session of another server, which this one cannot resume. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void stopsFalseResumptionWithoutBudget(String protocol) throws Exception {
    try (Shop shop = open();
        Shop other = open()) {
      TestClient elsewhere = new TestClient(protocol);
      assertServed(other, elsewhere);
      shop.gate().publish(Shop.NO_VISIT);
      assertThat(whatIsServed(shop, elsewhere)).isEmpty();
      assertThat(shop.status("resumed.claimed")).isEqualTo(1);
      shop.await("resumed.stopped", 1);
      shop.await("handshakes.failed", 1);
      shop.awaitNobodyConnected();
      shop.assertThatEverybodyIsCounted();
      assertThat(shop.status("handshakes.full")).isZero();
      assertThat(shop.status("requests")).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void treatsForgedTokenAsNew(String protocol) throws Exception {
    try (Shop shop = open()) {
      TestClient regular = new TestClient(protocol);
      assertServed(shop, regular);
      byte[] real = regular.hello();
      shop.gate().publish(Shop.SHUT);
      assertThat(TestClient.firstByteAnswering(shop.port(), TestHellos.forged(real)))
          .isEqualTo(CLOSED);
      assertThat(shop.status("resumed.unknown")).isEqualTo(1);
      assertThat(TestClient.firstByteAnswering(shop.port(), real)).isEqualTo(HANDSHAKE_RECORD);
      assertThat(shop.status("resumed.verified")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void countsAndChargesFalseResumption(String protocol) throws Exception {
    TestClient stranger = new TestClient(protocol);
    try (Shop other = open()) {
      assertServed(other, stranger);
    }
    try (Shop shop = open()) {
      shop.gate().publish(Shop.ONE_VISIT);
      assertServed(shop, stranger);
      shop.await("resumed.false", 1);
      assertThat(shop.status("resumed.claimed")).isEqualTo(1);
      assertThat(shop.status("handshakes.full")).isEqualTo(1);
      assertRefused(shop, new TestClient(protocol));
    }
  }

  @Test
  void admitsParallelConnectionsWithTheirVisit() throws Exception {
    try (Shop shop = open("parallelConnectionsMax", "3")) {
      shop.gate().publish(Shop.ONE_VISIT);
      for (int i = 0; i < 4; i++) {
        assertServed(shop, new TestClient("TLSv1.3"));
      }
      assertRefused(shop, new TestClient("TLSv1.3"));
      shop.awaitNobodyConnected();
      shop.assertThatEverybodyIsCounted();
      assertThat(shop.status("new.admitted")).isEqualTo(1);
      assertThat(shop.status("parallel.admitted")).isEqualTo(3);
      assertThat(shop.status("handshakes.full")).isEqualTo(4);
      assertThat(shop.number("profile.sessions")).isEqualTo(1);
    }
  }

  /** Many customers share an address, and each of them begins a visit. */
  @Test
  void sharedAddressHasNoParallelConnections() throws Exception {
    List<TlsConnection> others = new ArrayList<>();
    try (Shop shop = open("parallelConnectionsMax", "3")) {
      for (int i = 0; i < 7; i++) {
        TlsConnection other = new TestClient("TLSv1.3").connect(shop.port(), hello -> hello);
        other.handshake();
        others.add(other);
      }
      long before = shop.status("parallel.admitted");
      shop.gate().publish(Shop.ONE_VISIT);
      assertServed(shop, new TestClient("TLSv1.3"));
      assertRefused(shop, new TestClient("TLSv1.3"));
      assertThat(shop.status("parallel.admitted")).isEqualTo(before);
    } finally {
      for (TlsConnection other : others) {
        other.close();
      }
    }
  }

  @Test
  void admitsParallelConnectionsOfVisitThatGoesOn() throws Exception {
    try (Shop shop = open("parallelConnectionsMax", "2")) {
      TestClient browser = new TestClient("TLSv1.3");
      shop.gate().publish(Shop.ONE_VISIT);
      for (int page = 0; page < 2; page++) {
        assertServed(shop, browser); // the second time with a ticket
        assertServed(shop, new TestClient("TLSv1.3"));
        assertServed(shop, new TestClient("TLSv1.3"));
        assertRefused(shop, new TestClient("TLSv1.3"));
        shop.gate().publish(Shop.SHUT);
      }
      shop.awaitNobodyConnected();
      shop.assertThatEverybodyIsCounted();
      assertThat(shop.status("resumed.verified")).isEqualTo(1);
      assertThat(shop.status("parallel.admitted")).isEqualTo(4);
      assertThat(shop.number("profile.sessions")).isEqualTo(1);
    }
  }

  @Test
  void abandonedHandshakeBringsNoParallelConnection() throws Exception {
    try (Shop shop = open("parallelConnectionsMax", "3")) {
      for (int abandoned = 1; abandoned <= 3; abandoned++) {
        byte[] hello = new TestClient("TLSv1.3").hello();
        assertThat(TestClient.firstByteAnswering(shop.port(), hello)).isEqualTo(HANDSHAKE_RECORD);
        shop.await("new.abandoned", abandoned);
      }
      assertThat(shop.status("parallel.admitted")).isZero();
    }
  }

  @Test
  void refusesSessionUsedTooOften() throws Exception {
    try (Shop shop = open("ticketBurst", "3", "ticketPerSecond", "0.001")) {
      TestClient regular = new TestClient("TLSv1.2");
      assertServed(shop, regular);
      shop.gate().publish(Shop.SHUT);
      byte[] replayed = regular.hello();
      for (int i = 0; i < 3; i++) {
        assertThat(TestClient.firstByteAnswering(shop.port(), replayed))
            .isEqualTo(HANDSHAKE_RECORD);
      }
      assertThat(TestClient.firstByteAnswering(shop.port(), replayed)).isEqualTo(CLOSED);
      assertThat(shop.status("resumed.overused")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"close, -1", "reset, -1", "alert:access_denied, 21"})
  void refusesInConfiguredStyle(String style, int firstByte) throws Exception {
    try (Shop shop = open("refusalStyle", style)) {
      shop.gate().publish(Shop.SHUT);
      byte[] hello = new TestClient("TLSv1.3").hello();
      assertThat(TestClient.firstByteAnswering(shop.port(), hello)).isEqualTo(firstByte);
      assertThat(shop.status("new.refused.visit_budget")).isEqualTo(1);
      shop.awaitNobodyConnected();
      shop.assertThatEverybodyIsCounted();
    }
  }

  @Test
  void admitsBypassClientsUpToBypassBudget() throws Exception {
    try (Shop shop =
        open(
            "bypassServerNames", "probe.example", "bypassBurst", "2", "bypassPerSecond", "0.001")) {
      shop.gate().publish(Shop.SHUT);
      TestClient probe = new TestClient("TLSv1.3").host("probe.example");
      assertRefused(shop, new TestClient("TLSv1.3"));
      assertServed(shop, probe);
      assertServed(shop, new TestClient("TLSv1.2").host("probe.example"));
      assertRefused(shop, new TestClient("TLSv1.3").host("probe.example"));
      assertServed(shop, probe); // over the budget, but resumed
      shop.awaitNobodyConnected();
      shop.assertThatEverybodyIsCounted();
      assertThat(shop.status("bypass.admitted")).isEqualTo(2);
      assertThat(shop.status("bypass.overBudget")).isEqualTo(2);
      assertThat(shop.status("new.admitted")).isZero();
      assertThat(shop.status("resumed.verified")).isEqualTo(1);
      assertThat(shop.status("handshakes.full")).isEqualTo(2);
      assertThat(shop.status("resumed.false")).isZero();
    }
  }

  @Test
  void chargesBypassClientOnlyForFullHandshake() throws Exception {
    try (Shop shop =
        open("bypassNetworks", "127.0.0.1", "bypassBurst", "2", "bypassPerSecond", "0.001")) {
      shop.gate()
          .publish(
              AdmissionPolicy.builder(1)
                  .grantNanos(2_900)
                  .budgetMaxNanos(2_900)
                  .newVisitCostNanos(1_000)
                  .build());
      TestClient probe = new TestClient("TLSv1.3");
      assertServed(shop, probe);
      assertServed(shop, probe);
      shop.await("handshakes.resumed", 1);
      assertThat(shop.status("bypass.admitted")).isEqualTo(2);
      // The budget was for two visits; one is left.
      assertServed(shop, new TestClient("TLSv1.3"));
      assertRefused(shop, new TestClient("TLSv1.3"));
    }
  }

  @Test
  void servesAndForgetsManyConcurrentClients() throws Exception {
    int clients = 6;
    int visits = 5;
    ExecutorService crowd = Executors.newFixedThreadPool(clients);
    try (Shop shop = open()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        String protocol = i % 2 == 0 ? "TLSv1.2" : "TLSv1.3";
        all.add(
            crowd.submit(
                () -> {
                  TestClient client = new TestClient(protocol);
                  for (int j = 0; j < visits; j++) {
                    assertServed(shop, client);
                  }
                  return null;
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
      shop.awaitNobodyConnected();
      shop.assertThatEverybodyIsCounted();
      assertThat(shop.status("handshakes.full")).isEqualTo(clients);
      assertThat(shop.status("handshakes.resumed")).isEqualTo((long) clients * (visits - 1));
      assertThat(shop.status("requests")).isEqualTo((long) clients * visits);
      shop.await("waiting", 0); // a container's own small tasks are counted, too
    } finally {
      crowd.shutdownNow();
    }
  }

  @Test
  void refundsNothingAfterCompletedHandshake() throws Exception {
    try (Shop shop = open()) {
      shop.gate().publish(Shop.ONE_VISIT);
      try (TlsConnection done = new TestClient("TLSv1.3").connect(shop.port(), hello -> hello)) {
        done.handshake();
        shop.await("handshakes.full", 1);
      }
      shop.awaitNobodyConnected();
      shop.assertThatEverybodyIsCounted();
      assertThat(shop.status("new.abandoned")).isZero();
      assertRefused(shop, new TestClient("TLSv1.3"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void refundsVisitWhenClientLeavesAfterHello(String protocol) throws Exception {
    try (Shop shop = open()) {
      shop.gate().publish(Shop.ONE_VISIT);
      for (int i = 1; i <= 5; i++) {
        byte[] hello = new TestClient(protocol).hello();
        assertThat(TestClient.firstByteAnswering(shop.port(), hello)).isEqualTo(HANDSHAKE_RECORD);
        shop.await("new.abandoned", i);
      }
      assertThat(shop.status("handshakes.failed")).isEqualTo(5);
      assertServed(shop, new TestClient(protocol));
      assertThat(shop.status("new.refused.visit_budget")).isZero();
    }
  }
}
