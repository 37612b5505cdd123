package io.headwaiter.sim.law;

import io.headwaiter.lab.search.GridSearch;
import io.headwaiter.lab.search.Trial;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A law with the numbers that are the best in hindsight for one scenario and seed, as far as a
 * {@link GridSearch} finds them. Nobody could choose them so well before the fact: who is within a
 * few percent of such a rival could not be tuned better by hand.
 *
 * @param law with these numbers
 * @param values by the names of the knobs; empty for a law that has none
 * @param score that it had
 * @param trials all that were tried, in this order
 * @param settled whether no neighbour of the best was better; false if the trials were too few
 * @param atTheEdge knobs at the end of their ladder, where another ladder might have a better value
 */
public record Tuned(
    LawFactory law,
    Map<String, Double> values,
    double score,
    List<Trial> trials,
    boolean settled,
    List<String> atTheEdge) {

  /** The 99th percentile of the time of a page beyond which throughput is worth less, seconds. */
  public static final double PAGE_SECONDS_P99_MAX = 1;

  /**
   * What a run is worth to whoever tunes a law:
   *
   * <pre>
   *   completed per second * min(1, 1 s / p99 of the time of a page)
   * </pre>
   *
   * <p>Completed visits alone would have a law let in so many that pages take nearly as long as
   * customers wait for them: those who stay for long do not get to their end while the run lasts,
   * so that more of the others do, and in bursts work is put off to quieter times. Nobody runs a
   * shop like that. A second is the usual limit of what a reader takes without being interrupted.
   *
   * @param completedPerSecond visits that came to their end
   * @param pageSecondsP99 99th percentile of the time of a page
   */
  public static double worth(double completedPerSecond, double pageSecondsP99) {
    return completedPerSecond * Math.min(1, PAGE_SECONDS_P99_MAX / pageSecondsP99);
  }

  /**
   * Tunes a law if it has numbers to choose, and runs it once if not.
   *
   * @param factory any
   * @param score runs a law through the scenario, such as {@link #worth} of what it completed; more
   *     is better; the same law has the same score
   * @param trialsMax the most runs, at least 1
   */
  public static Tuned of(LawFactory factory, ToDoubleFunction<LawFactory> score, int trialsMax) {
    if (!(factory instanceof TunableFactory tunable)) {
      Trial only = new Trial(Map.of(), score.applyAsDouble(factory));
      return new Tuned(
          factory, Map.of(), only.score(), List.of(only), /* settled= */ true, List.of());
    }
    // Runs have no noise: once is enough.
    GridSearch search = new GridSearch(tunable.knobs(), 1, trialsMax);
    Optional<Map<String, Double>> next = search.next();
    while (next.isPresent()) {
      search.tell(next.get(), score.applyAsDouble(tunable.at(next.get())));
      next = search.next();
    }
    Trial best = search.best();
    return new Tuned(
        tunable.at(best.setting()),
        best.setting(),
        best.score(),
        search.trials(),
        search.settled(),
        search.atTheEdge());
  }
}
