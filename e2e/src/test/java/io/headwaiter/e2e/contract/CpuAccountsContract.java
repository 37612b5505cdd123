package io.headwaiter.e2e.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.tomcat.TestClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The accounts of CPU time add up to the CPU time of the process. */
abstract class CpuAccountsContract extends ConnectionLimitsContract {
  private static final List<String> ACCOUNTS =
      List.of(
          "front",
          "control",
          "handshakes",
          "requests",
          "connections",
          "courtesy",
          "firstUses",
          "gc",
          "jit",
          "poller",
          "workers",
          "other");
  // Of the server's CPU time; two ticks of the process's clock are small beside it.
  private static final double STRETCH_MILLIS = 1_500;
  private static final double RESIDUAL_PART_MAX = 0.03;

  /**
   * All accounts together are the process's CPU time, while handshakes and requests of HTTP/1.1 and
   * HTTP/2 come. The clients are in this process, too: the residual is compared with the server's
   * part alone.
   */
  @Test
  void cpuAccountsAddUpToProcessTime() throws Exception {
    ExecutorService customers = Executors.newFixedThreadPool(3);
    HttpClient client =
        HttpClient.newBuilder()
            .executor(customers)
            .sslContext(TestClient.trusting(null))
            .version(HttpClient.Version.HTTP_2)
            .build();
    AtomicBoolean enough = new AtomicBoolean();
    try (Shop shop = open()) {
      URI page = URI.create("https://localhost:" + shop.port() + "/");
      Future<?> http2 = customers.submit(() -> askUntil(enough, client, page));
      Future<?> http1 =
          customers.submit(
              () -> {
                while (!enough.get()) {
                  assertServed(shop, new TestClient("TLSv1.3"));
                }
                return null;
              });
      Awaitility.await().until(() -> shop.number("requests") > 100);
      Map<?, ?> before = (Map<?, ?>) shop.status().get("cpuMillis");
      Map<?, ?> used =
          Awaitility.await()
              .atMost(Duration.ofSeconds(60))
              .until(
                  () -> difference(before, (Map<?, ?>) shop.status().get("cpuMillis")),
                  stretch -> ofServer(stretch) >= STRETCH_MILLIS);
      enough.set(true);
      http2.get();
      http1.get();
      assertThat(Math.abs((double) used.get("residual")) / ofServer(used))
          .as("residual part of " + used)
          .isLessThanOrEqualTo(RESIDUAL_PART_MAX);
      assertThat((double) used.get("handshakes")).isPositive();
      assertThat((double) used.get("requests")).isPositive();
    } finally {
      enough.set(true);
      customers.shutdownNow();
    }
  }

  private static Void askUntil(AtomicBoolean enough, HttpClient client, URI page) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(page).build();
    while (!enough.get()) {
      HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
      assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
    }
    return null;
  }

  private static Map<String, Double> difference(Map<?, ?> before, Map<?, ?> after) {
    Map<String, Double> difference = new HashMap<>();
    for (String name : ACCOUNTS) {
      difference.put(name, millis(after, name) - millis(before, name));
    }
    difference.put("residual", millis(after, "residual") - millis(before, "residual"));
    return difference;
  }

  private static double millis(Map<?, ?> parts, String name) {
    return ((Number) parts.get(name)).doubleValue();
  }

  /** Returns the sum of all accounts but the compiler's and that of the clients' threads. */
  private static double ofServer(Map<?, ?> parts) {
    double sum = 0;
    for (String name : ACCOUNTS) {
      sum += name.equals("jit") || name.equals("other") ? 0 : millis(parts, name);
    }
    return sum;
  }

  static void assertAccountsAndResidualAreTheProcess(Map<?, ?> parts) {
    double sum = millis(parts, "residual");
    for (String account : ACCOUNTS) {
      sum += millis(parts, account);
    }
    assertThat(sum).as("the sum of " + parts).isCloseTo(millis(parts, "process"), within(1e-6));
    assertThat(millis(parts, "rest")).isNotNegative();
    assertThat(millis(parts, "residualPartMax")).isNotNegative();
    assertThat(millis(parts, "residualPart")).isFinite();
    assertThat(millis(parts, "stretches")).isNotNegative();
  }
}
