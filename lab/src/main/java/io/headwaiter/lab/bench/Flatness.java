package io.headwaiter.lab.bench;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Tells when a server is warm: when the CPU it spends on a reply has stopped falling, that is when
 * the mean of the last two windows is that of the two before, within a tolerance. Single windows
 * may differ by more: on a shared host they always do, however warm a server is. Not thread-safe.
 *
 * <p>Worked, with a tolerance of 0.05: 3.1, 2.9, 2.8 and 3.1 ms have means of 3 and 2.95, so it is
 * flat; 3.4, 3.2, 3.1 and 3 have 3.3 and 3.05, so it is not.
 */
final class Flatness {
  private static final int HALF = 2;

  private final double tolerance;
  private final Deque<Double> last = new ArrayDeque<>();

  /**
   * Starts without any window.
   *
   * @param tolerance largest allowed difference of both means, as a share of the mean of all
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
    if (last.size() > 2 * HALF) {
      last.removeFirst();
    }
  }

  /** Forgets all windows. */
  void clear() {
    last.clear();
  }

  /** Whether the cost has stopped falling. */
  boolean flat() {
    if (last.size() < 2 * HALF) {
      return false;
    }
    double before = last.stream().limit(HALF).mapToDouble(Double::doubleValue).sum() / HALF;
    double now = last.stream().skip(HALF).mapToDouble(Double::doubleValue).sum() / HALF;
    return Math.abs(now - before) <= tolerance * (now + before) / 2;
  }
}
