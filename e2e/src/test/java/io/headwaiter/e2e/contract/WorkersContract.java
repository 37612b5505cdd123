package io.headwaiter.e2e.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.tomcat.TestClient;
import io.headwaiter.tomcat.TestShop;
import io.headwaiter.tomcat.TlsConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A visit with requests that wait, and use no CPU time, leaves workers to others. */
abstract class WorkersContract extends StagedChargeContract {
  private static final int REQUESTS = 30;
  private static final String WORKERS = "20";

  /** Starts a server with so few workers that the requests of one visit could take them all. */
  private Shop few() throws Exception {
    return open("maxThreads", WORKERS, "connectionsPerVisitMax", "64");
  }

  private static HttpRequest page(Shop shop, String query) {
    URI address = URI.create("https://localhost:" + shop.port() + "/?" + query);
    return HttpRequest.newBuilder(address).build();
  }

  @Test
  void streamsThatWaitLeaveWorkersToOtherVisits() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    HttpClient greedy = HttpClient.newBuilder().sslContext(TestClient.trusting(null)).build();
    try (Shop shop = few();
        TestShop.Hold hold = new TestShop.Hold()) {
      HttpResponse<String> first = greedy.send(page(shop, "first"), BodyHandlers.ofString());
      assertThat(first.version()).isEqualTo(HttpClient.Version.HTTP_2);
      for (int i = 0; i < REQUESTS; i++) {
        answers.add(greedy.sendAsync(page(shop, hold.query()), BodyHandlers.ofString()));
      }
      assertOthersAreServed(shop, hold);
      hold.letGo();
      for (CompletableFuture<HttpResponse<String>> answer : answers) {
        assertThat(answer.get().statusCode()).isEqualTo(200);
      }
      shop.await("workers.heldBack", 0);
    }
  }

  /** The same with a connection per request, which comes with the last flight of the handshake. */
  @Test
  void connectionsThatWaitLeaveWorkersToOtherVisits() throws Exception {
    TestClient greedy = new TestClient("TLSv1.2");
    List<TlsConnection> connections = new ArrayList<>();
    try (Shop shop = few();
        TestShop.Hold hold = new TestShop.Hold()) {
      assertServed(shop, greedy);
      for (int i = 0; i < REQUESTS; i++) {
        TlsConnection connection = greedy.connect(shop.port(), hello -> hello);
        connection.handshakeWith(greedy.request().replace("GET / ", "GET /?" + hold.query() + " "));
        connections.add(connection);
      }
      assertOthersAreServed(shop, hold);
      assertThat(shop.status("handshakes.resumed")).as("all are one visit").isEqualTo(REQUESTS);
      hold.letGo();
      for (TlsConnection connection : connections) {
        assertThat(connection.readAll()).startsWith("HTTP/1.1 200");
        connection.close();
      }
      shop.await("workers.heldBack", 0);
      shop.awaitNobodyConnected();
    }
  }

  /** The client sends all streams at once, as soon as the handshake is done. */
  @Test
  void burstOfStreamsLeavesWorkersToOtherVisits() throws Exception {
    TestClient greedy = new TestClient("TLSv1.3").alpn(HTTP_2);
    try (Shop shop = few();
        TestShop.Hold hold = new TestShop.Hold();
        TlsConnection connection = greedy.connect(shop.port(), hello -> hello)) {
      connection.handshake();
      connection.send(streams("/?" + hold.query()));
      assertOthersAreServed(shop, hold);
      hold.letGo();
      shop.await("workers.heldBack", 0);
    }
  }

  /** Returns the preface of HTTP/2 and requests, with headers of the static table and literals. */
  private static String streams(String path) {
    String host = "localhost";
    String headers =
        "\u0082\u0087\4" + (char) path.length() + path + "\1" + (char) host.length() + host;
    StringBuilder frames = new StringBuilder(PREFACE);
    for (int i = 0; i < REQUESTS; i++) {
      frames.append("\0\0").append((char) headers.length()).append("\1\5\0\0\0");
      frames.append((char) (2 * i + 1)).append(headers);
    }
    return frames.toString();
  }

  /** Checks other visits, also new ones, which need several turns for their handshake. */
  private static void assertOthersAreServed(Shop shop, TestShop.Hold hold) throws Exception {
    // Some of the threads are Jetty's own.
    Awaitility.await().until(() -> shop.status("workers.heldBack") > 0 && hold.inside() >= 7);
    for (int i = 0; i < 5; i++) {
      assertServed(shop, new TestClient("TLSv1.3"));
    }
    assertThat(hold.inside()).isLessThanOrEqualTo(Integer.parseInt(WORKERS) / 2);
    shop.await("waiting", 0);
  }
}
