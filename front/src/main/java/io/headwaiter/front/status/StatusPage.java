package io.headwaiter.front.status;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.capacity.CapacityForecast;
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
import io.headwaiter.telemetry.IntervalHistory;
import io.headwaiter.telemetry.IntervalRecorder;
import io.headwaiter.telemetry.MetricsText;
import io.headwaiter.telemetry.ServerMeters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The figures of a connector: the content of {@code /status}, its history and {@code /metrics}. In
 * {@code /status} times are in milliseconds and counters are totals since the start.
 */
public final class StatusPage {
  private static final double NANOS_PER_MILLI = 1e6;
  // 1 is among them, so that a reader can compare.
  private static final double[] WHAT_IF_FACTORS = {0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4};

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
  private final IntervalRecorder<ServerFigures.Reading> recorder;

  /**
   * @param connector a name, to tell events of several connectors apart
   * @param admission the name of the controller
   * @param pools what is shown of the pools; empty if nothing sizes them
   */
  public StatusPage(
      String connector,
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
    this.recorder =
        new IntervalRecorder<>(connector, ServerFigures.TABLE, System::currentTimeMillis);
  }

  /** Starts to count for the first interval. */
  public void beginIntervals() {
    recorder.countFrom(reading());
  }

  /** Records the interval that the control loop has just ended; for its thread. */
  public void recordInterval() {
    recorder.record(loop.measured().nowNanos(), reading());
  }

  /** Returns the recorded intervals; for any thread. */
  public IntervalHistory history() {
    return recorder.history();
  }

  /** Returns the page. */
  public Map<String, Object> toMap() {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("admission", admission);
    page.put("shadow", gate.isShadow());
    page.put("defects", new LinkedHashMap<>());
    ServerFigures.Reading reading = reading();
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
    Map<String, Object> capacity = nested(page, "capacity");
    capacity.put("bottleneck", reading.report().capacity().bottleneck().label());
    capacity.put("whatIf", whatIf(reading));
    return page;
  }

  /** Writes the same figures for {@code /metrics}. */
  public void count(MetricsText text) {
    ServerFigures.TABLE.count(text, reading());
    meters
        .responseTimes()
        .write(
            text,
            "request_duration_seconds",
            "Time from the arrival of a request to the end of its reply, waiting included.");
    profile.count(text);
  }

  /** Returns a reading of all figures, for any thread. */
  ServerFigures.Reading reading() {
    return new ServerFigures.Reading(
        gate.counters(),
        door.counters(),
        door.waiting(),
        meters,
        meters.totals(),
        loop.report(),
        loop.supply(),
        loop.measured(),
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
    return (Map<String, Object>) Objects.requireNonNull(page.get(name), name);
  }

  /** Returns what other numbers of processors would carry; empty while nothing is known. */
  private static List<Map<String, Object>> whatIf(ServerFigures.Reading reading) {
    CapacityForecast forecast = reading.report().capacity().forecast();
    if (forecast == null) {
      return List.of();
    }
    double now = reading.report().processors();
    List<Map<String, Object>> points = new ArrayList<>();
    for (double factor : WHAT_IF_FACTORS) {
      Map<String, Object> point = new LinkedHashMap<>();
      point.put("processors", factor * now);
      point.put("newVisitsPerSecondMax", forecast.newVisitsPerSecondMax(factor * now));
      point.put("bottleneck", forecast.bottleneck(factor * now).label());
      points.add(point);
    }
    return points;
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
