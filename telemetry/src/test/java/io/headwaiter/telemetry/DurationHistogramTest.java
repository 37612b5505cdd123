package io.headwaiter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DurationHistogramTest {
  private static final long MILLI = 1_000_000L;

  private static List<String> lines(long... nanos) {
    DurationHistogram histogram = new DurationHistogram();
    Arrays.stream(nanos).forEach(histogram::record);
    MetricsText text = new MetricsText();
    histogram.write(text, "wait_seconds", "Time that callers waited.");
    return text.toString().lines().toList();
  }

  @Test
  void bucketsCountAllUpToTheirBound() {
    assertThat(lines(MILLI, MILLI + 1, 3 * MILLI, 9999 * MILLI, 20_000 * MILLI, -5))
        .contains(
            "# TYPE headwaiter_wait_seconds histogram",
            "headwaiter_wait_seconds_bucket{le=\"0.001\"} 2",
            "headwaiter_wait_seconds_bucket{le=\"0.0025\"} 3",
            "headwaiter_wait_seconds_bucket{le=\"0.005\"} 4",
            "headwaiter_wait_seconds_bucket{le=\"5.0\"} 4",
            "headwaiter_wait_seconds_bucket{le=\"10.0\"} 5",
            "headwaiter_wait_seconds_bucket{le=\"+Inf\"} 6",
            "headwaiter_wait_seconds_count 6");
  }

  @Test
  void sumIsInSeconds() {
    assertThat(lines(1500 * MILLI, 500 * MILLI, -7)).contains("headwaiter_wait_seconds_sum 2");
  }

  @Test
  void emptyHistogramHasAllBuckets() {
    assertThat(lines()).hasSize(2 + 14 + 2).contains("headwaiter_wait_seconds_sum 0");
  }
}
