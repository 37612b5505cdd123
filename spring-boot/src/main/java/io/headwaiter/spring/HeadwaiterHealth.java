package io.headwaiter.spring;

import io.headwaiter.tomcat.HeadwaiterProtocol;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Tells in the health of the application whether new visits are refused. It is up then, too: a
 * server that is taken out for that gives its load to the others. Anybody may ask for the health,
 * so the figures are read once a second at most. Thread-safe.
 */
final class HeadwaiterHealth implements HealthIndicator {
  private static final long READING_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final HeadwaiterServer server;
  private @Nullable Health last;
  private long readNanos;

  HeadwaiterHealth(HeadwaiterServer server) {
    this.server = server;
  }

  @Override
  public synchronized Health health() {
    long now = System.nanoTime();
    if (last == null || now - readNanos >= READING_NANOS) {
      last = read();
      readNanos = now;
    }
    return last;
  }

  private Health read() {
    Optional<HeadwaiterProtocol> protocol = server.protocol();
    if (protocol.isEmpty()) {
      return Health.up().withDetail("state", "not used").build();
    }
    Map<?, ?> status = protocol.get().status();
    boolean overcommitted = number(status, "capacity", "continuingPart") < 1;
    return Health.up()
        .withDetail("state", overcommitted ? "overcommitted" : "serving")
        .withDetail("neededProcessors", number(status, "capacity", "neededProcessors"))
        .withDetail("newVisitsPerSecondMax", number(status, "capacity", "newVisitsPerSecondMax"))
        .withDetail("refused", number(status, "new", "refused", "total"))
        .build();
  }

  /** Returns a figure by its nested keys; NaN if it has no value. */
  private static double number(Map<?, ?> status, String... keys) {
    Object value = status;
    for (String key : keys) {
      value = value instanceof Map<?, ?> map ? map.get(key) : null;
    }
    return value instanceof Number number ? number.doubleValue() : Double.NaN;
  }
}
