package io.headwaiter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.profile.RequestPatterns;
import io.headwaiter.core.profile.RequestTotals;
import io.headwaiter.core.profile.RequestType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RequestTypesTest {
  private final RequestTypes types = new RequestTypes(() -> 0);

  private void serve(String type, int status, long cpuNanos, long wallNanos) {
    types.of(type, status).served(cpuNanos, 0, wallNanos);
  }

  @Test
  void countsWaitOfRequestsThatGetNoConnection() {
    types.of("/a", 200).served(5, 3, 7);
    types.of("/a", 200).connectionsUsed(2, 11, 13, 5);
    types.of("/a", 503).served(5, 3, 7);
    types.of("/a", 503).connectionsUsed(1, 17, 0, 0);
    assertThat(types.sums())
        .containsEntry("/a", new RequestTotals(2, 0, 10, 6, 14, 98, 1, 3, 28, 13, 169, 5));
  }

  @Test
  void connectionUseCreatesNoType() {
    types.known("/guess").connectionsUsed(1, 1, 1, 0);
    assertThat(types.sums()).containsOnlyKeys(RequestType.OTHER);
  }

  @Test
  void sumsRequestsByType() {
    serve("/a", 200, 5, 7);
    serve("/a", 500, 50, 70); // known by now
    serve("/b", 304, 1, 2);
    assertThat(types.sums())
        .containsEntry("/a", new RequestTotals(2, 0, 55, 0, 77, 4949, 0, 0, 0, 0, 0, 0))
        .containsEntry("/b", new RequestTotals(1, 0, 1, 0, 2, 4, 0, 0, 0, 0, 0, 0))
        .hasSize(2);
  }

  @Test
  void countsFailedRequestsAsNotServed() {
    serve("/a", 200, 5, 7);
    serve("/a", 500, 5, 7);
    types.of("/a", 500).failed();
    assertThat(types.sums().get("/a").count()).isEqualTo(2);
    assertThat(types.sums().get("/a").failed()).isEqualTo(1);
    assertThat(types.sums().get("/a").served()).isEqualTo(1);
  }

  @Test
  void nonexistentPathsCreateNoTypes() {
    for (int i = 0; i < 1_000; i++) {
      serve("/guess" + (char) i, 404, 1, 1);
    }
    assertThat(types.sums()).containsOnlyKeys(RequestType.OTHER);
    assertThat(types.sums().get(RequestType.OTHER).count()).isEqualTo(1_000);
  }

  /** Behind a sign-in page, for example, every address is answered with a redirect. */
  @Test
  void redirectsFillAtMostHalfOfTypes() {
    for (int i = 0; i < 1_000; i++) {
      serve("/guess" + (char) i, 302, 1, 1);
    }
    assertThat(types.sums()).hasSize(RequestType.TYPES_MAX / 2 + 1);
    serve("/page", 200, 1, 1);
    serve("/cached", 304, 1, 1);
    assertThat(types.sums()).containsKeys("/page", "/cached");
  }

  @Test
  void reservesPlacesForNamedTypes() {
    types.nameBy(RequestPatterns.of("/report/*"));
    types.reserve(List.of("/order", RequestType.OTHER));
    assertThat(types.sums()).isEmpty();
    for (int i = 0; i < 1_000; i++) {
      serve("/guess" + (char) i, 200, 1, 1);
    }
    serve(types.nameOf("/report/7"), 200, 1, 1);
    serve("/order", 302, 1, 1);
    assertThat(types.sums()).containsKeys("/report/*", "/order").hasSize(RequestType.TYPES_MAX + 1);
    assertThat(types.sums().get(RequestType.OTHER).count())
        .isEqualTo(1_000 - RequestType.TYPES_MAX + 2);
  }

  @Test
  void failedRequestsOfUnknownPathsAreEnteredAsOther() {
    serve("/order", 200, 1, 1);
    assertThat(types.enteredAs(types.of("/order", 500), "/order")).isEqualTo("/order");
    assertThat(types.enteredAs(types.of("/reset/AbCdEf", 404), "/reset/AbCdEf"))
        .isEqualTo(RequestType.OTHER);
  }

  @Test
  void limitsTypesUnderConcurrency() throws Exception {
    int threads = 8;
    int each = 200;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        String prefix = "/" + t + "-";
        running.add(
            pool.submit(
                () -> {
                  for (int i = 0; i < each; i++) {
                    serve(prefix + i, 200, 1, 1);
                  }
                }));
      }
      for (Future<?> future : running) {
        future.get(60, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(types.sums()).hasSize(RequestType.TYPES_MAX + 1);
    assertThat(types.sums().values().stream().mapToLong(RequestTotals::count).sum())
        .isEqualTo((long) threads * each);
  }
}
