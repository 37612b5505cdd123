package io.headwaiter.front;

import io.headwaiter.door.DoorCounters;
import io.headwaiter.telemetry.MetricsText;
import java.util.LinkedHashMap;
import java.util.Map;

/** What {@code /status} and {@code /metrics} show of the connections. Thread-safe. */
final class ConnectionsPage implements StatusPart {
  private final ConnectionLimit limit;
  private final DoorCounters door;

  ConnectionsPage(ConnectionLimit limit, DoorCounters door) {
    this.limit = limit;
    this.door = door;
  }

  @Override
  public String name() {
    return "connections";
  }

  @Override
  public Map<String, Object> page() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("open", limit.open());
    map.put("max", limit.max());
    map.put("maxConnections", limit.wanted());
    map.put("descriptorLimit", limit.descriptors());
    map.put("acceptFailures", door.acceptFailuresTotal());
    return map;
  }

  @Override
  public void count(MetricsText metrics) {
    metrics.gauge("connections", "Open connections, at the door and behind it.", limit.open());
    metrics.gauge("connections_max", "The most connections; -1 for no bound.", limit.max());
    metrics.counter(
        "accept_failures_total",
        "Attempts to accept a connection that failed, for want of file descriptors above all.",
        door.acceptFailuresTotal());
  }
}
