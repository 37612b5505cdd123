package io.headwaiter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.telemetry.RequestTypes.Sum;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestTypesTest {
  private final RequestTypes types = new RequestTypes();

  @ParameterizedTest
  @CsvSource({
    "/, /",
    "/item, /item",
    "/shop/item/17, /shop/item",
    "/item/17/bids, /item/*",
    "/item/a17, /item/*",
    "/item;jsessionid=1A2B/list;x=3, /item/list",
    "//, //",
    "/2026/11/21, /*/*",
    "*, *",
    "'', /",
  })
  void namesAPathByItsFirstSegments(String path, String type) {
    assertThat(RequestTypes.ofPath(path)).isEqualTo(type);
  }

  @Test
  void namesAreShort() {
    assertThat(RequestTypes.ofPath("/" + "x".repeat(100_000))).hasSize(80);
  }

  @Test
  void addsUp() {
    types.served("/a", 200, 5, 7);
    types.served("/a", 500, 50, 70); // known by now
    types.served("/b", 304, 1, 2);
    assertThat(types.sums())
        .containsEntry("/a", new Sum(2, 55, 77))
        .containsEntry("/b", new Sum(1, 1, 2))
        .hasSize(2);
  }

  @Test
  void pathsThatDoNotExistAreNoTypes() {
    for (int i = 0; i < 1_000; i++) {
      types.served("/guess" + (char) i, 404, 1, 1);
    }
    assertThat(types.sums()).containsOnlyKeys(RequestTypes.OTHER);
    assertThat(types.sums().get(RequestTypes.OTHER).count()).isEqualTo(1_000);
  }

  @Test
  void thereAreNoMoreThanFit() throws Exception {
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
                    types.served(prefix + i, 200, 1, 1);
                  }
                }));
      }
      for (Future<?> future : running) {
        future.get(60, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(types.sums()).hasSize(RequestTypes.TYPES_MAX + 1);
    assertThat(types.sums().values().stream().mapToLong(Sum::count).sum())
        .isEqualTo((long) threads * each);
  }
}
