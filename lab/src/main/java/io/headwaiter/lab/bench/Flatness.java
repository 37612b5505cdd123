package io.headwaiter.lab.bench;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Tells when a server is warm: when the CPU it spends on a reply has stopped falling, that is when
 * the last windows agree within a tolerance. Not thread-safe.
 */
final class Flatness {
  private static final int WINDOWS = 3;

  private final double tolerance;
  private final Deque<Double> last = new ArrayDeque<>();

  /**
   * Starts without any window.
   *
   * @param tolerance largest allowed spread of the last three windows, as a share of their mean
   */
  Flatness(double tolerance) {
    this.tolerance = tolerance;
  }

  /** Adds a window's cost; one that is no number starts over. */
  void add(double cost) {
    if (!Double.isFinite(cost)) {
      clear();
      return;
    }
    last.addLast(cost);
    if (last.size() > WINDOWS) {
      last.removeFirst();
    }
  }

  /** Forgets all windows. */
  void clear() {
    last.clear();
  }

  /** Whether the last three windows agree. */
  boolean flat() {
    if (last.size() < WINDOWS) {
      return false;
    }
    double max = last.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    double min = last.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    double mean = last.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    return max - min <= tolerance * mean;
  }
}
