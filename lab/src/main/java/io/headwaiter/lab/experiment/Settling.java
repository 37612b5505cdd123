package io.headwaiter.lab.experiment;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * When a series has settled after a step. The series is in bins of {@link ControlTrace#STEP_MILLIS}
 * since the step, the mean over the rounds. Pure.
 *
 * <p>{@code settled value = mean of the last LAST bins}; the settling time is the first bin from
 * which on the mean over every {@link #WINDOW} bins is within the bound of it. Worked: 0 for 8 bins
 * and 10 ever after settles, within 5 %, after 0.8 s.
 */
final class Settling {
  /** Bins of one mean: a second, in which some sixty visits begin. */
  static final int WINDOW = 10;

  /** Bins at the end that count as settled. */
  static final int LAST = 20;

  private Settling() {}

  /**
   * Seconds from the step until it has settled; NaN when it has not, or there are too few bins.
   *
   * @param bound as a part of the settled value, above 0
   */
  static double seconds(double[] bins, double bound) {
    double value = settled(bins);
    if (!(value > 0)) {
      return Double.NaN;
    }
    int first = bins.length;
    for (int i = bins.length - WINDOW; i >= 0; i--) {
      double mean = mean(bins, i, i + WINDOW);
      if (!(Math.abs(mean / value - 1) <= bound)) {
        break;
      }
      first = i;
    }
    // nothing can be said of what settles within the bins that make the settled value
    return first > bins.length - LAST ? Double.NaN : first * ControlTrace.STEP_MILLIS / 1000.0;
  }

  /** The mean of the last bins; NaN when there are too few. */
  static double settled(double[] bins) {
    return bins.length < LAST + WINDOW ? Double.NaN : mean(bins, bins.length - LAST, bins.length);
  }

  /** The highest mean over a window from a bin on; NaN when there is none. */
  static double highest(double[] bins, int from) {
    double highest = Double.NaN;
    for (int i = Math.max(0, from); i + WINDOW <= bins.length; i++) {
      double mean = mean(bins, i, i + WINDOW);
      highest = Double.isNaN(highest) ? mean : Math.max(highest, mean);
    }
    return highest;
  }

  /** The mean of several series of one length, bin by bin. */
  static double[] together(List<double[]> rounds) {
    int bins = rounds.stream().mapToInt(r -> r.length).min().orElse(0);
    double[] mean = new double[bins];
    for (double[] round : rounds) {
      for (int i = 0; i < bins; i++) {
        mean[i] += round[i] / rounds.size();
      }
    }
    return mean;
  }

  /** A level at the middle of each bin, straight between the samples; NaN outside of them. */
  static double[] level(
      List<ControlSample> samples,
      ToDoubleFunction<ControlSample> what,
      long stepMillis,
      int bins) {
    double[] values = new double[bins];
    for (int i = 0; i < bins; i++) {
      values[i] =
          at(
              samples,
              what,
              stepMillis + i * ControlTrace.STEP_MILLIS + ControlTrace.STEP_MILLIS / 2);
    }
    return values;
  }

  /** What a counter grew by in each bin, per second. */
  static double[] rate(
      List<ControlSample> samples,
      ToDoubleFunction<ControlSample> what,
      long stepMillis,
      int bins) {
    double[] values = new double[bins];
    for (int i = 0; i < bins; i++) {
      long from = stepMillis + i * ControlTrace.STEP_MILLIS;
      values[i] =
          (at(samples, what, from + ControlTrace.STEP_MILLIS) - at(samples, what, from))
              * 1000
              / ControlTrace.STEP_MILLIS;
    }
    return values;
  }

  private static double at(
      List<ControlSample> samples, ToDoubleFunction<ControlSample> what, long millis) {
    for (int i = 1; i < samples.size(); i++) {
      ControlSample a = samples.get(i - 1);
      ControlSample b = samples.get(i);
      if (a.millis() <= millis && millis <= b.millis() && b.millis() > a.millis()) {
        double part = (double) (millis - a.millis()) / (b.millis() - a.millis());
        return (1 - part) * what.applyAsDouble(a) + part * what.applyAsDouble(b);
      }
    }
    return Double.NaN;
  }

  private static double mean(double[] bins, int from, int to) {
    return Arrays.stream(bins, from, to).average().orElse(Double.NaN);
  }

  /** New visits let in between readings of which both say that more is promised than there is. */
  static double admittedOverPromise(List<ControlSample> samples, long fromMillis) {
    double admitted = 0;
    boolean told = false;
    for (int i = 1; i < samples.size(); i++) {
      ControlSample a = samples.get(i - 1);
      ControlSample b = samples.get(i);
      told |= Double.isFinite(b.promised());
      if (a.millis() >= fromMillis && over(a) && over(b)) {
        admitted += b.admitted() - a.admitted();
      }
    }
    return told ? admitted : Double.NaN;
  }

  private static boolean over(ControlSample sample) {
    return sample.promised() > sample.processors();
  }
}
