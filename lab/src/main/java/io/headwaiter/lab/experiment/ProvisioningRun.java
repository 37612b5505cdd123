package io.headwaiter.lab.experiment;

import io.headwaiter.lab.results.LoadResult;
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
  private static final double SETTLED = 0.05;

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
   * Seconds after the swing until the first shop's quota stays within 0.05 processors of where it
   * ends; NaN when it does not move at all or nothing was seen.
   */
  double settledSeconds(long swingMillis) {
    if (trace.isEmpty()) {
      return Double.NaN;
    }
    double last = trace.get(trace.size() - 1).quotas().get(0);
    long settled = swingMillis;
    double before = Double.NaN;
    for (Moment moment : trace) {
      double quota = moment.quotas().get(0);
      if (moment.millis() <= swingMillis) {
        before = quota;
      } else if (Math.abs(quota - last) > SETTLED) {
        settled = moment.millis();
      }
    }
    if (!(Math.abs(before - last) > SETTLED)) {
      return Double.NaN;
    }
    long next = settled;
    for (Moment moment : trace) {
      if (moment.millis() > settled) {
        next = moment.millis();
        break;
      }
    }
    return (next - swingMillis) / 1000.0;
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
