package io.headwaiter.front.status;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.capacity.Resource;
import io.headwaiter.core.capacity.ResourceUse;
import io.headwaiter.door.Door;
import io.headwaiter.front.control.ControlLoop;
import io.headwaiter.front.control.ControlSources;
import io.headwaiter.front.control.RequestProfiler;
import io.headwaiter.front.control.ResourceMeter;
import io.headwaiter.front.session.SessionDirectory;
import io.headwaiter.front.supply.CpuAccounting;
import io.headwaiter.front.supply.ThreadCpu;
import io.headwaiter.front.work.WorkQueue;
import io.headwaiter.telemetry.MetricsText;
import io.headwaiter.telemetry.ServerMeters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The content of {@code /status}. Times are in milliseconds; counters are totals since the start.
 */
public final class StatusPage {
  private static final double NANOS_PER_MILLI = 1e6;

  private final String admission;
  private final AdmissionGate gate;
  private final SessionDirectory sessions;
  private final Door door;
  private final ServerMeters meters;
  private final ControlLoop loop;
  private final WorkQueue work;
  private final CpuAccounting cpu;
  private final RequestProfiler profile;
  private final Supplier<Map<String, Object>> pools;

  /**
   * @param admission the name of the controller
   * @param pools what is shown of the pools; empty if nothing sizes them
   */
  public StatusPage(
      String admission,
      SessionDirectory sessions,
      ControlSources sources,
      ControlLoop loop,
      RequestProfiler profile,
      Supplier<Map<String, Object>> pools) {
    this.admission = admission;
    this.gate = sources.gate();
    this.sessions = sessions;
    this.door = sources.door();
    this.meters = sources.meters();
    this.loop = loop;
    this.work = sources.work();
    this.cpu = sources.cpu();
    this.profile = profile;
    this.pools = pools;
  }

  /** Returns the page. */
  public Map<String, Object> toMap() {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("admission", admission);
    page.put("shadow", gate.isShadow());
    page.put("defects", new LinkedHashMap<>());
    ServerFigures.Reading reading = read();
    ServerFigures.TABLE.fill(page, reading);
    page.put("requestTypes", requestTypes());
    page.put("profile", profile.toMap());
    page.put("cpuMillis", cpu.toMap());
    page.put("resources", resources(loop.resources()));
    page.put("resourceTotals", resourceTotals(loop.resourceTotals()));
    Map<String, Object> sized = pools.get();
    if (!sized.isEmpty()) {
      page.put("pools", sized);
    }
    nested(page, "capacity").put("bottleneck", reading.report().capacity().bottleneck().label());
    return page;
  }

  /** Returns the same figures for {@code /metrics}. */
  public String metrics() {
    MetricsText text = new MetricsText();
    ServerFigures.TABLE.count(text, read());
    meters
        .responseTimes()
        .write(
            text,
            "request_duration_seconds",
            "Time from the arrival of a request to the end of its reply, waiting included.");
    return text.toString();
  }

  private ServerFigures.Reading read() {
    return new ServerFigures.Reading(
        gate.counters(),
        door.counters(),
        door.waiting(),
        meters,
        meters.totals(),
        loop.report(),
        loop.supply(),
        new ServerFigures.Levels(
            gate.isShadow(),
            ThreadCpu.nanosOf(door.threadIds()),
            door.undecidedCount(),
            work.waiting(),
            sessions.remembered(),
            gate.courtesy().grantedTotal()));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> nested(Map<String, Object> page, String name) {
    return (Map<String, Object>) page.get(name);
  }

  private static Map<String, Object> resources(List<ResourceUse> uses) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (ResourceUse use : uses) {
      map.put(
          unusedName(use.resource(), map),
          Map.of("capacity", use.capacity(), "busyMean", use.busyMean(), "waiting", use.waiting()));
    }
    return map;
  }

  /** Returns all samples since the start, for clients that take differences. */
  private static Map<String, Object> resourceTotals(List<ResourceMeter.Total> totals) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (ResourceMeter.Total total : totals) {
      map.put(
          unusedName(total.resource(), map),
          Map.of("busySum", total.busySum(), "samples", total.samples()));
    }
    return map;
  }

  private static String unusedName(Resource resource, Map<String, Object> map) {
    String name = resource.label();
    for (int more = 2; map.containsKey(name); more++) {
      name = resource.label() + more; // a second pool of the kind
    }
    return name;
  }

  private Map<String, Object> requestTypes() {
    Map<String, Object> map = new LinkedHashMap<>();
    meters
        .requestTypes()
        .sums()
        .forEach(
            (type, sum) ->
                map.put(
                    type,
                    Map.of(
                        "count", sum.count(),
                        "cpuMillis", sum.cpuNanos() / NANOS_PER_MILLI,
                        "wallMillis", sum.wallNanos() / NANOS_PER_MILLI)));
    return map;
  }
}
