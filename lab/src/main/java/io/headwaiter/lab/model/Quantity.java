package io.headwaiter.lab.model;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

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
        return Set.of(new Series(server, load));
      }
    };
  }

  /** Returns this number divided by another of the same round. */
  default Quantity dividedBy(Quantity divisor) {
    Quantity dividend = this;
    return new Quantity() {
      @Override
      public double[] perRound(Evidence evidence) {
        double[] above = dividend.perRound(evidence);
        double[] below = divisor.perRound(evidence);
        for (int i = 0; i < above.length; i++) {
          above[i] /= below[i];
        }
        return above;
      }

      @Override
      public Set<Series> needs() {
        Set<Series> both = new TreeSet<>(dividend.needs());
        both.addAll(divisor.needs());
        return both;
      }
    };
  }

  /** Returns, for each round, the best of these by their means over all rounds. */
  static Quantity best(Metric metric, List<String> servers, String load) {
    return new Quantity() {
      @Override
      public double[] perRound(Evidence evidence) {
        double[] best = null;
        for (String server : servers) {
          double[] one = evidence.perRound(metric, server, load);
          if (best == null || better(mean(one), mean(best))) {
            best = one;
          }
        }
        return best;
      }

      private boolean better(double a, double b) {
        return Double.isNaN(b) || (metric.higherIsBetter() ? a > b : a < b);
      }

      @Override
      public Set<Series> needs() {
        Set<Series> all = new TreeSet<>();
        servers.forEach(server -> all.add(new Series(server, load)));
        return all;
      }
    };
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).filter(Double::isFinite).average().orElse(Double.NaN);
  }
}
