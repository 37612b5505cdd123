package io.headwaiter.lab.experiment.governor;

import java.util.Arrays;

/**
 * When something has settled after a step, and what it does then. A series has a value for each bin
 * of time, or for each window of a second that begins with a bin of {@link StepBins#BIN_MILLIS}
 * since the step. Pure.
 */
final class Settling {
  /** Bins of one window: a second, in which some sixty visits begin. */
  static final int WINDOW = 10;

  /** Windows at the end that count as settled. */
  static final int LAST = 20;

  // One window in ten may be chance.
  private static final double STAYS = 0.9;

  private Settling() {}

  /**
   * Seconds from the step until something is right and stays so: the begin of the first window in
   * which it is, and after which it is in at least 90 % of all. The whole time looked at when there
   * is none: it took at least as long. NaN when nothing was looked at.
   *
   * <p>Worked: wrong in eight windows and right ever after settles after 0.8 s.
   */
  static double seconds(boolean[] right) {
    if (right.length == 0) {
      return Double.NaN;
    }
    int first = right.length;
    int within = 0;
    for (int i = right.length - 1; i >= 0; i--) {
      within += right[i] ? 1 : 0;
      if (right[i] && within >= STAYS * (right.length - i)) {
        first = i;
      }
    }
    return seconds(first);
  }

  /** Begin of the first window that is not above a level; the number of windows if all are. */
  static int firstBelow(double[] windows, double level) {
    for (int i = 0; i < windows.length; i++) {
      if (windows[i] <= level) {
        return i;
      }
    }
    return windows.length;
  }

  /** The highest window from one on, or of all when none is left; NaN when there are none. */
  static double highest(double[] windows, int from) {
    return Arrays.stream(windows, from < windows.length ? from : 0, windows.length)
        .max()
        .orElse(Double.NaN);
  }

  /** The mean of the last windows; NaN when there are too few. */
  static double lasting(double[] windows) {
    return windows.length < LAST
        ? Double.NaN
        : Arrays.stream(windows, windows.length - LAST, windows.length)
            .average()
            .orElse(Double.NaN);
  }

  /** When a window begins. */
  static double seconds(int window) {
    return window * StepBins.BIN_MILLIS / 1000.0;
  }
}
