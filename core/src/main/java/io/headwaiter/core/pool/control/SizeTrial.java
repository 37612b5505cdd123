package io.headwaiter.core.pool.control;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides whether a change of sizes did harm. Compares the rates after it with those before,
 * interval by interval, until one of two answers is likely enough (Wald's sequential probability
 * ratio test, 1945).
 *
 * <pre>
 *   x, o  logs of the completed and the offered rate of an interval over the rate predicted for its
 *         mix, at the same sizes for all intervals: a change of the mix is no gain or loss
 *   D = mean of  min(R, o) - U - x      rate that is missing after the change
 *       full before:      R = mean x,  U = 0               against the completed rate
 *       not full before:  R = mean o,  U = mean (o - x)    against the completed part of o
 *   V = g s^2 (1 / n_before + 1 / n_after)
 *   L = (d D - d^2 / 2) / V         log likelihood of a loss of d over that of no loss; d = lossMin
 *   harm     if L &gt;= log((1 - b) / a)    a = 0.005 of harmless changes are taken for harm
 *   no harm  if L &lt;= log(b / (1 - a))    b = 0.02 of losses of d are missed
 *   after {@value #AFTER_MAX} intervals: harm if L &gt;= 0
 *   s^2  sum of squares around both means / (n_before + n_after - 4)
 *   g    (1 + r) / (1 - r), at least 1; r = correlation of neighbours plus one deviation:
 *        correlated intervals contain less information
 * </pre>
 *
 * <p>A falling load must neither look like harm nor hide it. The offered load selects the intervals
 * that count, never the completed one, which would select unlucky intervals. Where the load is
 * about R or more (3 % more if the server was full before, or s if that is more), all answers are
 * possible. Where it is less, the trial can only find that even that load is not completed. A
 * second L of these intervals can only answer harm. Intervals in between do not count. A standstill
 * counts at any load, because visits cannot begin while the server does not answer.
 *
 * <p>1 / V grows with n_after only up to n_before / (g s^2). So a change waits until that is enough
 * for an answer ({@link #isEnough}). Worked number: s = 0.03, d = 0.02, g = 1.3: 32 * 1.3 * 0.0009
 * / 0.0004 = 94 intervals before. As many after give L = 8 or -8 on average, and half of them are
 * mostly enough.
 *
 * <p>Not thread-safe. Its memory is bounded.
 */
final class SizeTrial {
  /** The answer so far. */
  enum Verdict {
    OPEN,
    HARM,
    NO_HARM
  }

  /** x and o of one interval, and whether the server was full or at a standstill. */
  record Interval(double x, double offered, boolean full, boolean standstill) {
    // The logarithm of a rate of 0 is undefined; a hundredth is as bad.
    private static final double NOTHING = Math.log(0.01);

    Interval(double x, double offered, boolean full) {
      this(x, offered, full, /* standstill= */ false);
    }

    /** No request was served. The offered load counts as at least the predicted rate. */
    static Interval ofStandstill(double offered) {
      return new Interval(NOTHING, Math.max(0, offered), /* full= */ true, /* standstill= */ true);
    }
  }

  /** Intervals after which the trial ends. */
  static final int AFTER_MAX = 400;

  /** Intervals before the change that are kept. */
  static final int BEFORE_MAX = 300;

  private static final double FALSE_HARM = 0.005;
  private static final double MISSED_HARM = 0.02;
  private static final double HARM_AT = Math.log((1 - MISSED_HARM) / FALSE_HARM);
  private static final double NO_HARM_AT = Math.log(MISSED_HARM / (1 - FALSE_HARM));
  // Mean of L with as many intervals after as before; above both bounds.
  private static final double ENOUGH = 8;
  // A lower bound for rates that look constant to the last request.
  private static final double DEVIATION_LEAST = 0.002;
  private static final double CORRELATION_MAX = 0.9;
  private static final double MARGIN_LEAST = 0.03;

  private final Sample before;
  private final boolean bound;
  private final double reference;
  private final double missing;
  private final double margin;
  private final Sample after = new Sample();
  private final Sample lessOffered = new Sample();
  private final double lossMin;
  private final int intervalsMin;

  /** Values in their order. */
  private static final class Sample {
    private final List<Double> values = new ArrayList<>();
    private double sum;

    void add(double x) {
      values.add(x);
      sum += x;
    }

    int count() {
      return values.size();
    }

    double mean() {
      return values.isEmpty() ? 0 : sum / values.size();
    }

    /** Sum of products of the deviations of a value and of the lag-th after it from the mean. */
    double products(int lag) {
      double mean = mean();
      double products = 0;
      for (int i = lag; i < values.size(); i++) {
        products += (values.get(i) - mean) * (values.get(i - lag) - mean);
      }
      return products;
    }
  }

  SizeTrial(List<Interval> intervals, double lossMin, int intervalsMin) {
    bound = !wasFull(intervals, intervalsMin);
    before = sample(intervals, bound);
    double offered = intervals.stream().mapToDouble(Interval::offered).average().orElse(0);
    reference = bound ? offered : before.mean();
    missing = bound ? offered - before.mean() : 0;
    double deviation = Math.sqrt(before.products(0) / Math.max(1, before.count()));
    margin = Math.max(MARGIN_LEAST, deviation);
    this.lossMin = lossMin;
    this.intervalsMin = intervalsMin;
  }

  /**
   * Whether intervalsMin and at least half of the intervals were full; a few are full by chance.
   */
  private static boolean wasFull(List<Interval> intervals, int intervalsMin) {
    long full = intervals.stream().filter(Interval::full).count();
    return full >= intervalsMin && 2 * full >= intervals.size();
  }

  private static Sample sample(List<Interval> intervals, boolean all) {
    Sample sample = new Sample();
    intervals.stream().filter(i -> all || i.full()).forEach(i -> sample.add(i.x()));
    return sample;
  }

  /** Whether these earlier intervals were full and are enough to tell a loss from none. */
  static boolean isEnough(List<Interval> before, double lossMin, int intervalsMin) {
    if (!wasFull(before, intervalsMin)) {
      return false;
    }
    Sample full = sample(before, /* all= */ false);
    double information = full.count() / variance(full, new Sample());
    return full.count() >= BEFORE_MAX || lossMin * lossMin / 4 * information >= ENOUGH;
  }

  /** g s^2 of both samples, each around its own mean. */
  private static double variance(Sample a, Sample b) {
    double n = a.count() + b.count();
    double squares = a.products(0) + b.products(0);
    double neighbours = squares > 0 ? (a.products(1) + b.products(1)) / squares : 0;
    double means = b.count() > 0 ? 2 : 1;
    double unbiased = neighbours + means * (1 + 4 * neighbours) / n;
    double r = Math.max(0, Math.min(CORRELATION_MAX, unbiased + 1 / Math.sqrt(n)));
    double variance = squares / Math.max(1, n - 4);
    return Math.max(DEVIATION_LEAST * DEVIATION_LEAST, variance) * (1 + r) / (1 - r);
  }

  /** Whether the server was not full before, so that the earlier rate is only a lower bound. */
  boolean isBound() {
    return bound;
  }

  /** Whether intervals before and after were compared. */
  boolean isJudged() {
    return before.count() >= intervalsMin && after.count() >= intervalsMin;
  }

  /** D. */
  double loss() {
    return after.count() > 0 ? after.mean() : lessOffered.mean();
  }

  private double likelihood(Sample of) {
    double known = of.count() == 0 ? 0 : 1 / (1.0 / before.count() + 1.0 / of.count());
    return (lossMin * of.mean() - lossMin * lossMin / 2) * known / variance(before, of);
  }

  /** Whether the offered load was high enough to compare the interval with those before. */
  boolean isTelling(Interval interval) {
    return interval.standstill() || interval.offered() >= reference + (bound ? -margin : margin);
  }

  /** Adds one interval after the change. */
  Verdict add(Interval interval) {
    if (before.count() < intervalsMin) {
      return Verdict.NO_HARM; // too few intervals to compare with
    }
    double lost = Math.min(reference, interval.offered()) - missing - interval.x();
    if (isTelling(interval)) {
      after.add(lost);
    } else if (interval.offered() <= reference - margin && lessOffered.count() < AFTER_MAX) {
      lessOffered.add(lost);
    }
    if (isHarm(after) || isHarm(lessOffered)) {
      return Verdict.HARM;
    }
    boolean last = after.count() >= AFTER_MAX;
    boolean none = after.count() >= intervalsMin && likelihood(after) <= NO_HARM_AT;
    return none || last ? Verdict.NO_HARM : Verdict.OPEN;
  }

  private boolean isHarm(Sample of) {
    boolean last = of == after && after.count() >= AFTER_MAX;
    return of.count() >= intervalsMin && likelihood(of) >= (last ? 0 : HARM_AT);
  }
}
