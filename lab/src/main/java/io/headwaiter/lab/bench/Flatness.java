package io.headwaiter.lab.bench;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Tells when a server is warm: when the CPU it spends on a reply has stopped falling, that is when
 * the mean of the last windows is that of as many before, within a tolerance. Single windows may
 * differ by more: on a shared host they always do, however warm a server is. Not thread-safe.
 *
 * <p>A sixth of the windows that may be used is compared with a sixth, but at least two with two
 * and at most four with four: a cost that falls by 2 % from window to window differs by 4 % between
 * twos, and by 8 % between fours.
 *
 * <p>Worked, with a tolerance of 0.05 and at most 12 windows: 3.1, 2.9, 2.8 and 3.1 ms have means
 * of 3 and 2.95, so it is flat; 3.4, 3.2, 3.1 and 3 have 3.3 and 3.05, so it is not.
 */
final class Flatness {
  private static final int LEAST = 2;
  private static final int MOST = 4;

  private final double tolerance;
  private final int half;
  private final Deque<Double> last = new ArrayDeque<>();

  /**
   * Starts without any window.
   *
   * @param tolerance largest allowed difference of both means, as a share of the mean of all
   * @param windowsMax how many windows there will be at most
   */
  Flatness(double tolerance, int windowsMax) {
    this.tolerance = tolerance;
    this.half = Math.max(LEAST, Math.min(MOST, windowsMax / 6));
  }

  /** Adds a window's cost; one that is no number starts over. */
  void add(double cost) {
    if (!Double.isFinite(cost)) {
      clear();
      return;
    }
    last.addLast(cost);
    if (last.size() > 2 * half) {
      last.removeFirst();
    }
  }

  /** Forgets all windows. */
  void clear() {
    last.clear();
  }

  /** Whether the cost has stopped falling. */
  boolean flat() {
    if (last.size() < 2 * half) {
      return false;
    }
    double before = last.stream().limit(half).mapToDouble(Double::doubleValue).sum() / half;
    double now = last.stream().skip(half).mapToDouble(Double::doubleValue).sum() / half;
    return Math.abs(now - before) <= tolerance * (now + before) / 2;
  }
}
