package io.headwaiter.micrometer;

import io.headwaiter.core.api.UserApi;
import io.headwaiter.telemetry.MetricsText;
import io.headwaiter.telemetry.MetricsText.Sample;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows the figures of a connector in Micrometer, under the names that docs/metrics.md lists: the
 * counter {@code headwaiter_visit_cpu_seconds_total} is {@code headwaiter.visit.cpu} in seconds
 * there, which a registry for Prometheus writes as before.
 *
 * <pre>
 *   new HeadwaiterMetrics(protocol::metrics).bindTo(registry);
 * </pre>
 *
 * <p>Histograms are left out, since Micrometer has its own for requests. Figures are read once a
 * second at most, when a registry asks for one. A figure whose label has a new value, such as the
 * type of a request, appears with the next reading.
 *
 * <p>Thread-safe.
 */
@UserApi
public final class HeadwaiterMetrics implements MeterBinder {
  private static final long READING_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final String COUNTER = "counter";
  private static final String GAUGE = "gauge";
  private static final String TOTAL = "_total";
  private static final String SECONDS = "_seconds";

  private final Supplier<MetricsText> source;
  private final LongSupplier clock;
  private final List<MeterRegistry> registries = new ArrayList<>();
  private final Set<Series> registered = new HashSet<>();
  // Those of the last reading: a figure that is gone, such as that of an old secret, has none.
  private final Map<Series, Double> values = new HashMap<>();
  private long readNanos;
  private boolean hasRead;

  /** A metric with one value of its label. */
  private record Series(String name, String labelValue) {}

  /**
   * @param source reads the figures, for example {@code HeadwaiterProtocol::metrics}
   */
  public HeadwaiterMetrics(Supplier<MetricsText> source) {
    this(source, System::nanoTime);
  }

  HeadwaiterMetrics(Supplier<MetricsText> source, LongSupplier clock) {
    this.source = source;
    this.clock = clock;
  }

  @Override
  public synchronized void bindTo(MeterRegistry registry) {
    registries.add(registry);
    registered.clear(); // so that all are registered
    hasRead = false;
    read();
  }

  /** Reads all figures, unless that was just done, and registers those that are new. */
  private synchronized void read() {
    long now = clock.getAsLong();
    if (hasRead && now - readNanos < READING_NANOS) {
      return;
    }
    hasRead = true;
    readNanos = now;
    values.clear();
    for (Sample sample : source.get().samples()) {
      if (sample.type().equals(COUNTER) || sample.type().equals(GAUGE)) {
        Series series = new Series(sample.name(), sample.labelValue());
        values.put(series, sample.value());
        if (registered.add(series)) {
          registries.forEach(registry -> register(registry, series, sample));
        }
      }
    }
  }

  private synchronized double value(Series series) {
    read();
    return values.getOrDefault(series, Double.NaN);
  }

  /** Registers a meter; a registry that has it already keeps that. */
  private void register(MeterRegistry registry, Series series, Sample sample) {
    boolean counter = sample.type().equals(COUNTER);
    String name = counter ? without(TOTAL, sample.name()) : sample.name();
    @Nullable String unit = name.endsWith(SECONDS) ? "seconds" : null;
    String meter = without(SECONDS, name).replace('_', '.');
    Tags tags =
        sample.label().isEmpty() ? Tags.empty() : Tags.of(sample.label(), sample.labelValue());
    if (counter) {
      FunctionCounter.builder(meter, this, metrics -> metrics.value(series))
          .tags(tags)
          .baseUnit(unit)
          .register(registry);
    } else {
      Gauge.builder(meter, this, metrics -> metrics.value(series))
          .tags(tags)
          .baseUnit(unit)
          .strongReference(true)
          .register(registry);
    }
  }

  private static String without(String end, String name) {
    return name.endsWith(end) ? name.substring(0, name.length() - end.length()) : name;
  }
}
