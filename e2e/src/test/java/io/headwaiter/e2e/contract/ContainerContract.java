package io.headwaiter.e2e.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.tomcat.TestClient;
import io.headwaiter.tomcat.TestShop;
import io.headwaiter.tomcat.TlsConnection;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole contract: also waiting, starting and stopping, controllers, the admin port. */
abstract class ContainerContract extends WorkersContract {
  private Shop waiting(String places) throws Exception {
    Shop shop =
        open(
            "waitingRoomMax", places,
            "waitingPatienceMillis", "60000",
            "waitingTargetMillis", "60000",
            "adminPort", "0");
    shop.gate().publish(Shop.BUSY);
    return shop;
  }

  @Test
  void servesWaitingConnectionsWhenGateOpens() throws Exception {
    ExecutorService customers = Executors.newFixedThreadPool(6);
    try (Shop shop = waiting("100")) {
      List<Future<String>> pages = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        TestClient client = new TestClient(i % 2 == 0 ? "TLSv1.2" : "TLSv1.3");
        pages.add(customers.submit(() -> client.get(shop.port())));
      }
      shop.await("waitingRoom.length", 6);
      assertThat(shop.status("new.admitted")).isZero();
      shop.gate().publish(AdmissionPolicy.OPEN);
      for (Future<String> page : pages) {
        assertThat(page.get()).contains("served over HTTP/1.1");
      }
      assertThat(shop.status("waitingRoom.released")).isEqualTo(6);
      assertThat(shop.status("new.admitted")).isEqualTo(6);
      shop.awaitNobodyConnected();
    } finally {
      customers.shutdownNow();
    }
  }

  /** The formula admits no visit that takes a minute; in shadow mode all are served. */
  @Test
  void shadowModeServesVisitsItWouldRefuse() throws Exception {
    String[] nobody = {
      "admission", "formula",
      "formulaNewMillis", "60000",
      "formulaResumedMillis", "0",
      "waitingRoomMax", "100",
      "waitingPatienceMillis", "60000"
    };
    try (Shop acting = open(nobody)) {
      assertThat(acting.status()).containsEntry("shadow", false).doesNotContainKey("wouldRefuse");
      acting.gate().publish(Shop.SHUT);
      Socket waits = TestClient.tcp(acting.port());
      waits.getOutputStream().write(new TestClient("TLSv1.3").hello());
      acting.await("waitingRoom.length", 1);
      waits.close();
    }
    String[] shadow = Arrays.copyOf(nobody, nobody.length + 2);
    shadow[nobody.length] = "shadow";
    shadow[nobody.length + 1] = "true";
    try (Shop shop = open(shadow)) {
      shop.gate().publish(Shop.SHUT);
      TestClient regular = new TestClient("TLSv1.3");
      assertServed(shop, regular);
      assertServed(shop, regular);
      assertServed(shop, new TestClient("TLSv1.2"));
      shop.awaitNobodyConnected();
      shop.assertThatEverybodyIsCounted();
      assertThat(shop.status()).containsEntry("shadow", true);
      assertThat(shop.status("wouldRefuse.visit_budget")).isEqualTo(2);
      assertThat(shop.status("wouldRefuse.total")).isEqualTo(2);
      assertThat(shop.status("resumed.verified")).as("who resumes is in a visit").isEqualTo(1);
      assertThat(shop.status("resumed.false")).isZero();
      assertThat(shop.status("new.refused.total")).isZero();
      assertThat(shop.status("waitingRoom.entered")).isZero();
    }
  }

  @Test
  void historyCountsRequestsOfIntervals() throws Exception {
    try (Shop shop =
        open("admission", "adaptive", "adminPort", "0", "queueDelayTargetMillis", "10000")) {
      // Connections before the first sample are in no interval.
      Awaitility.await()
          .until(() -> history(shop, "seconds=60").lines().anyMatch(ContainerContract::isRow));
      assertServed(shop, new TestClient("TLSv1.3"));
      String all =
          Awaitility.await()
              .until(() -> history(shop, "seconds=60&step=60"), page -> requests(page) == 1);
      assertThat(all).contains("\"bottleneck\"").doesNotContain("NaN").doesNotContain("nfinity");
      assertThat(history(shop, "step=-1"))
          .startsWith("step is how many seconds one row stands for");
    }
  }

  private static String history(Shop shop, String query) throws Exception {
    String admin = "http://127.0.0.1:" + shop.admin().getPort();
    URI uri = URI.create(admin + "/status/history?" + query);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
        .body();
  }

  private static boolean isRow(String line) {
    return line.startsWith("[");
  }

  /** Returns the sum over all rows. */
  private static double requests(String page) {
    List<String> lines = page.lines().toList();
    String names = lines.get(0).substring(lines.get(0).indexOf("\"time\""));
    int column = List.of(names.split(",", -1)).indexOf("\"requests\"");
    return lines.stream()
        .filter(ContainerContract::isRow)
        .mapToDouble(line -> Double.parseDouble(line.split(",", -1)[column]))
        .sum();
  }

  @Test
  void stopClosesEveryConnectionAndRestartServesAgain() throws Exception {
    List<Socket> clients = new ArrayList<>();
    try (Shop shop = waiting("4")) {
      shop.gate().publish(AdmissionPolicy.OPEN);
      TestClient regular = new TestClient("TLSv1.3");
      TlsConnection inside = regular.connect(shop.port(), hello -> hello);
      inside.handshake();
      clients.add(inside.socket());
      shop.gate().publish(Shop.BUSY);
      for (int i = 0; i < 3; i++) {
        Socket waits = TestClient.tcp(shop.port());
        waits.getOutputStream().write(new TestClient("TLSv1.3").hello());
        clients.add(waits);
      }
      clients.add(TestClient.tcp(shop.port())); // says nothing
      shop.await("waitingRoom.length", 3);
      shop.await("undecided", 1);
      shop.stop();
      for (Socket client : clients) {
        assertThat(endOf(client)).isTrue();
      }
      Awaitility.await().until(() -> shop.connections() == 0);
      shop.assertThatEverybodyIsCounted();
      shop.startAgain();
      assertServed(shop, regular);
      shop.awaitNobodyConnected();
    } finally {
      for (Socket client : clients) {
        client.close();
      }
    }
  }

  @Test
  void acceptsNoConnectionAtLimitUntilOneCloses() throws Exception {
    try (Shop shop = open("maxConnections", "2", "helloDeadlineMillis", "60000")) {
      TlsConnection first = idle(shop);
      TlsConnection second = idle(shop);
      assertThat(shop.connections()).isEqualTo(2);
      TestClient customer = new TestClient("TLSv1.3");
      try (TlsConnection third = customer.connect(shop.port(), hello -> hello)) {
        third.sendHello();
        assertThat(shop.status("arrived")).isEqualTo(2);
        first.close();
        shop.await("arrived", 3);
        assertThat(shop.connections()).isEqualTo(2);
      }
      assertServed(shop, new TestClient("TLSv1.2"));
      second.close();
      shop.awaitNobodyConnected();
    }
  }

  @Test
  void adaptiveControllerMeasuresCostsAndAllowsVisits() throws Exception {
    try (Shop shop = start(Map.of("admission", "adaptive", "queueDelayTargetMillis", "10000"))) {
      for (int i = 0; i < 5; i++) {
        assertServed(shop, new TestClient("TLSv1.3"));
      }
      long sequence = shop.status("interval.sequence");
      Awaitility.await().until(() -> shop.status("interval.sequence") > sequence + 2);
      assertThat(shop.number("costMillis.fullHandshake")).isBetween(0.01, 1_000.0);
      assertThat(shop.number("costMillis.newVisit"))
          .isGreaterThan(shop.number("costMillis.fullHandshake"));
      // On a machine that others use, an interval may have no budget left.
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(shop.number("interval.N")).isPositive());
    }
  }

  @Test
  void formulaControllerRefusesExpensiveVisit() throws Exception {
    Map<String, String> formula =
        Map.of(
            "admission", "formula",
            "formulaNewMillis", "60000",
            "formulaResumedMillis", "0",
            "formulaIntervalMillis", "100");
    try (Shop shop = start(formula)) {
      assertRefused(shop, new TestClient("TLSv1.3"));
      Awaitility.await().until(() -> shop.status("interval.sequence") > 1);
      assertThat(shop.number("interval.N")).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void metersCountExactlyAndAddUp(String protocol) throws Exception {
    try (Shop shop = open()) {
      TestClient customer = new TestClient(protocol);
      assertServed(shop, customer);
      shop.await("handshakes.full", 1);
      for (int i = 0; i < 3; i++) {
        assertServed(shop, customer);
      }
      assertServed(shop, new TestClient(protocol));
      byte[] hello = new TestClient(protocol).hello();
      assertThat(TestClient.firstByteAnswering(shop.port(), hello)).isEqualTo(HANDSHAKE_RECORD);
      shop.await("handshakes.failed", 1);
      shop.await("handshakes.full", 2);
      shop.await("handshakes.resumed", 3);
      shop.await("requests", 5);
      shop.await("requestTypes./.count", 5);
      assertProfiled(shop);
      shop.awaitNobodyConnected();
      // A turn ends after the client has received its output; each is recorded at its end.
      Awaitility.await().until(() -> shop.number("visitWork.turns") >= 5);
      assertCpuAddsUp(shop);
      // Three resumed handshakes are work for a visit; two full ones and a failed one are not.
      assertThat(shop.number("visitWork.cpuMillis"))
          .isGreaterThan(shop.number("handshakes.resumedCpuMillis"))
          .isLessThanOrEqualTo(
              shop.number("handshakes.resumedCpuMillis")
                  + shop.number("cpuMillis.requests")
                  + shop.number("cpuMillis.connections"));
    }
  }

  /** Checks two sessions with five requests for the one page, none of which used a database. */
  private static void assertProfiled(Shop shop) {
    String page = "profile.types./.";
    assertThat(shop.number("profile.sessions")).isEqualTo(2);
    assertThat(shop.number("profile.sessionLength")).isEqualTo(2.5);
    assertThat(shop.number(page + "visitsPerSession")).isEqualTo(2.5);
    assertThat(5 * shop.number(page + "processingMillis"))
        .isCloseTo(shop.number("requestTypes./.wallMillis"), within(1e-6));
    assertThat(shop.number(page + "workerWaitMillis")).isPositive();
    assertThat(shop.number(page + "connectionPart")).isZero();
  }

  @Test
  void patternsNameTypesOfRequests() throws Exception {
    try (Shop shop = open("requestPatterns", "/**")) {
      assertServed(shop, new TestClient("TLSv1.3"));
      shop.await("profile.types./**.count", 1);
    }
  }

  private static String ask(Shop shop, TestClient customer, String query) throws Exception {
    try (TlsConnection connection = customer.connect(shop.port(), hello -> hello)) {
      connection.handshake();
      connection.send(customer.request().replace("GET / ", "GET /?" + query + " "));
      return connection.readAll();
    }
  }

  /** Each request carries the recorder to which a lender of connections reports. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void profilesDatabaseUseOfRequests(String protocol) throws Exception {
    try (Shop shop = open()) {
      TestClient customer = new TestClient(protocol);
      assertServed(shop, customer);
      assertThat(ask(shop, customer, TestShop.LENT)).contains("served over HTTP/1.1");
      String page = "profile.types./.";
      shop.await(page + "count", 2);
      assertThat(shop.number(page + "connectionPart")).isEqualTo(0.5);
      assertThat(shop.number(page + "connectionRequests")).isEqualTo(1);
      assertThat(shop.number(page + "connectionWaitMillis")).isEqualTo(1.5);
      assertThat(shop.number(page + "holdMillis")).isEqualTo(1_800_000);
    }
  }

  /** The request came, but was not served. */
  @Test
  void countsFailedRequest() throws Exception {
    try (Shop shop = open()) {
      TestClient customer = new TestClient("TLSv1.3");
      assertServed(shop, customer);
      assertThat(ask(shop, customer, TestShop.FAILS)).startsWith("HTTP/1.1 500");
      String page = "profile.types./.";
      shop.await(page + "count", 2);
      shop.await(page + "failed", 1);
    }
  }

  private static void assertCpuAddsUp(Shop shop) {
    Map<?, ?> parts = (Map<?, ?>) shop.status().get("cpuMillis");
    assertAccountsAndResidualAreTheProcess(parts);
    assertThat(((Number) parts.get("handshakes")).doubleValue())
        .isCloseTo(
            shop.number("handshakes.fullCpuMillis")
                + shop.number("handshakes.resumedCpuMillis")
                + shop.number("handshakes.failedCpuMillis"),
            within(1e-6));
    // The first two of each kind are first uses: both full handshakes, two of the requests.
    double firstUses = shop.number("cpuMillis.firstUses");
    assertThat(firstUses).isPositive();
    double requests = shop.number("cpuMillis.requests");
    assertThat(requests).isPositive();
    assertThat(shop.number("requestTypes./.cpuMillis")).isBetween(requests, requests + firstUses);
    assertThat(shop.number("requestTypes./.wallMillis")).isPositive();
  }

  @Test
  void showsProcessorSupply() throws Exception {
    try (Shop shop = start(Map.of("admission", "adaptive"))) {
      Awaitility.await().until(() -> shop.number("interval.sequence") > 2);
      assertThat(shop.number("supply.allowed")).isPositive();
      assertThat(shop.number("supply.processors"))
          .isPositive()
          .isLessThanOrEqualTo(shop.number("supply.allowed"));
      assertThat(shop.number("interval.A")).isPositive();
      assertThat(shop.number("supply.others")).isNotNegative();
      assertThat(shop.number("supply.throttledPart")).isBetween(0.0, 1.0);
      assertThat(shop.number("resources.worker_threads.capacity")).isPositive();
      assertThat(shop.number("resources.worker_threads.busyMean"))
          .isBetween(0.0, shop.number("resources.worker_threads.capacity"));
    }
  }

  @Test
  void countsHttp2WorkForItsVisit() throws Exception {
    try (Shop shop = open()) {
      HttpClient client = HttpClient.newBuilder().sslContext(TestClient.trusting(null)).build();
      URI page = URI.create("https://localhost:" + shop.port() + "/");
      int requests = 6;
      for (int i = 0; i < requests; i++) {
        HttpResponse<String> answer =
            client.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString());
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
      }
      shop.await("requests", requests);
      Awaitility.await().until(() -> shop.number("visitWork.turns") >= requests);
      // All of it but the last turn, which may still be under way.
      Awaitility.await()
          .until(() -> shop.number("visitWork.cpuMillis") >= shop.number("cpuMillis.requests"));
      assertThat(shop.status("handshakes.full")).isEqualTo(1);
    }
  }

  @Test
  void servesStatusOnAdminPort() throws Exception {
    try (Shop shop = open("adminPort", "0")) {
      assertServed(shop, new TestClient("TLSv1.3"));
      URI status = URI.create("http://127.0.0.1:" + shop.admin().getPort() + "/status");
      String body =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(status).build(), BodyHandlers.ofString())
              .body();
      assertThat(body).contains("\"arrived\":1", "\"bypass\"", "\"waitingRoom\"");
    }
  }

  private static TlsConnection idle(Shop shop) throws Exception {
    TlsConnection idle = new TestClient("TLSv1.2").connect(shop.port(), hello -> hello);
    idle.handshake();
    return idle;
  }

  private static boolean endOf(Socket client) throws Exception {
    try {
      client.getInputStream().readAllBytes();
      return true;
    } catch (java.net.SocketTimeoutException e) {
      return false;
    } catch (java.net.SocketException reset) {
      return true;
    }
  }
}
