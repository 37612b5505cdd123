package io.headwaiter.lab.experiment.provisioning;

import io.headwaiter.load.results.LoadResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One run of two shops.
 *
 * @param results what the customers of each got
 * @param trace quotas over time
 */
record ProvisioningRun(List<LoadResult> results, List<Moment> trace) {
  private static final double LEAST_WAY = 0.05;
  private static final double ARRIVED = 0.9;
  private static final double MILLIS_PER_SECOND = 1000;

  /**
   * Quotas at one instant.
   *
   * @param millis since the start of the run
   * @param needed what each shop said that it needs; NaN where it did not
   * @param quotas what each has from then on
   */
  record Moment(long millis, List<Double> needed, List<Double> quotas) {
    /** Copies the lists. */
    Moment {
      needed = List.copyOf(needed);
      quotas = List.copyOf(quotas);
    }
  }

  /** Copies the lists. */
  ProvisioningRun {
    results = List.copyOf(results);
    trace = List.copyOf(trace);
  }

  double completedPerSecond() {
    return results.stream().mapToDouble(LoadResult::completedPerSecond).sum();
  }

  double completedPerSecond(int shop) {
    return results.get(shop).completedPerSecond();
  }

  /**
   * Seconds after the swing until the first shop's quota has gone nine tenths of its way: from its
   * mean over the last quarter before the swing to its mean over the last quarter of all. The whole
   * time looked at when it hardly moves: it took at least as long. NaN when nothing was seen.
   */
  double settledSeconds(long swingMillis) {
    double before = mean(swingMillis * 3 / 4, swingMillis);
    long end = trace.isEmpty() ? swingMillis : trace.get(trace.size() - 1).millis() + 1;
    double way = mean(end - (end - swingMillis) / 4, end) - before;
    if (Math.abs(way) <= LEAST_WAY) {
      return (end - swingMillis) / MILLIS_PER_SECOND;
    }
    return trace.stream()
        .filter(moment -> moment.millis() > swingMillis)
        .filter(moment -> (moment.quotas().get(0) - before) / way >= ARRIVED)
        .mapToDouble(moment -> (moment.millis() - swingMillis) / MILLIS_PER_SECOND)
        .findFirst()
        .orElse(Double.NaN);
  }

  private double mean(long fromMillis, long toMillis) {
    return trace.stream()
        .filter(moment -> moment.millis() >= fromMillis && moment.millis() < toMillis)
        .mapToDouble(moment -> moment.quotas().get(0))
        .average()
        .orElse(Double.NaN);
  }

  Map<String, Object> raw(String way) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("way", way);
    for (int i = 0; i < results.size(); i++) {
      LoadResult result = results.get(i);
      Map<String, Object> shop = new LinkedHashMap<>();
      shop.put("offeredPerSecond", result.offeredPerSecond());
      shop.put("completedPerSecond", result.completedPerSecond());
      shop.put("refused", result.sessions().refused());
      shop.put("broken", result.sessions().broken());
      shop.put("responseMillisP99", result.responseMillis().p99());
      map.put("shop" + (i + 1), shop);
    }
    return map;
  }
}
