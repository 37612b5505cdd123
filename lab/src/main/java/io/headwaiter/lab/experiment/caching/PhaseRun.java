package io.headwaiter.lab.experiment.caching;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One load under one policy.
 *
 * @param policy which
 * @param connections N
 * @param load offered, as a part of the capacity
 * @param seen sessions that came, were completed and failed
 * @param phases where the requests spent their time, lead-in included
 */
public record PhaseRun(
    CachingPolicy policy, int connections, double load, RunVerdict seen, PhaseReading phases) {
  /** Runs of the same policy, connections and load as one. */
  static List<PhaseRun> together(List<PhaseRun> runs) {
    Map<List<Object>, PhaseRun> all = new LinkedHashMap<>();
    for (PhaseRun run : runs) {
      all.merge(List.of(run.policy, run.connections, run.load), run, PhaseRun::plus);
    }
    return List.copyOf(all.values());
  }

  private PhaseRun plus(PhaseRun more) {
    return new PhaseRun(policy, connections, load, seen.plus(more.seen), phases.plus(more.phases));
  }

  /** For {@code run.json}. */
  public Map<String, Object> raw() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("policy", policy.label());
    map.put("connections", connections);
    map.put("load", load);
    map.put("offered", seen.offered());
    map.put("completed", seen.completed());
    map.put("failures", seen.failures());
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
