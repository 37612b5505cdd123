package io.headwaiter.core.pool;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether a change of sizes did harm: rates before it against rates after it, interval by interval,
 * until one of two answers is likely enough (Wald's sequential probability ratio test, 1945).
 *
 * <pre>
 *   x, o  logs of what an interval completed and was offered over what the model says of its mix, at
 *         the same sizes for all intervals: a mix that moves meanwhile is no gain or loss
 *   D = mean of  min(R, o) - U - x      what is missing, after the change
 *       full before:      R = mean x,  U = 0               of what was carried
 *       not full before:  R = mean o,  U = mean (o - x)    of the part that was carried of it
 *   V = g s^2 (1 / n_before + 1 / n_after)
 *   L = (d D - d^2 / 2) / V           log likelihood of a loss of d over that of no loss; d = lossMin
 *   harm     if L &gt;= log((1 - b) / a)    a = 0.005 of harmless changes are taken for harm
 *   no harm  if L &lt;= log(b / (1 - a))    b = 0.02 of losses of d are missed
 *   after {@value #AFTER_MAX} intervals: harm if L &gt; 0
 *   s^2  sum of squares around both means / (n_before + n_after - 4)
 *   g    (1 + r) / (1 - r), at least 1; r = correlation of neighbours, and one deviation more:
 *        intervals that are alike say less than as many that are not
 * </pre>
 *
 * <p>Load that fell must not pass for harm, nor hide it. Which intervals count follows from what
 * was offered, never from what was completed, for else those with bad luck would be chosen. Where
 * the load is about R or more (3 % more if it was full before, or s if that is more) all answers
 * can be given. Where it is less, it can only be told that even that is not carried any more: a
 * second L of these, which can only say harm. In between nothing is said. Of a standstill it does
 * not matter how much was offered: visits cannot begin where nobody is answered.
 *
 * <p>1 / V grows with n_after up to n_before / (g s^2), whatever comes: so a change waits until
 * that is enough for an answer ({@link #isEnough}). Worked number: s = 0.03, d = 0.02, g = 1.3: 32
 * * 1.3 * 0.0009 / 0.0004 = 94 intervals before; as many after give L = 8 or -8 on average, and
 * half of them mostly do.
 *
 * <p>Not thread-safe. Its memory is bounded.
 */
final class PoolTrial {
  /** What came of it so far. */
  enum Verdict {
    OPEN,
    HARM,
    NO_HARM
  }

  /** x and o of one interval, and whether the server was full, or even stood still. */
  record Interval(double x, double offered, boolean full, boolean standstill) {
    // Of nothing the logarithm is not defined; a hundredth is as bad.
    private static final double NOTHING = Math.log(0.01);

    Interval(double x, double offered, boolean full) {
      this(x, offered, full, /* standstill= */ false);
    }

    /** Nobody was served, however few there were: it would have been no more if more had come. */
    static Interval ofStandstill(double offered) {
      return new Interval(NOTHING, Math.max(0, offered), /* full= */ true, /* standstill= */ true);
    }
  }

  /** Intervals after which no more are waited for. */
  static final int AFTER_MAX = 400;

  /** Intervals of before that are remembered. */
  static final int BEFORE_MAX = 300;

  private static final double FALSE_HARM = 0.005;
  private static final double MISSED_HARM = 0.02;
  private static final double HARM_AT = Math.log((1 - MISSED_HARM) / FALSE_HARM);
  private static final double NO_HARM_AT = Math.log(MISSED_HARM / (1 - FALSE_HARM));
  // Average of L where as many are known after as before; above both bounds.
  private static final double ENOUGH = 8;
  // Who completes the same to the last request still knows it no better than that.
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

    /** Sum of products of what a value and the lag-th after it are above the mean. */
    double products(int lag) {
      double mean = mean();
      double products = 0;
      for (int i = lag; i < values.size(); i++) {
        products += (values.get(i) - mean) * (values.get(i - lag) - mean);
      }
      return products;
    }
  }

  PoolTrial(List<Interval> intervals, double lossMin, int intervalsMin) {
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

  /** Mostly, that is: few of many are so by chance. */
  private static boolean wasFull(List<Interval> intervals, int intervalsMin) {
    long full = intervals.stream().filter(Interval::full).count();
    return full >= intervalsMin && 2 * full >= intervals.size();
  }

  private static Sample sample(List<Interval> intervals, boolean all) {
    Sample sample = new Sample();
    intervals.stream().filter(i -> all || i.full()).forEach(i -> sample.add(i.x()));
    return sample;
  }

  /** Whether these intervals of before were full and let a loss be told from none. */
  static boolean isEnough(List<Interval> before, double lossMin, int intervalsMin) {
    if (!wasFull(before, intervalsMin)) {
      return false;
    }
    Sample full = sample(before, /* all= */ false);
    double information = full.count() / variance(full, new Sample());
    return full.count() >= BEFORE_MAX || lossMin * lossMin / 4 * information >= ENOUGH;
  }

  /** g s^2 of both, each around its own mean. */
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

  /** Whether before was no more than a bound: the server was not full. */
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

  /** Whether enough was offered to see whether as much can be carried as before. */
  boolean isTelling(Interval interval) {
    return interval.standstill() || interval.offered() >= reference + (bound ? -margin : margin);
  }

  /** Takes in one interval after the change. */
  Verdict add(Interval interval) {
    if (before.count() < intervalsMin) {
      return Verdict.NO_HARM; // there is nothing to compare with
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
