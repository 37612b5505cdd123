package io.headwaiter.lab.experiment.governor;

import io.headwaiter.lab.server.ControlPoint;
import java.util.List;

/**
 * What admission did after a step, in bins of a tenth of a second, over all rounds together.
 * Belongs to one thread.
 */
final class StepBins {
  /** Length of a bin. */
  static final int BIN_MILLIS = 100;

  private final double[] elapsed;
  private final double[] admitted;
  private final double[] used;
  private final double[] room;
  private final double[] turns;
  private final double[] waited;

  /** Empty ones. */
  StepBins(int bins) {
    elapsed = new double[bins];
    admitted = new double[bins];
    used = new double[bins];
    room = new double[bins];
    turns = new double[bins];
    waited = new double[bins];
  }

  /**
   * Adds a round.
   *
   * @param points of control intervals, in the order of time
   * @param stepMillis when the step was, by the same clock
   */
  void add(List<ControlPoint> points, double stepMillis) {
    for (ControlPoint point : points) {
      double since = point.beginMillis() - stepMillis;
      int bin = (int) Math.floor(since / BIN_MILLIS);
      if (bin >= 0 && bin < elapsed.length) {
        add(bin, point);
      }
    }
  }

  private void add(int bin, ControlPoint point) {
    elapsed[bin] += point.elapsedMillis();
    admitted[bin] += point.admitted();
    used[bin] += point.usedMillis();
    room[bin] += point.roomMillis();
    turns[bin] += point.turns();
    waited[bin] += point.turns() == 0 ? 0 : point.turns() * point.waitMillis();
  }

  /** New visits per second in each bin; NaN where nothing is known. */
  double[] admittedPerSecond() {
    return ratio(admitted, elapsed, 1000);
  }

  /** Part of the processors that was used, in the window that begins with each bin. */
  double[] busyPart() {
    return ratio(windows(used), windows(room), 1);
  }

  /** Mean wait for a worker in each bin; NaN where no work was done. */
  double[] waitMillisOfBins() {
    return ratio(waited, turns, 1);
  }

  /** Mean wait for a worker in the window that begins with each bin. */
  double[] waitMillis() {
    return ratio(windows(waited), windows(turns), 1);
  }

  private static double[] windows(double[] bins) {
    double[] sums = new double[Math.max(0, bins.length - Settling.WINDOW + 1)];
    for (int i = 0; i < sums.length; i++) {
      for (int j = i; j < i + Settling.WINDOW; j++) {
        sums[i] += bins[j];
      }
    }
    return sums;
  }

  private static double[] ratio(double[] a, double[] b, double times) {
    double[] ratios = new double[a.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = times * a[i] / b[i];
    }
    return ratios;
  }
}
