package io.headwaiter.lab.experiment.caching;

import io.headwaiter.lab.model.Estimate;
import io.headwaiter.load.search.SixtyPercentRule;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one policy sustains with so many connections.
 *
 * @param connections N
 * @param policy which
 * @param crowdPerSecond sessions per second that are completed when there is always somebody who
 *     asks; once in each round, policies in turn
 * @param thresholds for each set of customers the rate in sessions per second up to which it was
 *     sustained, the same sets in the same order for all policies; NaN when none or every rate
 *     tried was
 * @param unbounded how many sets were sustained even at the highest rate tried
 * @param runs how many loads that took
 */
public record Sustained(
    int connections,
    CachingPolicy policy,
    List<Double> crowdPerSecond,
    List<Double> thresholds,
    int unbounded,
    int runs) {
  /** Ratio of neighbouring rates that are tried. */
  public static final double STEP = 1.03;

  /** Copies the lists. */
  public Sustained {
    crowdPerSecond = List.copyOf(crowdPerSecond);
    thresholds = List.copyOf(thresholds);
  }

  /**
   * By the paper's rule, sessions per second, over the sets whose threshold is known and those that
   * were never sustained; NaN when too many were not.
   */
  public double perSecond() {
    double[] known = thresholds.stream().filter(Double::isFinite).mapToDouble(t -> t).toArray();
    return SixtyPercentRule.of(Arrays.copyOf(known, known.length + lost())); // 0 for each lost one
  }

  /** How many sets were not sustained at any rate tried. */
  int lost() {
    long open = thresholds.stream().filter(t -> !Double.isFinite(t)).count();
    return (int) open - unbounded;
  }

  /** What a crowd completes: the mean over the rounds with its 95 % interval. */
  Estimate crowd() {
    return Estimate.ofBatches(crowdPerSecond.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** For {@code run.json}. */
  public Map<String, Object> raw() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("connections", connections);
    map.put("policy", policy.label());
    map.put("sustainablePerSecond", perSecond());
    map.put("crowdPerSecond", crowdPerSecond);
    map.put(
        "thresholdsPerSecond",
        thresholds.stream().map(t -> Double.isFinite(t) ? t : null).toList());
    map.put("unbounded", unbounded);
    map.put("runs", runs);
    return map;
  }
}
