package io.headwaiter.load.search;

import java.util.OptionalDouble;

/**
 * Searches for the highest rate that is still good, on a ladder of rates {@code start * step^k}. It
 * rises from its start while rates are good, or falls while they are bad, by strides that double.
 * Then it halves the gap between the highest good and the lowest bad rung until they are
 * neighbours, or until it has made enough trials. Without a good and a bad rate it continues to its
 * bound, because both are needed to bound the threshold.
 *
 * <p>It takes every answer as true: where by chance a higher rate can be good and a lower one bad,
 * one search finds one crossing. Several searches, each with its own customers, show how much the
 * crossings differ, see {@link SixtyPercentRule}.
 *
 * <p>Worked: start 10, step 1.1, stride 2, and everything up to 13 is good. It tries 10 (good),
 * 12.1 (good), 17.7 (bad; the stride has doubled), 14.6 (bad), 13.3 (bad), and finds 12.1 good,
 * 13.3 bad, and 12.7 between them. Not thread-safe.
 */
final class ThresholdSearch {
  private static final int STRIDE_MAX = 1 << 10;

  private final double start;
  private final double step;
  private final int trialsEnough;
  private final int trialsMax;
  private int stride;
  private int rung;
  private int trials;
  private Integer good;
  private Integer bad;

  /**
   * Creates a search without trials.
   *
   * @param start rate of the first trial, above 0
   * @param step ratio of neighbouring rungs, above 1; the precision of the result
   * @param stride first stride, in rungs, 1 to 1024
   * @param trialsEnough trials after which a good and a bad rate suffice, neighbours or not, at
   *     least 1
   * @param trialsMax the most trials, at least trialsEnough
   */
  ThresholdSearch(double start, double step, int stride, int trialsEnough, int trialsMax) {
    if (!(start > 0) || Double.isInfinite(start) || !(step > 1) || Double.isInfinite(step)) {
      throw new IllegalArgumentException(
          "start must be above 0 and step above 1, got " + start + " and " + step);
    }
    if (stride < 1 || stride > STRIDE_MAX) {
      throw new IllegalArgumentException(
          "stride must be from 1 to " + STRIDE_MAX + ", got " + stride);
    }
    if (trialsEnough < 1 || trialsMax < trialsEnough) {
      throw new IllegalArgumentException(
          "trialsEnough must be at least 1 and trialsMax at least that, got "
              + trialsEnough
              + " and "
              + trialsMax);
    }
    this.start = start;
    this.step = step;
    this.stride = stride;
    this.trialsEnough = trialsEnough;
    this.trialsMax = trialsMax;
  }

  /** Returns the rate to try now; empty at the end. The same until {@link #tell} is called. */
  OptionalDouble next() {
    return isOver() ? OptionalDouble.empty() : OptionalDouble.of(rate(rung));
  }

  /**
   * Adds the result for the rate from {@link #next}.
   *
   * @throws IllegalStateException at the end
   */
  void tell(boolean isGood) {
    if (isOver()) {
      throw new IllegalStateException("The search is over; it wants no more trials.");
    }
    trials++;
    if (isGood) {
      good = rung;
    } else {
      bad = rung;
    }
    if (isBracketed()) {
      rung = Math.floorDiv(good + bad, 2);
    } else {
      rung += isGood ? stride : -stride;
      stride = Math.min(2 * stride, STRIDE_MAX);
    }
  }

  private boolean isOver() {
    boolean closed = isBracketed() && (trials >= trialsEnough || bad - good == 1);
    return closed || trials >= trialsMax;
  }

  private boolean isBracketed() {
    return good != null && bad != null;
  }

  /**
   * Returns the geometric mean of the highest good and the lowest bad rate, where the threshold is
   * as likely above as below; empty while one of them is missing.
   */
  OptionalDouble threshold() {
    return isBracketed()
        ? OptionalDouble.of(Math.sqrt(rate(good) * rate(bad)))
        : OptionalDouble.empty();
  }

  /** Returns the highest good rate; empty if none was good, and then the threshold is lower. */
  OptionalDouble highestGood() {
    return good == null ? OptionalDouble.empty() : OptionalDouble.of(rate(good));
  }

  /** Returns whether a rate was bad; if not, the threshold may be higher. */
  boolean isBoundedAbove() {
    return bad != null;
  }

  /** Returns the number of trials. */
  int trials() {
    return trials;
  }

  private double rate(int at) {
    return start * Math.pow(step, at);
  }
}
