package io.headwaiter.lab.search;

import java.util.OptionalDouble;

/**
 * Looks for the highest rate that is still good, on a ladder of rates {@code start * step^k}. It
 * climbs from its start while rates are good, or goes down while they are bad, by strides that
 * double; then it halves the gap between the highest good and the lowest bad rung until they are
 * neighbours, or until it has tried enough. Without a good and a bad one it goes on to its bound: a
 * threshold that is known from one side only is not known.
 *
 * <p>It believes every answer: where a higher rate can be good by luck and a lower one bad, one
 * search finds one crossing. Several, each with its own customers, tell how far they differ, see
 * {@link SixtyPercentRule}.
 *
 * <p>Worked: start 10, step 1.1, stride 2, and everything up to 13 is good. It tries 10 (good),
 * 12.1 (good), 17.7 (bad; the stride has doubled), 14.6 (bad), 13.3 (bad), and finds 12.1 good,
 * 13.3 bad, and 12.7 between them. Not thread-safe.
 */
public final class ThresholdSearch {
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
   * A search that has tried nothing.
   *
   * @param start rate of the first trial, above 0
   * @param step ratio of neighbouring rungs, above 1; the precision of what is found
   * @param stride first stride, in rungs, 1 to 1024
   * @param trialsEnough trials after which a good and a bad rate suffice, neighbours or not, at
   *     least 1
   * @param trialsMax the most trials, at least trialsEnough
   */
  public ThresholdSearch(double start, double step, int stride, int trialsEnough, int trialsMax) {
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

  /** The rate to try now; empty at the end. The same until {@link #tell} is called. */
  public OptionalDouble next() {
    return isOver() ? OptionalDouble.empty() : OptionalDouble.of(rate(rung));
  }

  /**
   * What came of the rate that {@link #next} said.
   *
   * @throws IllegalStateException at the end
   */
  public void tell(boolean isGood) {
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
   * The middle, as a ratio, of the highest good and the lowest bad rate, which is where the
   * threshold is as likely above as below; empty while one of them is missing.
   */
  public OptionalDouble threshold() {
    return isBracketed()
        ? OptionalDouble.of(Math.sqrt(rate(good) * rate(bad)))
        : OptionalDouble.empty();
  }

  /** The highest rate that was good; empty when none was, and then the threshold is lower. */
  public OptionalDouble highestGood() {
    return good == null ? OptionalDouble.empty() : OptionalDouble.of(rate(good));
  }

  /** Whether a higher rate was tried that was bad; else the threshold may be higher. */
  public boolean isBoundedAbove() {
    return bad != null;
  }

  /** How many rates were tried. */
  public int trials() {
    return trials;
  }

  private double rate(int at) {
    return start * Math.pow(step, at);
  }
}
