package io.headwaiter.front.status;

import io.headwaiter.door.DoorCounters;
import io.headwaiter.front.request.DoorPriority;
import io.headwaiter.front.session.CloseCause;
import io.headwaiter.front.session.ConnectionLimit;
import io.headwaiter.front.session.ConnectionWatch;
import io.headwaiter.telemetry.FigureTable;
import io.headwaiter.telemetry.FigureTable.Unit;
import io.headwaiter.telemetry.MetricsText;
import io.headwaiter.telemetry.StatusPart;
import java.util.LinkedHashMap;
import java.util.Map;

/** The part of {@code /status} and {@code /metrics} about connections. Thread-safe. */
public final class ConnectionStatus implements StatusPart {
  static final FigureTable<ConnectionStatus> TABLE = table();

  private final ConnectionLimit limit;
  private final DoorCounters door;
  private final ConnectionWatch watch;
  private final DoorPriority priority;

  public ConnectionStatus(
      ConnectionLimit limit, DoorCounters door, ConnectionWatch watch, DoorPriority priority) {
    this.limit = limit;
    this.door = door;
    this.watch = watch;
    this.priority = priority;
  }

  @Override
  public String name() {
    return "connections";
  }

  private static FigureTable<ConnectionStatus> table() {
    FigureTable<ConnectionStatus> table = new FigureTable<>();
    table
        .gauge("connections", Unit.COUNT, "Open connections, at the door and behind it.")
        .row("open", s -> s.limit.open())
        .gauge("connections_max", Unit.COUNT, "The most connections; -1 for no bound.")
        .row("max", s -> s.limit.max())
        .hiddenGauge(Unit.COUNT, "The bound that was asked for.")
        .row("maxConnections", s -> s.limit.wanted())
        .hiddenGauge(Unit.COUNT, "File descriptors that the process may open.")
        .row("descriptorLimit", s -> s.limit.descriptors())
        .counter(
            "accept_failures_total",
            Unit.COUNT,
            "Attempts to accept a connection that failed, for want of file descriptors above all.")
        .row("acceptFailures", s -> s.door.acceptFailuresTotal())
        .counter(
            "turns_gave_way_total",
            Unit.COUNT,
            "Turns of work that waited until fewer connections waited to be accepted.")
        .row("turnsGaveWay", s -> s.priority.gaveWay())
        .counter(
            "connections_closed_total",
            "cause",
            Unit.COUNT,
            "Connections that were admitted and closed by the server.");
    for (CloseCause cause : CloseCause.values()) {
      table.row("closed." + cause.label(), cause.label(), s -> s.watch.closedTotal(cause));
    }
    return table;
  }

  @Override
  public Map<String, Object> page() {
    Map<String, Object> map = new LinkedHashMap<>();
    TABLE.fill(map, this);
    return map;
  }

  @Override
  public void count(MetricsText metrics) {
    TABLE.count(metrics, this);
  }
}
