package io.headwaiter.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.telemetry.MetricsText;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HeadwaiterMetricsTest {
  private final Map<String, Double> refused = new LinkedHashMap<>(Map.of("visit_budget", 3.0));
  private final AtomicInteger readings = new AtomicInteger();
  private final AtomicLong now = new AtomicLong();
  private final HeadwaiterMetrics metrics = new HeadwaiterMetrics(this::read, now::get);

  private MetricsText read() {
    readings.incrementAndGet();
    MetricsText text = new MetricsText();
    text.counter("connections_refused_total", "Refused connections.");
    refused.forEach((reason, count) -> text.sample("reason", reason, count));
    text.counter("visit_cpu_seconds_total", "CPU time.", 1.5);
    text.gauge("queue_delay_seconds", "Delay.", 0.004);
    text.gauge("connections", "Open connections.", 7);
    return text;
  }

  @Test
  void metersHaveNamesUnitsAndValues() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    metrics.bindTo(registry);
    assertThat(
            registry
                .get("headwaiter.connections.refused")
                .tag("reason", "visit_budget")
                .functionCounter()
                .count())
        .isEqualTo(3);
    assertThat(registry.get("headwaiter.visit.cpu").functionCounter().getId().getBaseUnit())
        .isEqualTo("seconds");
    assertThat(registry.get("headwaiter.queue.delay").gauge().value()).isEqualTo(0.004);
    assertThat(registry.get("headwaiter.connections").gauge().value()).isEqualTo(7);
  }

  @Test
  void prometheusRegistryWritesTheSameNames() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    metrics.bindTo(registry);
    assertThat(registry.scrape())
        .contains("headwaiter_connections_refused_total{reason=\"visit_budget\"} 3.0")
        .contains("headwaiter_visit_cpu_seconds_total 1.5")
        .contains("headwaiter_queue_delay_seconds 0.004")
        .contains("headwaiter_connections 7.0");
  }

  @Test
  void newLabelValuesAppearWithNextReading() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    metrics.bindTo(registry);
    refused.put("work_waiting", 9.0);
    now.addAndGet(2_000_000_000L);
    registry.get("headwaiter.connections").gauge().value();
    assertThat(
            registry
                .get("headwaiter.connections.refused")
                .tag("reason", "work_waiting")
                .functionCounter()
                .count())
        .isEqualTo(9);
  }

  @Test
  void figureThatIsGoneHasNoValue() {
    MetricsText[] texts = {new MetricsText(), new MetricsText()};
    texts[0].gauge("ticket_secret", "Secrets.");
    texts[0].sample("fingerprint", "aa", 1);
    texts[1].gauge("ticket_secret", "Secrets.");
    texts[1].sample("fingerprint", "bb", 1);
    AtomicInteger reading = new AtomicInteger();
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    new HeadwaiterMetrics(() -> texts[reading.get()], now::get).bindTo(registry);
    reading.set(1);
    now.addAndGet(2_000_000_000L);
    assertThat(secret(registry, "aa")).isNaN();
    assertThat(secret(registry, "bb")).isEqualTo(1);
  }

  private static double secret(SimpleMeterRegistry registry, String fingerprint) {
    return registry.get("headwaiter.ticket.secret").tag("fingerprint", fingerprint).gauge().value();
  }

  @Test
  void figuresAreReadOnceASecond() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    metrics.bindTo(registry);
    registry.getMeters().forEach(meter -> meter.measure().forEach(value -> value.getValue()));
    assertThat(readings).hasValue(1);
    now.addAndGet(1_000_000_000L);
    registry.getMeters().forEach(meter -> meter.measure().forEach(value -> value.getValue()));
    assertThat(readings).hasValue(2);
  }
}
