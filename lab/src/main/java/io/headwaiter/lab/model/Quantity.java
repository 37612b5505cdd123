package io.headwaiter.lab.model;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.ToDoubleFunction;

/** What a claim compares with its bound: one number for each round. */
public interface Quantity {
  /** A server under a load, in whatever round. */
  record Series(String server, String load) implements Comparable<Series> {
    @Override
    public int compareTo(Series other) {
      int byServer = server.compareTo(other.server);
      return byServer != 0 ? byServer : load.compareTo(other.load);
    }
  }

  /** Returns the number of each round, in the order of the rounds; NaN for a round without it. */
  double[] perRound(Evidence evidence);

  /** Returns what has to be measured for it. */
  Set<Series> needs();

  /** Returns the figure of one server. */
  static Quantity of(Metric metric, String server, String load) {
    return new Quantity() {
      @Override
      public double[] perRound(Evidence evidence) {
        return evidence.perRound(metric, server, load);
      }

      @Override
      public Set<Series> needs() {
        return new TreeSet<>(Set.of(new Series(server, load)));
      }
    };
  }

  /** Returns, for each round, the best of these servers by their means over all rounds. */
  static Quantity best(Metric metric, List<String> servers, String load) {
    return best(metric, servers.stream().map(server -> new Series(server, load)).toList());
  }

  /** Returns, for each round, the best of these by their means over all rounds. */
  static Quantity best(Metric metric, List<Series> of) {
    List<Quantity> all = of.stream().map(one -> of(metric, one.server(), one.load())).toList();
    return metric.higherIsBetter() ? chosen(all, (a, b) -> a > b) : chosen(all, (a, b) -> a < b);
  }

  /**
   * Returns a figure divided by the best of the others, by their means over all rounds. The figure
   * itself is not among these: it would be exactly 1 where it is the best, and never above.
   *
   * @param divisor the metric of the others, such as one that is never 0
   */
  static Quantity ofBestOther(Metric metric, Metric divisor, Series one, List<Series> all) {
    List<Series> others = all.stream().filter(other -> !other.equals(one)).toList();
    return of(metric, one.server(), one.load()).dividedBy(best(divisor, others));
  }

  private static Quantity chosen(List<Quantity> of, BiPredicate<Double, Double> better) {
    return new Quantity() {
      @Override
      public double[] perRound(Evidence evidence) {
        double[] chosen = null;
        for (Quantity one : of) {
          double[] seen = one.perRound(evidence);
          if (chosen == null || isBetter(mean(seen), mean(chosen))) {
            chosen = seen;
          }
        }
        return chosen;
      }

      private boolean isBetter(double a, double b) {
        return Double.isNaN(b) || better.test(a, b);
      }

      @Override
      public Set<Series> needs() {
        return needsOf(of);
      }
    };
  }

  /** Returns this number divided by another of the same round. */
  default Quantity dividedBy(Quantity divisor) {
    return combined(of -> of[0] / of[1], this, divisor);
  }

  /**
   * Returns a number that follows from others of the same round, so that what is not sure about any
   * of them is in its interval.
   *
   * @param function of their values, in their order
   */
  static Quantity combined(ToDoubleFunction<double[]> function, Quantity... others) {
    return new Quantity() {
      @Override
      public double[] perRound(Evidence evidence) {
        double[][] all = new double[others.length][];
        for (int i = 0; i < others.length; i++) {
          all[i] = others[i].perRound(evidence);
        }
        double[] combined = new double[evidence.rounds().size()];
        for (int round = 0; round < combined.length; round++) {
          double[] values = new double[others.length];
          for (int i = 0; i < others.length; i++) {
            values[i] = all[i][round];
          }
          combined[round] = function.applyAsDouble(values);
        }
        return combined;
      }

      @Override
      public Set<Series> needs() {
        return needsOf(List.of(others));
      }
    };
  }

  /** Returns what has to be measured for all of these. */
  static Set<Series> needsOf(List<Quantity> all) {
    Set<Series> needs = new TreeSet<>();
    all.forEach(one -> needs.addAll(one.needs()));
    return needs;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).filter(Double::isFinite).average().orElse(Double.NaN);
  }
}
