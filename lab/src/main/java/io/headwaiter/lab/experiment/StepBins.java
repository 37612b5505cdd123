package io.headwaiter.lab.experiment;

import java.util.List;

/**
 * What admission did after a step, in bins of a tenth of a second, over all rounds together.
 *
 * <pre>
 *   committed = P + n * h / t       what visits under way need, and what is let in on top
 *   optimum   = max(P, C)           what should be: all that fits; nothing on top of too much
 *   P  processors promised    C  processors for visits    n  visits let in within t
 *   h  CPU time of a full handshake; the rest of a visit is in P as soon as it is let in
 * </pre>
 *
 * <p>Meant for loads that offer more than fits. Worked number: 0.86 processors promised, 3 visits
 * with handshakes of 2 ms let in within 50 ms: 0.86 + 0.12 = 0.98 are committed, of C = 0.97.
 *
 * <p>Belongs to one thread.
 */
final class StepBins {
  /** Length of a bin. */
  static final int BIN_MILLIS = 100;

  /** More than this part too much is promised: nothing new may come in. */
  private static final double OVER = 1.05;

  private final double[] elapsed;
  private final double[] admitted;
  private final double[] committed;
  private final double[] optimum;
  private final double[] turns;
  private final double[] waited;

  /** Empty ones. */
  StepBins(int bins) {
    elapsed = new double[bins];
    admitted = new double[bins];
    committed = new double[bins];
    optimum = new double[bins];
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
      double since = point.endMillis() - point.elapsedMillis() - stepMillis;
      int bin = (int) Math.floor(since / BIN_MILLIS);
      if (bin >= 0 && bin < elapsed.length) {
        add(bin, point);
      }
    }
  }

  private void add(int bin, ControlPoint point) {
    elapsed[bin] += point.elapsedMillis();
    admitted[bin] += point.admitted();
    committed[bin] +=
        point.promised() * point.elapsedMillis() + point.admitted() * point.handshakeMillis();
    optimum[bin] += Math.max(point.promised(), point.room()) * point.elapsedMillis();
    turns[bin] += point.turns();
    waited[bin] += point.turns() == 0 ? 0 : point.turns() * point.waitMillis();
  }

  /** New visits per second in each bin; NaN where nothing is known. */
  double[] admittedPerSecond() {
    return ratio(admitted, elapsed, 1000);
  }

  /** Committed of the optimum, in the window that begins with each bin. */
  double[] committedOfOptimum() {
    return ratio(windows(committed), windows(optimum), 1);
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

  /**
   * New visits let in although the interval before had said that more is promised than there is, by
   * more than 5 %; NaN when it does not say what is promised.
   */
  static double admittedOverPromise(List<ControlPoint> points, double stepMillis) {
    double sum = Double.NaN;
    for (int i = 1; i < points.size(); i++) {
      ControlPoint before = points.get(i - 1);
      if (before.endMillis() < stepMillis || !Double.isFinite(before.promised())) {
        continue;
      }
      sum = Double.isNaN(sum) ? 0 : sum;
      sum += before.promised() > OVER * before.room() ? points.get(i).admitted() : 0;
    }
    return sum;
  }
}
