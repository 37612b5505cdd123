package io.headwaiter.front.status;

import io.headwaiter.door.DoorCounters;
import io.headwaiter.front.session.ConnectionLimit;
import io.headwaiter.front.session.ConnectionWatch;
import io.headwaiter.telemetry.MetricsText;
import io.headwaiter.telemetry.StatusPart;
import java.util.LinkedHashMap;
import java.util.Map;

/** The part of {@code /status} and {@code /metrics} about connections. Thread-safe. */
public final class ConnectionStatus implements StatusPart {
  private final ConnectionLimit limit;
  private final DoorCounters door;
  private final ConnectionWatch watch;

  public ConnectionStatus(ConnectionLimit limit, DoorCounters door, ConnectionWatch watch) {
    this.limit = limit;
    this.door = door;
    this.watch = watch;
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
    Map<String, Object> closed = new LinkedHashMap<>();
    for (ConnectionWatch.Cause cause : ConnectionWatch.Cause.values()) {
      closed.put(cause.label(), watch.closedTotal(cause));
    }
    map.put("closed", closed);
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
    metrics.counter(
        "connections_closed_total", "Connections that were let in and closed by the server.");
    for (ConnectionWatch.Cause cause : ConnectionWatch.Cause.values()) {
      metrics.sample("cause", cause.label(), watch.closedTotal(cause));
    }
  }
}
