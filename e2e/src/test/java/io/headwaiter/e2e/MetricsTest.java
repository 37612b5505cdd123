package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.results.LoadResult;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code /metrics} is what Prometheus accepts, and says what a load generator has counted. */
@Tag("once")
class MetricsTest {
  private static final int VISITS = 60;
  private static final double PERCENT = 2;

  private static LoadResult load(ServedShop shop) throws Exception {
    LoadOptions options =
        LoadOptions.builder(shop.uri("/"))
            .thinkScale(0)
            .closedPopulation(2)
            .patience(Duration.ofSeconds(60))
            .warmup(Duration.ZERO)
            .duration(Duration.ofSeconds(120))
            .maxSessions(VISITS)
            .build();
    try (LoadGenerator generator = new LoadGenerator(options)) {
      return generator.run(progress -> {});
    }
  }

  /** Returns the sum of all samples of a metric with this label among its labels. */
  private static double sum(String metrics, String name, String label) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
        .filter(line -> line.contains(label))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  @Test
  void metricsAgreeWithLoadGenerator() throws Exception {
    try (ServedShop shop = ServedShop.start("--admission", "off", "--admin-port", "0")) {
      LoadResult load = load(shop);
      assertThat(load.sessions().completed()).isGreaterThan(VISITS / 2);
      double replies = load.replies().total();
      // A request is over for its client a moment before it is for the server.
      await()
          .untilAsserted(
              () ->
                  assertThat(sum(shop.admin("/metrics"), "headwaiter_requests_total", ""))
                      .isCloseTo(replies, withinPercentage(PERCENT)));

      String metrics = shop.admin("/metrics");
      assertThat(sum(metrics, "headwaiter_request_duration_seconds_count", ""))
          .isCloseTo(replies, withinPercentage(PERCENT));
      assertThat(sum(metrics, "headwaiter_handshakes_total", "kind=\"full\""))
          .isCloseTo(load.handshakes().full(), withinPercentage(PERCENT));
      assertThat(sum(metrics, "headwaiter_handshakes_total", "kind=\"resumed\""))
          .isCloseTo(load.handshakes().resumed(), withinPercentage(PERCENT));
      Command checked = Command.run(metrics, List.of("promtool", "check", "metrics"));
      assertThat(checked.out() + checked.err()).isEmpty();
      assertThat(checked.exitCode()).isZero();
    }
  }
}
