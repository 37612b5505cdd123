package io.headwaiter.tuning.mix;

import io.headwaiter.load.workload.MarkovChain;
import io.headwaiter.tuning.mix.RecordedMix.TypeMix;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The Markov chain of the requests in the visits of a record:
 *
 * <pre>
 *   P(i to j) = n_ij / n_i                        with an order
 *   P(i to j) = (1 - 1 / L) n_j / n               without
 * </pre>
 *
 * <p>n_i is the number of requests of type i, n of all, n_ij of those of type j that came next
 * after type i, L the requests of a session. The rest of a row to 1 is the end of the visit. Both
 * have V_i = n_i / sessions visits of each type. Worked: three sessions of two requests of one type
 * have n_11 = 3 and n_1 = 6. A visit goes on with probability 0.5 and has 2 requests.
 */
final class VisitChain {
  private static final double NEVER_LEFT = 1e-12;

  private final RecordedMix mix;
  private final List<State> states;

  /**
   * A state of the chain.
   *
   * @param type type of its requests
   * @param part part of the type's requests, 0 to 1
   * @param isAsked whether they are made; if not, they are skipped
   */
  record State(String type, double part, boolean isAsked) {}

  private VisitChain(RecordedMix mix, List<State> states) {
    this.mix = mix;
    this.states = states;
  }

  /**
   * Returns the chain of the states that are asked for, in their order, after a state 0, the entry.
   * Every visit makes at least one request.
   *
   * @throws IllegalArgumentException with a sentence if no visit reaches any of them
   */
  static MarkovChain of(RecordedMix mix, List<State> states) {
    VisitChain chain = new VisitChain(mix, states);
    return new MarkovChain(chain.asked(chain.censored(chain.all())));
  }

  private double[][] all() {
    int size = 1 + states.size();
    double[][] probability = new double[size][size];
    for (int from = 0; from < size; from++) {
      String before = from == 0 ? RecordedMix.ENTRY : states.get(from - 1).type;
      for (int to = 1; to < size; to++) {
        State next = states.get(to - 1);
        probability[from][to] = next.part * follows(before, next.type);
      }
    }
    return probability;
  }

  private double follows(String before, String next) {
    boolean enters = before.equals(RecordedMix.ENTRY);
    if (!mix.order().containsKey(RecordedMix.ENTRY)) {
      double all = mix.types().values().stream().mapToLong(TypeMix::requests).sum();
      double goesOn = enters ? 1 : 1 - 1 / Math.max(1, all / mix.sessions());
      return goesOn * mix.types().get(next).requests() / all;
    }
    Map<String, Long> row = mix.order().getOrDefault(before, Map.of());
    long went =
        row.entrySet().stream()
            .filter(to -> mix.types().containsKey(to.getKey()))
            .mapToLong(to -> Math.max(0, to.getValue()))
            .sum();
    long left = enters ? went : mix.types().get(before).requests();
    return went == 0 ? 0 : Math.max(0, row.getOrDefault(next, 0L)) / (double) Math.max(went, left);
  }

  /**
   * Removes the states that are not asked for from the chain (J. Kemeny, J. Snell, Finite Markov
   * Chains, 1960, chapter 6): for each such state r, P(i to j) grows by P(i to r) P(r to j) / (1 -
   * P(r to r)).
   */
  private double[][] censored(double[][] probability) {
    for (int unseen = 1; unseen < probability.length; unseen++) {
      if (!isAsked(unseen)) {
        double left = 1 - probability[unseen][unseen];
        for (int from = 0; from < probability.length; from++) {
          if (from != unseen) {
            double through = left < NEVER_LEFT ? 0 : probability[from][unseen] / left;
            stepOver(probability, from, unseen, through);
          }
        }
      }
    }
    return probability;
  }

  private static void stepOver(double[][] probability, int from, int unseen, double through) {
    for (int to = 1; to < probability.length; to++) {
      probability[from][to] += to == unseen ? 0 : through * probability[unseen][to];
    }
    probability[from][unseen] = 0;
  }

  private boolean isAsked(int state) {
    return state == 0 || states.get(state - 1).isAsked;
  }

  /** Returns only the rows and columns of the other states. */
  private double[][] asked(double[][] probability) {
    int[] kept = IntStream.range(0, probability.length).filter(this::isAsked).toArray();
    double[][] small = new double[kept.length][];
    for (int from = 0; from < kept.length; from++) {
      double[] row = probability[kept[from]];
      small[from] = IntStream.of(kept).mapToDouble(to -> row[to]).toArray();
      double sum = IntStream.of(kept).mapToDouble(to -> row[to]).sum();
      if (from == 0 && !(sum > 0)) {
        throw new IllegalArgumentException(
            "No visit of the mix of " + mix.source() + " comes to anything that can be asked for.");
      }
      if (from == 0 || sum > 1) {
        for (int to = 0; to < kept.length; to++) {
          small[from][to] /= sum;
        }
      }
    }
    return small;
  }
}
