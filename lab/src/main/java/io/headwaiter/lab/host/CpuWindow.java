package io.headwaiter.lab.host;

import java.util.Map;
import java.util.TreeMap;

/**
 * The server's CPU time within the measurement window, from samples taken along the run.
 * Thread-safe: a timer adds the samples.
 */
public final class CpuWindow {
  private final TreeMap<Long, Double> samples = new TreeMap<>();

  /** Adds a sample: CPU seconds used up to so many milliseconds after the run began. */
  public synchronized void add(long elapsedMillis, double cpuSeconds) {
    if (Double.isFinite(cpuSeconds)) {
      samples.put(elapsedMillis, cpuSeconds);
    }
  }

  /**
   * CPU seconds per second between two instants, interpolated between samples; NaN without samples
   * around both.
   */
  public synchronized double cores(long fromMillis, long toMillis) {
    return 1000 * (at(toMillis) - at(fromMillis)) / (toMillis - fromMillis);
  }

  private double at(long millis) {
    Map.Entry<Long, Double> before = samples.floorEntry(millis);
    Map.Entry<Long, Double> after = samples.ceilingEntry(millis);
    if (before == null || after == null) {
      return Double.NaN;
    }
    long gap = after.getKey() - before.getKey();
    if (gap == 0) {
      return before.getValue();
    }
    double share = (double) (millis - before.getKey()) / gap;
    return before.getValue() + share * (after.getValue() - before.getValue());
  }
}
