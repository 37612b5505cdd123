package io.headwaiter.front.control;

import io.headwaiter.core.profile.ProfileWindow;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import io.headwaiter.telemetry.MetricsText;
import io.headwaiter.telemetry.RecordedAddresses;
import io.headwaiter.telemetry.ServerMeters;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The request profile of a running server: since the start for {@code /metrics}, where collectors
 * take differences, and of the last {@value #WINDOW_SECONDS} s for {@code /status}. The control
 * thread ticks; any thread may read.
 */
public final class RequestProfiler {
  /** Length of the recent profile, once so much time has passed. */
  static final int WINDOW_SECONDS = 300;

  private static final int STEPS = 30;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final double NANOS_PER_MILLI = 1e6;

  private final ServerMeters meters;
  private final long startNanos;
  private final ProfileWindow window;

  public RequestProfiler(ServerMeters meters, long startNanos) {
    this.meters = meters;
    this.startNanos = startNanos;
    // The meters outlive a stop and start of the connector.
    this.window =
        new ProfileWindow(WINDOW_SECONDS * NANOS_PER_SECOND / STEPS, STEPS, sinceStart(startNanos));
  }

  /** Keeps a reading when it is time; to be called often. */
  void tick(long nowNanos) {
    if (window.isDue(nowNanos - startNanos)) {
      window.keep(sinceStart(nowNanos));
    }
  }

  /** Returns the profile since the start. */
  public RequestProfile sinceStart(long nowNanos) {
    return meters.profile(Math.max(0, nowNanos - startNanos));
  }

  /** Returns the profile of the window. */
  public RequestProfile recent(long nowNanos) {
    return window.recent(sinceStart(nowNanos));
  }

  /**
   * Returns the recent profile for {@code /status}, with times in ms, and the sums since the start.
   */
  public Map<String, Object> toMap() {
    RequestProfile recent = recent(System.nanoTime());
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("seconds", recent.spanNanos() / (double) NANOS_PER_SECOND);
    map.put("sessions", recent.sessions());
    map.put("sessionsPerSecond", recent.sessionsPerSecond());
    map.put("sessionLength", recent.sessionLength());
    map.put("overall", of(recent.overall(), recent.sessionLength()));
    Map<String, Object> types = new LinkedHashMap<>();
    recent.types().forEach((n, t) -> types.put(n, of(n, t, recent.visitsPerSession(n))));
    map.put("types", types);
    map.put("sinceStart", totals(sinceStart(System.nanoTime())));
    return map;
  }

  /** Returns the plain sums, by the names of the records, for clients that take differences. */
  private static Map<String, Object> totals(RequestProfile profile) {
    Map<String, Object> types = new LinkedHashMap<>();
    profile.types().forEach((name, totals) -> types.put(name, totals(totals)));
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("spanNanos", profile.spanNanos());
    map.put("sessions", profile.sessions());
    map.put("types", types);
    return map;
  }

  private static Map<String, Object> totals(RequestTotals totals) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("count", totals.count());
    map.put("failed", totals.failed());
    map.put("cpuNanos", totals.cpuNanos());
    map.put("workerWaitNanos", totals.workerWaitNanos());
    map.put("processingNanos", totals.processingNanos());
    map.put("processingSquares", totals.processingSquares());
    map.put("withConnection", totals.withConnection());
    map.put("connectionRequests", totals.connectionRequests());
    map.put("connectionWaitNanos", totals.connectionWaitNanos());
    map.put("holdNanos", totals.holdNanos());
    map.put("holdSquares", totals.holdSquares());
    map.put("idleNanos", totals.idleNanos());
    return map;
  }

  private Map<String, Object> of(String type, RequestTotals totals, double visitsPerSession) {
    Map<String, Object> map = of(totals, visitsPerSession);
    if (meters.addresses().isOn()) {
      RecordedAddresses.Kept kept = meters.addresses().of(type);
      map.put("examples", kept.examples());
      map.put("unsafePart", kept.unsafePart());
      map.put("unsafeExamples", kept.unsafeExamples());
    }
    return map;
  }

  private static Map<String, Object> of(RequestTotals totals, double visitsPerSession) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("count", totals.count());
    map.put("failed", totals.failed());
    map.put("visitsPerSession", visitsPerSession);
    map.put("cpuMillis", totals.cpuNanosMean() / NANOS_PER_MILLI);
    map.put("workerWaitMillis", totals.workerWaitNanosMean() / NANOS_PER_MILLI);
    map.put("processingMillis", totals.processingNanosMean() / NANOS_PER_MILLI);
    map.put("connectionPart", totals.connectionPart());
    map.put("connectionRequests", totals.connectionRequestsMean());
    map.put("connectionWaitMillis", totals.connectionWaitNanosMean() / NANOS_PER_MILLI);
    map.put("holdMillis", totals.holdNanosMean() / NANOS_PER_MILLI);
    map.put("idleMillis", totals.idleNanosMean() / NANOS_PER_MILLI);
    return map;
  }

  /** Writes the profile since the start for {@code /metrics}. */
  public void count(MetricsText text) {
    RequestFigures.TABLE.count(text, sinceStart(System.nanoTime()));
  }
}
