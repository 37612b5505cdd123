package io.headwaiter.lab.experiment;

import java.util.Arrays;

/**
 * When something has settled after a step, and what it does then. A series has a value for each
 * window of a second, and a window begins with each bin of {@link StepBins#BIN_MILLIS} since the
 * step. Pure.
 */
final class Settling {
  /** Bins of one window: a second, in which some sixty visits begin. */
  static final int WINDOW = 10;

  // One window in ten may be chance.
  private static final double STAYS = 0.9;

  private Settling() {}

  /**
   * Seconds from the step until a ratio is near 1 and stays there: the begin of the first window
   * that is, and after which at least 90 % of all are. NaN when there is none.
   *
   * <p>Worked: 0 for eight windows and 1 ever after settles after 0.8 s.
   *
   * @param bound how far from 1, above 0
   */
  static double seconds(double[] windows, double bound) {
    int first = -1;
    int within = 0;
    for (int i = windows.length - 1; i >= 0; i--) {
      boolean good = Math.abs(windows[i] - 1) <= bound;
      within += good ? 1 : 0;
      if (good && within >= STAYS * (windows.length - i)) {
        first = i;
      }
    }
    return first < 0 ? Double.NaN : seconds(first);
  }

  /** Begin of the first window that is not above a level; -1 if all are. */
  static int firstBelow(double[] windows, double level) {
    for (int i = 0; i < windows.length; i++) {
      if (windows[i] <= level) {
        return i;
      }
    }
    return -1;
  }

  /** The highest window from one on; NaN when there is none. */
  static double highest(double[] windows, int from) {
    return from < 0
        ? Double.NaN
        : Arrays.stream(windows, Math.min(from, windows.length), windows.length)
            .max()
            .orElse(Double.NaN);
  }

  /** When a window begins. */
  static double seconds(int window) {
    return window * StepBins.BIN_MILLIS / 1000.0;
  }
}
