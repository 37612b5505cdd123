package io.headwaiter.lab.experiment.caching;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One load under one policy.
 *
 * @param policy which
 * @param connections N
 * @param load offered, as a part of the capacity
 * @param offeredPerSecond sessions
 * @param completedPerSecond sessions
 * @param failures requests that failed
 * @param phases where the requests spent their time, lead-in included
 */
public record PhaseRun(
    CachingPolicy policy,
    int connections,
    double load,
    double offeredPerSecond,
    double completedPerSecond,
    long failures,
    PhaseReading phases) {
  /** For {@code run.json}. */
  public Map<String, Object> raw() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("policy", policy.label());
    map.put("connections", connections);
    map.put("load", load);
    map.put("offeredPerSecond", offeredPerSecond);
    map.put("completedPerSecond", completedPerSecond);
    map.put("failures", failures);
    Map<String, Object> types = new LinkedHashMap<>();
    phases.types().forEach((type, totals) -> types.put(type, raw(totals)));
    map.put("types", types);
    return map;
  }

  private static Map<String, Object> raw(PhaseTotals totals) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("requests", totals.requests());
    map.put("connectionRequests", totals.connectionRequestsMean());
    map.put("workerWaitMillis", totals.workerWaitMillis());
    map.put("restMillis", totals.restMillis());
    map.put("connectionWaitMillis", totals.connectionWaitMillis());
    map.put("holdMillis", totals.holdMillis());
    map.put("idleMillis", totals.idleMillis());
    return map;
  }
}
