package io.headwaiter.sim.law;

import io.headwaiter.load.search.GridSearch;
import io.headwaiter.load.search.Trial;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A law with the parameters that are best in hindsight by a score, for example of one scenario and
 * seed, as far as a {@link GridSearch} finds them. No operator could choose them so well in
 * advance: a law within a few percent of such a rival does as well as manual tuning could.
 *
 * @param law with these values
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
   * Returns the worth of a run for tuning a law:
   *
   * <pre>
   *   completed per second * min(1, 1 s / p99 of the time of a page)
   * </pre>
   *
   * <p>By completed visits alone, the best law would admit so many that pages take nearly as long
   * as customers wait for them. Long visits would not end while the run lasts, so that more of the
   * others do, and bursts would be worked off in quieter times. No shop runs like that. A second is
   * the usual limit of what a reader takes without being interrupted.
   *
   * @param completedPerSecond visits completed
   * @param pageSecondsP99 99th percentile of the time of a page
   */
  public static double worth(double completedPerSecond, double pageSecondsP99) {
    return completedPerSecond * Math.min(1, PAGE_SECONDS_P99_MAX / pageSecondsP99);
  }

  /**
   * Tunes a law if it has parameters to choose, and runs it once if not.
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
