package io.headwaiter.lab.experiment.caching;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server tells of its requests at {@code /metrics}, since its start: sums, so that two
 * readings give what came between. The profile at {@code /status} has means of the last five
 * minutes, in which several runs would be mixed.
 *
 * @param types phases by request type, sorted
 */
public record PhaseReading(Map<String, PhaseTotals> types) {
  /** No requests. */
  static final PhaseReading NONE = new PhaseReading(Map.of());

  private static final Pattern SAMPLE =
      Pattern.compile("headwaiter_([a-z_]+)\\{type=\"([^\"\\\\]*)\"} ([0-9.eE+-]+)");

  /** Keeps a sorted copy. */
  public PhaseReading {
    types = Collections.unmodifiableSortedMap(new TreeMap<>(types));
  }

  /**
   * Reads Prometheus's text format; lines about anything else are passed over.
   *
   * @throws IllegalArgumentException when there is no request in it: then nobody profiles
   */
  public static PhaseReading of(String metrics) {
    Map<String, Map<String, Double>> counters = new TreeMap<>();
    for (String line : metrics.split("\n", -1)) {
      Matcher sample = SAMPLE.matcher(line);
      if (sample.matches()) {
        counters
            .computeIfAbsent(sample.group(2), type -> new HashMap<>())
            .put(sample.group(1), Double.parseDouble(sample.group(3)));
      }
    }
    if (counters.isEmpty()) {
      throw new IllegalArgumentException(
          "the server tells no requests by type at /metrics; it takes a Headwaiter that has served"
              + " some");
    }
    Map<String, PhaseTotals> types = new TreeMap<>();
    counters.forEach((type, values) -> types.put(type, totals(values)));
    return new PhaseReading(types);
  }

  private static PhaseTotals totals(Map<String, Double> values) {
    return new PhaseTotals(
        values.getOrDefault("requests_total", 0.0),
        values.getOrDefault("connection_requests_total", 0.0),
        values.getOrDefault("request_worker_wait_seconds_total", 0.0),
        values.getOrDefault("request_processing_seconds_total", 0.0),
        values.getOrDefault("request_connection_wait_seconds_total", 0.0),
        values.getOrDefault("request_connection_hold_seconds_total", 0.0),
        values.getOrDefault("request_connection_idle_seconds_total", 0.0));
  }

  /** What came since an earlier reading of the same server; types of which nothing came are out. */
  public PhaseReading since(PhaseReading earlier) {
    Map<String, PhaseTotals> rest = new TreeMap<>();
    types.forEach(
        (type, totals) -> {
          PhaseTotals more = totals.since(earlier.types.getOrDefault(type, PhaseTotals.NONE));
          if (more.requests() > 0) {
            rest.put(type, more);
          }
        });
    return new PhaseReading(rest);
  }

  /** These requests and others. */
  PhaseReading plus(PhaseReading more) {
    Map<String, PhaseTotals> all = new TreeMap<>(types);
    more.types.forEach((type, totals) -> all.merge(type, totals, PhaseTotals::plus));
    return new PhaseReading(all);
  }

  /** All types together. */
  public PhaseTotals overall() {
    return types.values().stream().reduce(PhaseTotals.NONE, PhaseTotals::plus);
  }

  /** Of one type; nothing where none came. */
  public PhaseTotals of(CachingType type) {
    return total(type.path());
  }

  /** Of the type of a path; nothing where none came. */
  PhaseTotals total(String path) {
    return types.getOrDefault(path, PhaseTotals.NONE);
  }
}
