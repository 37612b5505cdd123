package io.headwaiter.lab.model;

import java.util.Arrays;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * A sentence that the observations hold up, break, or leave undecided.
 *
 * @param id short and stable
 * @param sentence in words
 * @param quantity one number for each round
 * @param unit of the number
 * @param bound the limit
 * @param atLeast whether the number is to be at least the bound, or at most
 */
public record Claim(
    String id, String sentence, Quantity quantity, String unit, double bound, boolean atLeast) {

  /** Returns a claim that the number is at least the bound. */
  public static Claim atLeast(
      String id, String sentence, Quantity quantity, String unit, double bound) {
    return new Claim(id, sentence, quantity, unit, bound, /* atLeast= */ true);
  }

  /** Returns a claim that the number is at most the bound. */
  public static Claim atMost(
      String id, String sentence, Quantity quantity, String unit, double bound) {
    return new Claim(id, sentence, quantity, unit, bound, /* atLeast= */ false);
  }

  /**
   * Judges the claim. Without the planned number of rounds that count it is undecided: the figure
   * then has no interval. It has a reservation if a search that it depends on ended too early, or a
   * server was not warm.
   *
   * @param rounds how many there are, and how sure the look has to be
   */
  public Check judge(Evidence evidence, Rounds rounds) {
    double[] seen = seen(evidence);
    Estimate figure =
        seen.length < rounds.first() ? tooFew(seen) : interval(seen, rounds.error(seen.length));
    String reservation = String.join("; ", evidence.reservations(quantity.needs()));
    return new Check(id, sentence, figure, unit, bound, atLeast, reservation);
  }

  /** Returns how many rounds count. */
  public int rounds(Evidence evidence) {
    return seen(evidence).length;
  }

  private double[] seen(Evidence evidence) {
    return Arrays.stream(quantity.perRound(evidence)).filter(Double::isFinite).toArray();
  }

  /** An interval without ends decides nothing. */
  private static Estimate tooFew(double[] seen) {
    if (seen.length == 0) {
      return Estimate.UNKNOWN;
    }
    double mean = Arrays.stream(seen).average().orElseThrow();
    return new Estimate(mean, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
  }

  /**
   * Returns the mean with the interval {@code m +- t(1 - error, n - 1) * s / sqrt(n)}, with s the
   * standard deviation of n rounds and t the quantile of Student's distribution.
   *
   * <p>Worked: 10, 12, 11, 13 and an error of 0.025 give 11.5 +- 3.182 * 1.291 / 2 = 11.5 +- 2.05.
   */
  static Estimate interval(double[] seen, double error) {
    int n = seen.length;
    double mean = Arrays.stream(seen).average().orElseThrow();
    double squares = Arrays.stream(seen).map(x -> (x - mean) * (x - mean)).sum();
    double quantile = new TDistribution(n - 1).inverseCumulativeProbability(1 - error);
    double half = quantile * Math.sqrt(squares / (n - 1) / n);
    return new Estimate(mean, mean - half, mean + half);
  }
}
