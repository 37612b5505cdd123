package io.headwaiter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MetricsTextTest {
  private final MetricsText text = new MetricsText();

  @Test
  void writesCountersWithAndWithoutLabels() {
    text.counter("sessions_total", "Sessions that began.");
    text.sample(3);
    text.counter("waits_seconds_total", "Waiting.");
    text.sample("type", "/a", 0.000_000_25);
    text.sample("type", "/b", 1e16);
    assertThat(text)
        .hasToString(
            """
            # HELP headwaiter_sessions_total Sessions that began.
            # TYPE headwaiter_sessions_total counter
            headwaiter_sessions_total 3
            # HELP headwaiter_waits_seconds_total Waiting.
            # TYPE headwaiter_waits_seconds_total counter
            headwaiter_waits_seconds_total{type="/a"} 0.00000025
            headwaiter_waits_seconds_total{type="/b"} 10000000000000000
            """);
  }

  @Test
  void writesGauges() {
    text.gauge("pool_threads", "Threads.");
    text.sample(7);
    assertThat(text.toString().lines())
        .contains("# TYPE headwaiter_pool_threads gauge", "headwaiter_pool_threads 7");
  }

  /** A part that divides by 0 must not take away all other figures. */
  @Test
  void writesWhatIsNoNumber() {
    text.gauge("ratio", "A ratio.");
    text.sample("of", "a", Double.NaN);
    text.sample("of", "b", Double.POSITIVE_INFINITY);
    text.sample("of", "c", Double.NEGATIVE_INFINITY);
    assertThat(text.toString().lines())
        .contains(
            "headwaiter_ratio{of=\"a\"} NaN",
            "headwaiter_ratio{of=\"b\"} +Inf",
            "headwaiter_ratio{of=\"c\"} -Inf");
  }

  /** Clients choose the paths: no path may begin a line of its own. */
  @Test
  void escapesLabelValues() {
    text.counter("c_total", "C.");
    text.sample("type", "/a\"} 9\nheadwaiter_c_total 7\\", 1);
    assertThat(text.toString().lines())
        .hasSize(3)
        .last()
        .isEqualTo("headwaiter_c_total{type=\"/a\\\"} 9\\nheadwaiter_c_total 7\\\\\"} 1");
  }
}
