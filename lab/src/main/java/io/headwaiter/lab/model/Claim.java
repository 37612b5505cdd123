package io.headwaiter.lab.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * A sentence that the observations hold up, break, or leave undecided.
 *
 * <p>It may be about several quantities, each of which must keep the bound. Then it is about the
 * worst of them, whichever that is. For k quantities that must be at least the bound
 *
 * <pre>
 *   figure = min mean(i),   low = min low(i, error),   high = min high(i, error / k)
 * </pre>
 *
 * <p>It holds if each of them does, so none needs to be surer than alone. It fails if one of them
 * does, and k have k chances to fail for nothing: each of these looks has a part of the error.
 * Worked, with two of them: 0.93 [0.92, 0.94] and 0.933 [0.75, 1.12] are 0.93 [0.75, 0.95], so that
 * "at least 0.9" is undecided.
 *
 * @param id short and stable
 * @param sentence in words
 * @param quantities each gives one number for each round
 * @param unit of the number
 * @param bound the limit
 * @param atLeast whether the number is to be at least the bound, or at most
 */
public record Claim(
    String id,
    String sentence,
    List<Quantity> quantities,
    String unit,
    double bound,
    boolean atLeast) {
  /** Copies the list. */
  public Claim {
    quantities = List.copyOf(quantities);
    if (quantities.isEmpty()) {
      throw new IllegalArgumentException("The claim \"" + id + "\" needs a quantity.");
    }
  }

  /** Returns a claim that the number is at least the bound. */
  public static Claim atLeast(
      String id, String sentence, Quantity quantity, String unit, double bound) {
    return new Claim(id, sentence, List.of(quantity), unit, bound, /* atLeast= */ true);
  }

  /** Returns a claim that the number is at most the bound. */
  public static Claim atMost(
      String id, String sentence, Quantity quantity, String unit, double bound) {
    return new Claim(id, sentence, List.of(quantity), unit, bound, /* atLeast= */ false);
  }

  /** Returns a claim that each number is at least the bound. */
  public static Claim eachAtLeast(
      String id, String sentence, List<Quantity> quantities, String unit, double bound) {
    return new Claim(id, sentence, quantities, unit, bound, /* atLeast= */ true);
  }

  /** Returns a claim that each number is at most the bound. */
  public static Claim eachAtMost(
      String id, String sentence, List<Quantity> quantities, String unit, double bound) {
    return new Claim(id, sentence, quantities, unit, bound, /* atLeast= */ false);
  }

  /** Returns what has to be measured for it. */
  public Set<Quantity.Series> needs() {
    return Quantity.needsOf(quantities);
  }

  /**
   * Judges the claim. Without the planned number of rounds that count it is undecided: the figure
   * then has no interval. That is a reservation, as is a search that it depends on and that ended
   * too early, or a server that was not warm.
   *
   * @param rounds how many there are, and how sure the look has to be
   */
  public Check judge(Evidence evidence, Rounds rounds) {
    List<double[]> seen = quantities.stream().map(one -> seen(one, evidence)).toList();
    int fewest = fewest(seen);
    List<String> reservations = new ArrayList<>(evidence.reservations(needs()));
    if (fewest < rounds.first()) {
      reservations.add("only %d of %d rounds count".formatted(fewest, rounds.first()));
    }
    Estimate figure = fewest < rounds.first() ? tooFew(seen) : worst(seen, rounds.error(fewest));
    return new Check(id, sentence, figure, unit, bound, atLeast, String.join("; ", reservations));
  }

  /** Returns how many rounds count. */
  public int rounds(Evidence evidence) {
    return fewest(quantities.stream().map(one -> seen(one, evidence)).toList());
  }

  private static int fewest(List<double[]> seen) {
    return seen.stream().mapToInt(one -> one.length).min().orElseThrow();
  }

  private static double[] seen(Quantity quantity, Evidence evidence) {
    return Arrays.stream(quantity.perRound(evidence)).filter(Double::isFinite).toArray();
  }

  /** An interval without ends decides nothing; and without one of the quantities none is worst. */
  private Estimate tooFew(List<double[]> seen) {
    return fewest(seen) == 0
        ? Estimate.UNKNOWN
        : new Estimate(
            worst(seen, Claim::mean), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
  }

  private Estimate worst(List<double[]> seen, double error) {
    List<Estimate> sure = seen.stream().map(one -> interval(one, error)).toList();
    List<Estimate> surer = seen.stream().map(one -> interval(one, error / seen.size())).toList();
    return new Estimate(
        worst(sure, Estimate::value),
        worst(atLeast ? sure : surer, Estimate::low),
        worst(atLeast ? surer : sure, Estimate::high));
  }

  private <T> double worst(Collection<T> of, ToDoubleFunction<T> number) {
    return of.stream().mapToDouble(number).reduce(atLeast ? Math::min : Math::max).orElseThrow();
  }

  private static double mean(double[] seen) {
    return Arrays.stream(seen).average().orElseThrow();
  }

  /**
   * Returns the mean with the interval {@code m +- t(1 - error, n - 1) * s / sqrt(n)}, with s the
   * standard deviation of n rounds and t the quantile of Student's distribution.
   *
   * <p>Worked: 10, 12, 11, 13 and an error of 0.025 give 11.5 +- 3.182 * 1.291 / 2 = 11.5 +- 2.05.
   */
  static Estimate interval(double[] seen, double error) {
    int n = seen.length;
    double mean = mean(seen);
    double squares = Arrays.stream(seen).map(x -> (x - mean) * (x - mean)).sum();
    double quantile = new TDistribution(n - 1).inverseCumulativeProbability(1 - error);
    double half = quantile * Math.sqrt(squares / (n - 1) / n);
    return new Estimate(mean, mean - half, mean + half);
  }
}
