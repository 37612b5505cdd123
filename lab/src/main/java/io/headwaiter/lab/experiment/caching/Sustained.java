package io.headwaiter.lab.experiment.caching;

import io.headwaiter.lab.report.Estimate;
import io.headwaiter.lab.search.SixtyPercentRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one policy sustains with so many connections.
 *
 * @param connections N
 * @param policy which
 * @param saturatedPerSecond sessions per second that are completed when there is always somebody
 *     who asks
 * @param thresholds for each set of customers the highest rate in sessions per second that was
 *     sustained, the same sets in the same order for all policies; NaN when none was
 * @param unbounded how many of them were sustained even at the highest rate tried
 * @param runs how many loads that took
 */
public record Sustained(
    int connections,
    CachingPolicy policy,
    double saturatedPerSecond,
    List<Double> thresholds,
    int unbounded,
    int runs) {
  /** Ratio of neighbouring rates that are tried: a threshold is not known more exactly. */
  public static final double STEP = 1.03;

  /** Copies the list. */
  public Sustained {
    thresholds = List.copyOf(thresholds);
  }

  /** By the paper's rule, sessions per second; NaN when too many sets were never sustained. */
  public double perSecond() {
    return SixtyPercentRule.of(thresholds.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** The mean over the sets of customers with its 95 % interval; those never sustained are out. */
  Estimate estimate() {
    return Estimate.ofBatches(thresholds.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** Over all sets of customers; one that was never sustained counts as 0. */
  double mean() {
    return thresholds.stream()
        .mapToDouble(t -> Double.isFinite(t) ? t : 0)
        .average()
        .orElse(Double.NaN);
  }

  /** For {@code run.json}. */
  public Map<String, Object> raw() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("connections", connections);
    map.put("policy", policy.label());
    map.put("sustainablePerSecond", perSecond());
    map.put("saturatedPerSecond", saturatedPerSecond);
    map.put(
        "thresholdsPerSecond",
        thresholds.stream().map(t -> Double.isFinite(t) ? t : null).toList());
    map.put("unbounded", unbounded);
    map.put("runs", runs);
    return map;
  }
}
