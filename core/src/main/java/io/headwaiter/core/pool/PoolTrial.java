package io.headwaiter.core.pool;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Whether a change of sizes did harm: rates under overload before it and after it.
 *
 * <pre>
 *   x    log of what an interval completed over what the model says of its mix, at the same sizes
 *        for all intervals, so that a mix that moves meanwhile is no gain or loss
 *   loss = mean x before - mean x after,    s^2 = v_before / n_before + v_after / n_after
 *   harm     if loss > lossMin and loss > 3 s, looked at after each interval from the n-th on
 *   no harm  if that was not so in 3 n intervals
 * </pre>
 *
 * <p>Not thread-safe.
 */
final class PoolTrial {
  /** What came of it so far. */
  enum Verdict {
    OPEN,
    HARM,
    NO_HARM
  }

  private static final double DEVIATIONS = 3;
  private static final int LONGEST = 3;

  private final Sample before;
  private final Sample after = new Sample();
  private final double lossMin;
  private final int intervalsMin;

  /** Mean and variance. */
  static final class Sample {
    private int count;
    private double sum;
    private double squares;

    static Sample of(Iterable<Double> values) {
      Sample sample = new Sample();
      values.forEach(sample::add);
      return sample;
    }

    void add(double x) {
      count++;
      sum += x;
      squares += x * x;
    }

    int count() {
      return count;
    }

    double mean() {
      return count == 0 ? 0 : sum / count;
    }

    double varianceOfMean() {
      if (count < 2) {
        return Double.POSITIVE_INFINITY;
      }
      double variance = (squares - sum * sum / count) / (count - 1);
      return Math.max(0, variance) / count;
    }
  }

  /** The last so many values. */
  static final class Window {
    private final Deque<Double> values = new ArrayDeque<>();
    private final int length;

    Window(int length) {
      this.length = length;
    }

    void add(double x) {
      values.add(x);
      if (values.size() > length) {
        values.remove();
      }
    }

    Sample sample() {
      return Sample.of(values);
    }

    void clear() {
      values.clear();
    }
  }

  PoolTrial(Sample before, double lossMin, int intervalsMin) {
    this.before = before;
    this.lossMin = lossMin;
    this.intervalsMin = intervalsMin;
  }

  /** Whether enough is known of before to compare anything. */
  boolean canJudge() {
    return before.count >= intervalsMin;
  }

  /** Whether intervals before and after were compared. */
  boolean isJudged() {
    return canJudge() && after.count >= intervalsMin;
  }

  /** Mean before less mean after. */
  double loss() {
    return before.mean() - after.mean();
  }

  Verdict add(double x) {
    after.add(x);
    if (after.count < intervalsMin) {
      return Verdict.OPEN;
    }
    double deviation = Math.sqrt(before.varianceOfMean() + after.varianceOfMean());
    if (loss() > lossMin && loss() > DEVIATIONS * deviation) {
      return Verdict.HARM;
    }
    return after.count >= LONGEST * intervalsMin ? Verdict.NO_HARM : Verdict.OPEN;
  }
}
