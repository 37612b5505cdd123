package io.headwaiter.spring;

import io.headwaiter.tomcat.HeadwaiterProtocol;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Tells in the health of the application whether new visits are refused. It is up then, too: a
 * server that is taken out for that gives its load to the others.
 */
final class HeadwaiterHealth implements HealthIndicator {
  private final HeadwaiterServer server;

  HeadwaiterHealth(HeadwaiterServer server) {
    this.server = server;
  }

  @Override
  public Health health() {
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
