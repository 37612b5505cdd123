package io.headwaiter.lab.model;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * A measured figure with its 95 % interval.
 *
 * <p>{@code low} and {@code high} are NaN when too little was measured for an interval. All three
 * are NaN when nothing was measured (the response time of a server that answered no request).
 *
 * @param value the figure itself
 * @param low lower end of the interval, at most {@code value}
 * @param high upper end of the interval, at least {@code value}
 */
public record Estimate(double value, double low, double high) {
  /** Nothing was measured. */
  public static final Estimate UNKNOWN = new Estimate(Double.NaN, Double.NaN, Double.NaN);

  // Of Student's t, for a two-sided interval of 95 %.
  private static final double QUANTILE = 0.975;

  /** Checks that the interval contains the value. */
  public Estimate {
    if (low > value || high < value) {
      throw new IllegalArgumentException(
          "an interval must hold its value, got " + low + " <= " + value + " <= " + high);
    }
  }

  /** Returns a figure without an interval. */
  public static Estimate of(double value) {
    return new Estimate(value, Double.NaN, Double.NaN);
  }

  /**
   * Returns the mean of the batches with the interval of batch means: {@code m ± t(n-1) * s /
   * sqrt(n)}, where s is the standard deviation of the n batch values. The formula needs
   * independent values. Successive seconds of a server depend on each other; batches of several
   * seconds hardly do (Law, Simulation Modeling and Analysis, batch means). The interval of a mean
   * above zero is cut at zero.
   *
   * <p>Worked: batches 10, 12, 11, 13 have m = 11.5, s = 1.291, t(3) = 3.182, so 11.5 ± 2.05.
   *
   * @param batches one value per batch; NaN for a batch without a value, which is left out
   */
  public static Estimate ofBatches(double... batches) {
    double[] seen = Arrays.stream(batches).filter(Double::isFinite).toArray();
    if (seen.length == 0) {
      return UNKNOWN;
    }
    return around(Arrays.stream(seen).average().orElseThrow(), batches);
  }

  /**
   * Returns the mean of the ratios within each round as {@link #ofBatches}, so that a slowdown of
   * the machine during a round cancels.
   *
   * <p>Worked: 10, 22 and 9 over 20, 40 and 20 are ratios of 0.5, 0.55 and 0.45, so 0.5 ± 0.124.
   *
   * @param above one numerator per round; NaN for a round without a value, which is left out
   * @param below the divisors, in the same order; rounds that one list lacks do not count
   */
  public static Estimate ofRatios(List<Double> above, List<Double> below) {
    return ofBatches(
        IntStream.range(0, Math.min(above.size(), below.size()))
            .mapToDouble(i -> above.get(i) / below.get(i))
            .toArray());
  }

  /**
   * Returns the given value with a half-width from the spread of the batches, as {@link
   * #ofBatches}; for figures such as percentiles, where the value over all batches is better than
   * the mean of the batches. The interval of a value above zero is cut at zero.
   *
   * @param value the figure over all batches together
   * @param batches the same figure of every batch; NaN for a batch without a value
   */
  public static Estimate around(double value, double... batches) {
    double[] seen = Arrays.stream(batches).filter(Double::isFinite).toArray();
    if (!Double.isFinite(value)) {
      return UNKNOWN;
    }
    if (seen.length < 2) {
      return of(value);
    }
    double half = halfWidth(seen);
    double low = value < 0 ? value - half : Math.max(0, value - half);
    return new Estimate(value, low, value + half);
  }

  /**
   * Returns the mean of the batches as {@link #ofBatches}, of a figure that may be below zero, such
   * as a slope.
   *
   * @param batches one value per batch; NaN for a batch without a value, which is left out
   */
  public static Estimate ofSignedBatches(double... batches) {
    double[] seen = Arrays.stream(batches).filter(Double::isFinite).toArray();
    if (seen.length == 0) {
      return UNKNOWN;
    }
    double mean = Arrays.stream(seen).average().orElseThrow();
    if (seen.length < 2) {
      return of(mean);
    }
    double half = halfWidth(seen);
    return new Estimate(mean, mean - half, mean + half);
  }

  /**
   * Returns this figure divided by another that was measured independently; the relative
   * half-widths add as squares. Of an interval that was cut at zero the upper half counts.
   *
   * @return unknown when the divisor is zero or unknown
   */
  public Estimate dividedBy(Estimate divisor) {
    if (!(divisor.value > 0) || !Double.isFinite(value)) {
      return UNKNOWN;
    }
    double ratio = value / divisor.value;
    double half = Math.abs(ratio * Math.hypot(relativeHalfWidth(), divisor.relativeHalfWidth()));
    double low = ratio < 0 ? ratio - half : Math.max(0, ratio - half);
    return Double.isFinite(half) ? new Estimate(ratio, low, ratio + half) : of(ratio);
  }

  /**
   * Returns the least of several figures, each of which must be at least a bound: the least value,
   * the least lower end and the least upper end. So a claim about it holds only if it holds for
   * each of them. By chance one of many fails sooner than one alone.
   *
   * <p>Worked: 0.93 [0.92, 0.94] and 0.933 [0.75, 1.12] give 0.93 [0.75, 0.94].
   *
   * @return unknown if there is none or one of them is; without an interval if one of them has none
   */
  public static Estimate least(Collection<Estimate> figures) {
    return worst(figures, Math::min);
  }

  /**
   * Returns the greatest of several figures, each of which must be at most a bound; as {@link
   * #least}.
   */
  public static Estimate greatest(Collection<Estimate> figures) {
    return worst(figures, Math::max);
  }

  private static Estimate worst(Collection<Estimate> figures, DoubleBinaryOperator worse) {
    return figures.stream()
        .reduce(
            (a, b) ->
                new Estimate(
                    worse.applyAsDouble(a.value, b.value),
                    worse.applyAsDouble(a.low, b.low),
                    worse.applyAsDouble(a.high, b.high)))
        .orElse(UNKNOWN);
  }

  /** Returns whether a value was measured. */
  public boolean known() {
    return Double.isFinite(value);
  }

  /** Returns whether there is an interval. */
  public boolean hasInterval() {
    return Double.isFinite(low) && Double.isFinite(high);
  }

  private double relativeHalfWidth() {
    // The upper half: the lower one may be cut at zero.
    return value == 0 ? Double.NaN : (high - value) / value;
  }

  private static double halfWidth(double[] seen) {
    double mean = Arrays.stream(seen).average().orElseThrow();
    double squares = Arrays.stream(seen).map(x -> (x - mean) * (x - mean)).sum();
    double deviation = Math.sqrt(squares / (seen.length - 1));
    double quantile = new TDistribution(seen.length - 1).inverseCumulativeProbability(QUANTILE);
    return quantile * deviation / Math.sqrt(seen.length);
  }
}
